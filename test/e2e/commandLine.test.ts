import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { start } from "../../layers/embedded/EmbeddedPostgres.ts"
import { runForJson, farthing, DataDirectory, dataDirectory, expectJsonError, serve, shell } from "../support/cluster/commandLine.ts"
import { send } from "../support/cluster/client.ts"

const why = ["--reason", "test"]
const secretPattern = /frt_org_[0-9A-Za-z]{49}/g
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The bytes of a file, or nothing where it was removed after its folder was listed. */
const readUnlessRemoved = (path: string) => {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

interface Payment {
  readonly amount: { readonly amount: number }
  readonly created_at: string
}

/** Every command, once, on a database that may be new or old, with or without a server beside it. */
const everyCommand = Effect.fnUntraced(function* () {
  const { secrets } = yield* DataDirectory
  expect(yield* runForJson("migrate")).toEqual({ ok: true })
  const { organisation_id: org } = yield* runForJson("org", "create", "--name", "Änne & Söhne", "--rate", "100", "--concurrency", "3")
  expect(org).toMatch(uuid)

  const flags = ["--org", org!, "--scopes", "sources:read, billing:read", "--expires", "90", "--per-request", "0.05", "--monthly", "10"]
  const { secret, ...created } = yield* runForJson("key", "create", "--name", "first", ...flags)
  secrets.push(secret!)
  expect(secret).toMatch(/^frt_org_[0-9A-Za-z]{49}$/)
  const usd = (amount: number) => ({ amount, amount_micro_usd: String(amount * 1e6), currency: "USD" })
  const expected = {
    organisation_id: org,
    name: "first",
    status: "active",
    scopes: ["sources:read", "billing:read"],
    daily: null,
    revoked_at: null,
  }
  expect(created).toMatchObject({ ...expected, per_request: usd(0.05), monthly: usd(10) })
  expect(yield* runForJson("key", "list", "--org", org!)).toEqual({ keys: [created] })
  const { secret: rotated, ...both } = yield* runForJson("key", "rotate", created["key_id"]!, "--expires", "30", ...why)
  secrets.push(rotated!)
  expect(rotated).toMatch(/^frt_org_[0-9A-Za-z]{49}$/)
  expect(rotated).not.toBe(secret)
  expect(both).toEqual({ ...created, expires_at: both["expires_at"], old_secret_until: created["expires_at"] })
  const one = yield* runForJson("key", "end-old-secret", created["key_id"]!, ...why)
  expect(one).toEqual({ ...both, old_secret_until: null })
  const revoked = yield* runForJson("key", "revoke", created["key_id"]!, ...why)
  expect(revoked).toEqual({ ...one, status: "revoked", revoked_at: revoked["revoked_at"] })
  expect(yield* runForJson("key", "revoke", created["key_id"]!, ...why)).toEqual(revoked)

  const grant = ["credits", "grant", "--org", org!, "--amount", "1e-06", "--ref", "twice", "--reason", "test"]
  expect(yield* runForJson(...grant)).toEqual({ organisation_id: org, ref: "grant:twice", posted: true, amount: usd(0.000001) })
  expect(yield* runForJson(...grant)).toMatchObject({ posted: false })
  expect(yield* runForJson("payments", "list", "--org", org!)).toEqual({ payments: [], next_cursor: null })
  const { payments } = (yield* runForJson("payments", "list", "--limit", "1000")) as { payments?: ReadonlyArray<{ id: string }> }
  for (const { id } of payments!.slice(0, 1)) {
    const shown = yield* runForJson("payments", "show", id)
    expect(shown["id"]).toBe(id)
    expect((shown["events"] as unknown as ReadonlyArray<{ type: string }>).map(({ type }) => type)).toEqual(
      expect.arrayContaining(["reserved", "captured"]),
    )
  }
  const choice = ["org", "set", "--org", org!, "--setting", "x402_signer", ...why, "--value"]
  expect(yield* runForJson(...choice, "caller")).toEqual({ organisation_id: org, setting: "x402_signer", value: "caller" })
  expect(yield* runForJson(...choice, "managed")).toMatchObject({ value: "managed" })
  const audit = yield* runForJson("ledger", "audit")
  expect(audit["ok"]).toBe(true)
  expect(yield* runForJson("reconcile")).toEqual({ looked_at: 0, still_open: 0 })
  return payments!.length
})

interface Listed extends Payment {
  readonly id: string
  readonly kind: string
  readonly rail: string
  readonly status: string
  readonly settled_at: string | null
}

const listed = (...flags: ReadonlyArray<string>) =>
  Effect.map(runForJson("payments", "list", ...flags), ({ payments }) => payments as unknown as ReadonlyArray<Listed>)

/** After a month of the demo: one debit on its way, one top-up whose page is open, calls on every rail. */
const filtersAndChecks = Effect.fnUntraced(function* (topup: string) {
  const { env } = yield* DataDirectory
  const [collection, ...others] = yield* listed("--kind", "collection")
  expect([collection, others]).toMatchObject([{ kind: "collection", rail: "sepa", status: "settling" }, []])
  const collected = yield* listed("--collection", collection!.id)
  expect(collected.length).toBeGreaterThan(0)
  expect(new Set(collected.map(({ kind, rail, status }) => `${kind} ${rail} ${status}`))).toEqual(new Set(["call sepa settling"]))

  const settled = yield* listed("--kind", "call", "--by", "settled")
  const ids = settled.map(({ id }) => id)
  expect(ids, "the newest first").toEqual(ids.toSorted().toReversed())
  const { settled_at: shown } = (yield* runForJson("payments", "show", ids.at(-1)!)) as { settled_at?: string }
  expect(settled.at(-1)!.settled_at, "the list states the settlement that the payment shows").toBe(shown)
  expect(settled.filter(({ id, settled_at }) => settled_at === null || collected.some((call) => call.id === id))).toEqual([])
  const onCredits = settled.find(({ rail }) => rail === "credits")!
  const nothing = { id: onCredits.id, kind: "call", rail: "credits", ok: true, compared: false, checks: [] }
  expect(yield* runForJson("payments", "verify", onCredits.id)).toEqual(nothing)

  const mistaken = yield* farthing(["payments", "show", topup, "--kind", "collection", "--json"], env)
  expectJsonError(mistaken, { code: "payment_not_found", sentence: /no collection/ })
  const ofTopup = { id: topup, kind: "topup" }
  for (const status of ["pending", "expired"]) {
    if (status === "expired") yield* runForJson("sandbox", "advance", "2d")
    expect(yield* listed("--kind", "topup")).toMatchObject([{ ...ofTopup, status, settled_at: null }])
    const lastError = status === "expired" ? "The page expired before anybody paid. Nothing was charged." : null
    expect(yield* runForJson("payments", "show", topup)).toMatchObject({ ...ofTopup, status, last_error: lastError, transfers: [] })
    expect(yield* runForJson("payments", "verify", topup)).toMatchObject({ ...ofTopup, ok: true, compared: true })
  }
  expect(yield* listed("--kind", "topup", "--status", "expired")).toMatchObject([ofTopup])
})

layer(dataDirectory, { excludeTestServices: true })("the command line", (it) => {
  it.effect("every command works on an empty database without a running server", () =>
    Effect.gen(function* () {
      // It runs throughout: the commands of the last tests start and stop it each.
      yield* Effect.orDie(start({ directory: (yield* DataDirectory).env["FARTHING_DATA_DIR"]! }))
      expect(yield* everyCommand()).toBe(0)
    }),
  )

  it.effect("the first start prints example commands, and each of them works as printed", () =>
    Effect.gen(function* () {
      const { env, secrets } = yield* DataDirectory
      const { baseUrl, readyMs, startupOutput } = yield* serve(env)
      const shown = startupOutput.match(secretPattern)!
      expect(new Set(shown).size).toBe(2)
      secrets.push(shown[0]!)
      secrets.push(shown.find((secret) => secret !== shown[0])!)
      const [exported, ...lines] = startupOutput
        .split("\n")
        .filter((line) => line.startsWith("  "))
        .map((line) => line.trim())
      expect(exported).toBe(`export API_KEY=${shown[0]}`)
      const answers = new Map<string, string>()
      const exports = [exported, ...lines.filter((line) => line.startsWith("export "))].join("\n")
      // The wallet is funded already at the first command.
      const byWallet = lines.find((line) => line.includes("X-Payment-Rail: x402"))
      expect((yield* shell(`${exports}\n${byWallet}`, env)).stdout).toMatch(/^HTTP\/1.1 200 OK\r\n/)
      for (const line of lines) {
        const { code, stdout } = yield* shell(`${exports}\n${line}`, env)
        expect([line, code]).toEqual([line, 0])
        answers.set(line, stdout)
      }
      const answerOf = (...words: ReadonlyArray<string>) => {
        const matching = lines.filter((line) => words.every((word) => line.includes(word)))
        expect([words, matching.length]).toEqual([words, 1])
        return answers.get(matching[0]!)!
      }
      const directory = JSON.parse(answerOf("/v2/sources -H"))
      expect(directory).toMatchObject({ protocol_version: "2.0.0", total: 23 })
      // 21 sources and the two listed APIs, the second one on the next page.
      const slugs = directory.sources.map(({ slug }: { slug: string }) => slug)
      expect(slugs).toEqual(expect.arrayContaining(["bank-check", "notifications-api"]))
      const bought = answerOf("validate_iban", "Idempotency-Key")
      expect(bought).toMatch(/^HTTP\/1.1 200 OK\r\n/)
      expect(bought).toMatch(/\r\nx-money-moved: charged\r\n/)
      expect(JSON.parse(answerOf("search=sunset")).sources.length).toBeGreaterThan(0)
      const askAnswer = JSON.parse(answerOf("question"))
      expect(askAnswer).toMatchObject({ status: "completed", answer: { status: "answered" } })
      expect(askAnswer.answer.observations.map(({ text }: { text: string }) => text).join(" ")).toMatch(/JPY.*Culture Day/s)
      expect(JSON.parse(answerOf("/v2/ask/workflows")).workflows.length).toBeGreaterThanOrEqual(6)
      const sent = answerOf("/sms")
      expect(sent).toMatch(/^HTTP\/1.1 20[01] /)
      expect(sent).toMatch(/\r\nx-payment-price: 0\.003\r\n/)
      expect(JSON.parse(answerOf("preflight"))).toMatchObject({ would_succeed: true, total: { amount: 0.05 }, rail: "credits" })
      const paid: ReadonlyArray<Payment> = JSON.parse(answerOf("/v1/payments -H", "$API_KEY")).payments
      expect(paid).toHaveLength(3 + askAnswer.results.length)
      expect(answerOf("sandbox pay")).toMatch(/^Paid from the demo buyer's wallet, in the transaction 0x[0-9a-f]{64}\.$/m)
      expect(JSON.parse(answerOf("/v1/checkout"))).toMatchObject({ status: "pending", amount: "4.20", order_ref: "demo-2" })
      const sales = JSON.parse(answerOf("/v1/payments -H", "$MARKETPLACE_KEY")).payments
      expect(sales).toMatchObject([
        { status: "pending" },
        { status: "paid", order_ref: "demo-1", split: { seller_amount_minor: 4_011_000 } },
      ])
      const { limits } = JSON.parse(answerOf("/v2/balance"))
      const sum = (payments: typeof paid) => payments.reduce((total, { amount }) => total + amount.amount, 0)
      expect(sum(paid)).toBeCloseTo(0.007 + askAnswer.usage.cost.amount, 6)
      // All of it, unless a month has just ended.
      const monthStart = Date.parse(limits.month_start)
      expect(limits.month_spent.amount).toBeCloseTo(sum(paid.filter(({ created_at }) => Date.parse(created_at) >= monthStart)), 6)
      const { charges } = JSON.parse(answerOf("/v2/usage"))
      expect(charges).toContainEqual(expect.objectContaining({ status: "charged", operation: "POST /notifications/send/sms" }))
      for (const name of ["notifications-api", "webhook-service", "chain", "stripe"])
        expect(answerOf("sandbox status")).toMatch(new RegExp(`^up +${name} `, "m"))
      expect(answerOf("payments list")).toMatch(/settled +credits +0\.002 USD +bank\.validate_iban/)
      expect(answerOf("ledger audit")).not.toContain("FAIL")
      for (const rail of ["sepa", "x402"]) {
        const call = answerOf(`X-Payment-Rail: ${rail}`)
        expect(call).toMatch(/^HTTP\/1.1 200 OK\r\n/)
        expect(call).toMatch(new RegExp(`\\r\\nx-payment-rail-used: ${rail}\\r\\n`))
        expect(call).toMatch(/\r\nx-money-moved: charged\r\n/)
      }
      const demanded = answerOf("curl", "$WALLET_API_KEY")
      expect(demanded).toMatch(/^HTTP\/1.1 402 /)
      expect(demanded).toMatch(/\r\npayment-required: [A-Za-z0-9+/]{200,}=*\r\n/)
      expect(JSON.parse(answerOf("/v1/me/sepa"))).toMatchObject({ mandate: { status: "active" }, can_spend: true })
      const topup = JSON.parse(answerOf("/v1/topups"))
      expect(topup).toMatchObject({ status: "open", amount: { amount: 20 } })
      // Opened right after the time moved on, and good for a day from there.
      expect(Date.parse(topup.expires_at)).toBeGreaterThan(Date.parse(topup.created_at))
      yield* filtersAndChecks(topup.id)
      yield* Effect.log(`first start ready after ${readyMs} ms at ${baseUrl}`)
    }),
  )

  it.effect("every command and a second server work beside a server on the same data, and no secret is shown a second time", () =>
    Effect.gen(function* () {
      const { env, secrets } = yield* DataDirectory
      const [first, second] = [yield* serve(env), yield* serve(env)]
      for (const { baseUrl, startupOutput } of [first, second]) {
        expect(startupOutput).toContain(`Farthing sandbox is ready at ${baseUrl}`)
        expect(startupOutput).not.toMatch(secretPattern)
      }
      expect(yield* everyCommand()).toBeGreaterThanOrEqual(6)
      for (const { baseUrl } of [first, second]) {
        const answers = secrets.map((secret) => send({ baseUrl, secret, path: "/v2/balance" }))
        expect((yield* Effect.all(answers)).map((reply) => reply.body.error?.code ?? reply.status)).toEqual([
          // The old and the new secret of the key that the first commands rotated and then revoked.
          "api_key_revoked",
          "api_key_revoked",
          200,
          200,
          "api_key_revoked",
          "api_key_revoked",
        ])
      }
      yield* Effect.log(`later starts ready after ${first.readyMs} ms and ${second.readyMs} ms`)
    }),
  )

  it.effect("commands print plain text without --json, and the same text with and without a server", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const commands = [["migrate"], ["key", "list"], ["payments", "list"], ["ledger", "audit"], ["reconcile"]]
      for (const command of commands) {
        const { code, stderr, stdout } = yield* farthing(command, env)
        expect([command, code, stderr]).toEqual([command, 0, ""])
        expect(stdout).toMatch(/^[^{]/)
      }
      const { payments } = (yield* runForJson("payments", "list")) as { payments?: ReadonlyArray<{ id: string }> }
      expect(yield* runForJson("payments", "show", payments![0]!.id)).toMatchObject({ id: payments![0]!.id })
      for (const command of [
        ["payments", "show"],
        ["call", "show"],
      ]) {
        const { stdout } = yield* farthing([...command, payments![0]!.id], env)
        expect(stdout).toMatch(/^id: \S+\n/)
        expect(stdout).toMatch(/^amount: \d\S* USD$/m)
        expect(stdout).toMatch(/^events:\n {2}type reserved, at \S+Z/m)
        expect(stdout).not.toMatch(/[{}]|null|undefined/)
      }
    }),
  )

  it.effect("no secret is stored anywhere in the data directory", () =>
    Effect.gen(function* () {
      const { env, secrets } = yield* DataDirectory
      expect(secrets.length).toBe(6)
      const files = readdirSync(env["FARTHING_DATA_DIR"]!, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      // PostgreSQL removes files of its own (pg_internal.init) while these are read.
      const contents = files.flatMap(({ name, parentPath }) => {
        const bytes = readUnlessRemoved(join(parentPath, name))
        return bytes === undefined ? [] : [{ bytes, name }]
      })
      expect(contents.length).toBeGreaterThan(500)
      const leaks = contents.filter(({ bytes }) => secrets.some((secret) => bytes.includes(secret)))
      expect(leaks.map(({ name }) => name)).toEqual([])
    }),
  )
})
