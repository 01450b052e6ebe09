import { expect, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { usdcAddress } from "../../../rails/x402/sandbox/placeContracts.ts"
import { settledReferences } from "../../../rails/x402/store/bookedPayments.ts"
import { treasury } from "../../rails/x402/rail/fixture.ts"
import { newBuyer } from "../../support/gateway.ts"
import { until } from "../../support/until.ts"
import type { Json } from "../sepa/client.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { body } from "../../rails/x402/facilitator/bench.ts"
import { broughtIn, buyOver, fromHeader, Gateway402, gateway402, paymentOf } from "./fixture.ts"

/** Whether the queue sees that the call has recorded its final settlement. */
const isRecorded = Effect.fnUntraced(function* (call: string) {
  const { money: sql } = yield* Database
  const rows = yield* sql<{ readonly reference: string }>`select reference from rail_x402.settlement where reference like ${`%${call}%`}`
  const references = rows.map(({ reference }) => reference)
  expect(references).toHaveLength(1)
  return (yield* settledReferences(sql, [...references, "facilitator:somebody"])).has(references[0]!)
})

layer(gateway402(), { excludeTestServices: true })("x402, signed by the caller, over HTTP", (it) => {
  it.effect("one 402 response offers the call in both protocol versions, in less than 8 KB of headers", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 0 })
      const { body, headers, status } = yield* buyOver(secret, "offered")
      expect(status).toBe(402)
      expect(body["error"]).toMatchObject({ code: "insufficient_balance" })
      const header = headers.get("payment-required")!
      expect(header.length).toBeLessThan(8_192)
      const url = `${baseUrl}/v1/execute/script/script.fast`
      expect(fromHeader(header)).toMatchObject({
        x402Version: 2,
        resource: { url, mimeType: "application/json" },
        accepts: [
          {
            scheme: "exact",
            network: "eip155:84532",
            amount: "1000",
            asset: usdcAddress,
            payTo: treasury,
            extra: { name: "USDC", version: "2" },
          },
        ],
        extensions: { "payment-identifier": { info: { required: false } } },
      })
      expect(body).toMatchObject({ x402Version: 1, accepts: [{ network: "base-sepolia", maxAmountRequired: "1000", resource: url }] })
      expect(headers.get("x-money-moved")).toBe("none")
    }),
  )

  it.effect.each([1, 2] as const)(
    "a payment of version %i buys the call with a receipt, and is finally settled after the answer",
    (version) =>
      Effect.gen(function* () {
        const { mine, payer, payment, received } = yield* Gateway402
        const { secret } = yield* newBuyer({ dollars: 0 })
        const before = yield* received
        const header = version === 1 ? "X-PAYMENT" : "PAYMENT-SIGNATURE"
        const { body, headers, status } = yield* buyOver(secret, `bought ${version}`, { [header]: payment({ version }) })
        expect([status, body["error"]]).toEqual([200, undefined])
        expect(yield* received).toBe(before + 1_000n)
        const receipt = fromHeader(headers.get(version === 1 ? "x-payment-response" : "payment-response"))
        expect(receipt).toMatchObject({
          success: true,
          transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          network: version === 1 ? "base-sepolia" : "eip155:84532",
          amount: "1000",
        })
        const id = headers.get("x-payment-id")!
        expect(yield* paymentOf(secret, id, "settling")).toMatchObject({ rail: "x402", tx_hash: receipt["transaction"] })
        expect(yield* isRecorded(id)).toBe(false)
        yield* mine(2)
        expect(yield* paymentOf(secret, id, "settled")).toMatchObject({
          network: "eip155:84532",
          buyer_address: expect.stringMatching(new RegExp(payer, "i")),
          tx_hash: receipt["transaction"],
          block_number: expect.any(Number),
          split: { publisher: { amount_micro_usd: "980" }, platform_fee: { amount_micro_usd: "20" } },
        })
        expect(yield* isRecorded(id)).toBe(true)
        expect(yield* broughtIn).toBe(yield* received)
      }),
  )

  it.effect("200 concurrent copies of one payment cause one dispatch, one charge and one transfer", () =>
    Effect.gen(function* () {
      const { dispatches, payment, received } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 0 })
      const before = yield* received
      const proof = payment()
      const copies = Array.from({ length: 200 }, () => buyOver(secret, "copied", { "PAYMENT-SIGNATURE": proof }))
      const answers = yield* Effect.all(copies, { concurrency: "unbounded" })
      const bought = answers.filter(({ status }) => status === 200)
      expect(bought.filter(({ headers }) => headers.get("x-idempotent-replay") === null)).toHaveLength(1)
      expect(new Set(bought.map(({ headers }) => headers.get("x-payment-id"))).size).toBe(1)
      for (const { body, headers, status } of answers) {
        if (status !== 200) expect([409, 429], JSON.stringify(body)).toContain(status)
        expect(headers.get("payment-required")).toBeNull()
      }
      expect(dispatches("copied")).toBe(1)
      expect(yield* received).toBe(before + 1_000n)
      yield* expectCleanAudit
      expect(yield* broughtIn).toBe(yield* received)
    }),
  )

  it.effect("calls that wait for a rail do not count as executing: 64 requests that wait for a block leave a place for the next one", () =>
    Effect.gen(function* () {
      const { chain, dispatches, payment } = yield* Gateway402
      const inPool = Effect.promise(() => chain.client.getTxpoolStatus())
      const { secret } = yield* newBuyer({ dollars: 1, concurrency: 64 })
      yield* Effect.promise(() => chain.client.setAutomine(false))
      const waiting = yield* Effect.forkScoped(
        Effect.all(
          Array.from({ length: 64 }, () => buyOver(secret, "waits", { "PAYMENT-SIGNATURE": payment() })),
          { concurrency: "unbounded" },
        ),
      )
      yield* until(Effect.sync(() => dispatches("waits") === 64))
      const next = buyOver(secret, "next", { "X-Payment-Rail": "credits" })
      yield* until(Effect.map(next, ({ status }) => status === 200))
      // The chain mines no transaction that reaches it while it begins to mine.
      yield* until(Effect.map(inPool, ({ pending }) => pending === 64))
      yield* Effect.promise(() => chain.client.setAutomine(true))
      yield* Effect.promise(() => chain.client.mine({ blocks: 1 }))
      expect((yield* Fiber.join(waiting)).map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200))
    }),
  )

  it.effect("a payment that was made for one call buys no other call, at the same price or another", () =>
    Effect.gen(function* () {
      const { baseUrl, dispatches, payment, received } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 0 })
      const before = yield* received
      const url = `${baseUrl}/v1/execute/script/script.fast`
      const dearer = yield* buyOver(secret, "dearer", { "PAYMENT-SIGNATURE": payment({ url }) }, "script.slow")
      expect(dearer.status).toBe(402)
      expect(dearer.body["error"].message).toContain("resource_mismatch")
      const cheaper = yield* buyOver(secret, "cheaper", { "PAYMENT-SIGNATURE": payment() }, "script.slow")
      expect(cheaper.body["error"].message).toContain("authorization_value_mismatch")

      const proof = payment({ amount: 3_000n })
      const failed = yield* buyOver(secret, "failed", { "PAYMENT-SIGNATURE": proof }, "script.failing")
      expect(failed.status).toBe(502)
      const again = yield* buyOver(secret, "again", { "PAYMENT-SIGNATURE": proof }, "script.failing")
      expect(again.status).toBe(402)
      expect(again.body["error"].message).toContain("was presented for another call before")
      expect([dispatches("dearer"), dispatches("cheaper"), dispatches("again")]).toEqual([0, 0, 0])
      expect(yield* received).toBe(before)
    }),
  )

  it.effect("/settle needs its own scope and an organisation that is not suspended, and /verify any key", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Gateway402
      const { money: sql } = yield* Database
      const send = (route: string, secret: string) =>
        Effect.promise(async () => {
          const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" }
          const response = await fetch(`${baseUrl}/${route}`, { method: "POST", headers, body: JSON.stringify(body) })
          const answer = (await response.json()) as { readonly error?: { readonly code: string } }
          return answer.error?.code ?? response.status
        })
      const reader = yield* newBuyer({ dollars: 0, key: { scopes: ["sources:read"] } })
      expect(yield* send("settle", reader.secret)).toBe("insufficient_scope")
      expect(yield* send("verify", reader.secret)).toBe(200)
      const { organisation, secret } = yield* newBuyer({ dollars: 0 })
      expect(yield* send("settle", secret)).toBe(200)
      yield* sql`update organisation set status = 'suspended' where id = ${organisation}`
      expect(yield* send("settle", secret)).toBe("organisation_unavailable")
    }),
  )

  it.effect("a payment header that is malformed is refused with 400, what is wrong and the header's name, and nothing is charged", () =>
    Effect.gen(function* () {
      const { payment, received } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 5 })
      const before = yield* received
      const bad = [
        ["PAYMENT-SIGNATURE", "%%%", "is not standard base64"],
        ["X-PAYMENT", "%%%", "is not standard base64"],
        ["PAYMENT-SIGNATURE", Buffer.from("{}").toString("base64"), "x402Version: "],
        ["X-PAYMENT", Buffer.from('{"x402Version":2}').toString("base64"), "accepted: "],
        ["PAYMENT-SIGNATURE", Buffer.from('{"x402Version":1}').toString("base64"), "scheme: "],
      ] as const
      for (const [name, value, says] of bad) {
        for (const dryRun of [{}, { "X-Payment-Dry-Run": "1" }]) {
          const { body, headers, status } = yield* buyOver(secret, "bad", { [name]: value, ...dryRun })
          expect([name, value, status, body["error"].code]).toEqual([name, value, 400, "invalid_request"])
          expect(body["error"].message).toContain(`The header ${name}: ${says}`)
          expect(body["error"].message).toContain("Nothing was charged.")
          expect([headers.get("x-money-moved"), headers.get("payment-required")]).toEqual(["none", null])
        }
      }
      expect((yield* buyOver(secret, "both", { "PAYMENT-SIGNATURE": payment(), "X-PAYMENT-RAIL": "credits" })).status).toBe(400)
      expect(yield* received).toBe(before)
    }),
  )

  it.effect(
    "a payment that can be read and does not fit the offer is refused with 402, the reason and the offer, and nothing is charged",
    () =>
      Effect.gen(function* () {
        const { payment, received } = yield* Gateway402
        const { secret } = yield* newBuyer({ dollars: 5 })
        const before = yield* received
        const refused = [
          [payment({ to: usdcAddress }), "invalid_payment_requirements"],
          [payment({ validForSeconds: 2n ** 255n }), "invalid_exact_evm_payload_authorization_valid_before"],
        ] as const
        for (const [signature, reason] of refused) {
          const { body, headers, status } = yield* buyOver(secret, "bad", { "PAYMENT-SIGNATURE": signature })
          expect([status, body["error"].code, headers.get("x-money-moved")]).toEqual([402, "insufficient_balance", "none"])
          expect([body["error"].payment_reason, fromHeader(headers.get("payment-required")).error]).toEqual([reason, reason])
          expect(body["error"].message).toContain(reason)
          const dry = yield* buyOver(secret, "bad", { "PAYMENT-SIGNATURE": signature, "X-Payment-Dry-Run": "1" })
          const ofX402 = dry.body["rails"].find(({ rail }: { readonly rail: string }) => rail === "x402")
          expect([dry.status, ofX402.gaps[0].code]).toEqual([200, reason])
        }
        const { secret: poor } = yield* newBuyer({ dollars: 0 })
        const unpaid = yield* buyOver(poor, "bad", {})
        expect([unpaid.status, unpaid.body["error"].payment_reason]).toEqual([402, undefined])
        expect(fromHeader(unpaid.headers.get("payment-required")).error).toBe("Payment required")
        expect(yield* received).toBe(before)
      }),
  )

  it.effect("an organisation reads and sets who signs, an unknown setting or value changes nothing", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 0 })
      const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" }
      const request = (method: string, path: string, body?: object) =>
        Effect.promise(async () => {
          const response = await fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
          return { status: response.status, body: (await response.json()) as Json }
        })
      const x402 = Effect.map(request("GET", "/v1/me"), ({ body }) => body["rails"].find(({ rail }: { rail: string }) => rail === "x402"))
      const set = (name: string, value: string) => request("PUT", `/v1/organisation/rail-settings/${name}`, { value })
      const values = ["managed", "caller"]
      expect((yield* x402).setting).toEqual({ name: "x402_signer", value: "managed", values })
      expect(yield* set("x402_signer", "caller")).toEqual({ status: 200, body: { name: "x402_signer", value: "caller", values } })
      const changed = yield* x402
      expect([changed.setting.value, changed.wallet_address]).toEqual(["caller", undefined])
      for (const [name, value] of [
        ["x402_signer", "both"],
        ["unknown", "caller"],
      ] as const) {
        const refused = yield* set(name, value)
        expect([refused.status, refused.body["error"].code]).toEqual([400, "invalid_request"])
        expect(refused.body["error"].message).toContain("Nothing was changed.")
      }
      expect((yield* x402).setting.value).toBe("caller")
      yield* set("x402_signer", "managed")
      expect((yield* x402).wallet_address).toMatch(/^0x/)
    }),
  )
})
