import { describe, expect, it } from "@effect/vitest"
import { Redacted } from "effect"
import { execFileSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { bareSignature, webhookSignature } from "../../rails/http/webhookSignature.ts"
import { verifyMerchantWebhook, verifyNoticeWebhook, verifyPaymentWebhook } from "../../src/webhooks/verify.js"

const secret = "whsec_of_the_marketplace"
const now = 1_795_338_240
const payment = { id: "e1", event: "payment.paid", ts: now, data: { payment_id: "p1", amount_minor: 25_000_000, order_ref: "Bücher ✓" } }
const merchant = { id: "e2", event: "merchant.activated", marketplace_id: "m", merchant_id: "s", external_seller_id: "x", ts: now }
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const signPayment = (body: Uint8Array, at = now, key = secret) => webhookSignature(Redacted.make(key), at, body)
const signMerchant = (body: Uint8Array, key = secret) => bareSignature(Redacted.make(key), body)

/** Numbers from a seed (mulberry32), so that a failure can be repeated. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** The bytes with one bit flipped, one byte removed, doubled or inserted, two swapped, or cut short. Undefined: nothing changed. */
const mutate = (source: Uint8Array, random: (below: number) => number): Uint8Array | undefined => {
  const list = [...source]
  const at = random(list.length)
  const changes = [
    () => void (list[at]! ^= 1 << random(8)),
    () => void list.splice(at, 1),
    () => void list.splice(at, 0, list[at]!),
    () => void list.splice(at, 0, random(256)),
    () => void (list[at] = random(256)),
    () => void ([list[at], list[0]] = [list[0]!, list[at]!]),
    () => void list.splice(at),
    () => void list.push(...list.slice(at)),
  ]
  changes[random(changes.length)]!()
  const mutated = Uint8Array.from(list)
  return Buffer.compare(mutated, source) === 0 ? undefined : mutated
}

describe("the verifiers for receivers", () => {
  it("what the gateway signs is accepted, as bytes and as text, with each secret of a rotation and at both ends of the tolerance", () => {
    const body = bytes(payment)
    for (const given of [body, Buffer.from(body), new TextDecoder().decode(body)]) {
      for (const secrets of [secret, ["another", secret], [secret, "another"]]) {
        for (const at of [now - 300, now, now + 300]) {
          const result = verifyPaymentWebhook({
            body: given,
            signature: signPayment(body),
            secret: secrets,
            now: at,
            eventName: "payment.paid",
          })
          expect(result).toEqual({ ok: true, event: payment })
        }
      }
    }
    const test = bytes({ id: "e3", event: "webhook.test", ts: now, data: { marketplace_id: "m" } })
    expect(verifyPaymentWebhook({ body: test, signature: signPayment(test), secret, now }).ok).toBe(true)
    const activated = bytes(merchant)
    expect(verifyMerchantWebhook({ body: activated, signature: signMerchant(activated), secret })).toEqual({ ok: true, event: merchant })
    expect(verifyPaymentWebhook({ body, signature: signPayment(body, Math.floor(Date.now() / 1000)), secret }).ok).toBe(true)
  })

  it("the signature is that of the document, computed without the gateway's code", () => {
    const body = JSON.stringify(payment)
    const v1 = createHmac("sha256", secret).update(`${now}.${body}`).digest("hex")
    expect(signPayment(bytes(payment))).toBe(`t=${now}.v1=${v1}`)
    expect(signMerchant(bytes(merchant))).toBe(createHmac("sha256", secret).update(JSON.stringify(merchant)).digest("hex"))
  })

  it("each verifier refuses the other's events, also when they are signed in its own way", () => {
    const body = bytes(payment)
    const activated = bytes(merchant)
    const of = (given: Uint8Array, signature: string) => [
      verifyPaymentWebhook({ body: given, signature, secret, now }),
      verifyMerchantWebhook({ body: given, signature, secret }),
    ]
    expect(of(activated, signMerchant(activated)).map(({ ok }) => ok)).toEqual([false, true])
    expect(of(body, signPayment(body)).map(({ ok }) => ok)).toEqual([true, false])
    expect(of(activated, signPayment(activated))[0]).toEqual({ ok: false, reason: "wrong_event" })
    expect(of(body, signMerchant(body))[1]).toEqual({ ok: false, reason: "wrong_event" })
    const notice = bytes({ id: "e4", event: "debit.announced", ts: now, data: {} })
    const input = { body: notice, signature: signPayment(notice), secret, now }
    expect(verifyNoticeWebhook(input).ok).toBe(true)
    expect(verifyPaymentWebhook(input)).toEqual({ ok: false, reason: "wrong_event" })
    expect(verifyNoticeWebhook({ ...input, body, signature: signPayment(body) })).toEqual({ ok: false, reason: "wrong_event" })
    // The bytes that a payment's signature covers are no body of a merchant event.
    const covered = Buffer.concat([Buffer.from(`${now}.`), body])
    const v1 = signPayment(body).split("v1=")[1]!
    expect(verifyMerchantWebhook({ body: covered, signature: v1, secret })).toEqual({ ok: false, reason: "malformed_body" })
  })

  it("the time, the secret, the name of the event and the form of the header are checked", () => {
    const body = bytes(payment)
    const signature = signPayment(body)
    const check = (change: object) => verifyPaymentWebhook({ body, signature, secret, now, ...change })
    const v1 = signature.split(".")[1]!
    const cases: ReadonlyArray<readonly [change: object, reason: string]> = [
      [{ now: now + 301 }, "outside_tolerance"],
      [{ now: now - 301 }, "outside_tolerance"],
      [{ now: Number.NaN }, "outside_tolerance"],
      [{ toleranceSeconds: Number.NaN }, "outside_tolerance"],
      [{ toleranceSeconds: 10, now: now + 11 }, "outside_tolerance"],
      [{ secret: "another" }, "wrong_signature"],
      [{ secret: "" }, "no_secret"],
      [{ secret: [] }, "no_secret"],
      [{ secret: ["", secret] }, "no_secret"],
      [{ eventName: "payment.failed" }, "wrong_event"],
      [{ signature: signature.toUpperCase() }, "malformed_signature"],
      [{ signature: `${signature}.${v1}` }, "malformed_signature"],
      [{ signature: signature.replace(".", ",") }, "malformed_signature"],
      [{ signature: ` ${signature}` }, "malformed_signature"],
      [{ signature: `${signature}\n` }, "malformed_signature"],
      [{ signature: `t=0${now}.${v1}` }, "wrong_signature"],
      [{ signature: [signature] }, "malformed_signature"],
    ]
    for (const [change, reason] of cases) expect([change, check(change)]).toEqual([change, { ok: false, reason }])
    for (const broken of ["[]", "null", '"text"', "{", '{"event":"payment.paid"}']) {
      const given = new TextEncoder().encode(broken)
      expect(check({ body: given, signature: signPayment(given) })).toEqual({ ok: false, reason: "malformed_body" })
    }
    const invalid = Uint8Array.from([0x22, 0xff, 0x22])
    expect(check({ body: invalid, signature: signPayment(invalid) })).toEqual({ ok: false, reason: "malformed_body" })
  })

  it("whatever is passed, no verifier throws", () => {
    const hostile = [
      undefined,
      null,
      0,
      "",
      "x".repeat(1_000_000),
      [],
      {},
      Symbol("s"),
      () => 1,
      new Proxy(
        {},
        {
          get: () => {
            throw new Error("no")
          },
        },
      ),
    ]
    for (const verify of [verifyPaymentWebhook, verifyMerchantWebhook, verifyNoticeWebhook] as ReadonlyArray<
      (input: never) => { readonly ok: boolean }
    >) {
      for (const one of hostile) {
        expect(verify(one as never).ok).toBe(false)
        for (const member of ["body", "signature", "secret", "now", "toleranceSeconds", "eventName"]) {
          const input = { body: "{}", signature: signPayment(bytes({})), secret, now, [member]: one }
          expect(verify(input as never).ok).toBe(false)
        }
      }
    }
  })

  it("of 50,000 mutated headers and bodies none is accepted", () => {
    const random = randomFrom(20_261_122)
    const bodies = [bytes(payment), bytes({ ...payment, event: "payment.failed" }), bytes(merchant)]
    let tried = 0
    let accepted = 0
    while (tried < 50_000) {
      const source = bodies[random(bodies.length)]!
      const isMerchant = source === bodies[2]
      const header = new TextEncoder().encode(isMerchant ? signMerchant(source) : signPayment(source))
      const which = random(3)
      const body = which === 1 ? source : mutate(source, random)
      const signature = which === 0 ? header : mutate(header, random)
      if (body === undefined || signature === undefined) continue
      tried++
      const input = { body, signature: Buffer.from(signature).toString("latin1"), secret, now }
      const { ok } = isMerchant ? verifyMerchantWebhook(input) : verifyPaymentWebhook(input)
      if (ok) accepted++
    }
    expect([tried, accepted]).toEqual([50_000, 0])
  })

  it("a package that depends on farthing imports the verifiers by name, without the flags of a newer Node", () => {
    const script = 'import("farthing/webhooks").then((all) => console.log(Object.keys(all).sort().join()))'
    const printed = execFileSync(process.execPath, ["--no-strip-types", "-e", script], { cwd: import.meta.dirname, encoding: "utf8" })
    expect(printed.trim()).toBe("verifyMerchantWebhook,verifyNoticeWebhook,verifyPaymentWebhook")
  })
})
