import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { request, buyerWithFaults, tableDigests, applyFault, plain, refusalFixture, type Fault } from "../../support/refusals/fixture.ts"
import { expectRefusal } from "../../support/refusals/envelope.ts"

/** One rule, broken: what is wrong with the buyer, and what with the request. */
interface Breach {
  readonly rule: string
  readonly status: number
  readonly code: string
  readonly error?: Readonly<Record<string, unknown>>
  /** What shows that it was this rule, where the code does not. */
  readonly names?: string
  readonly wrong?: Fault
  readonly poor?: true
  /** The Idempotency-Key began another run before. */
  readonly used?: true
  readonly key?: string
  readonly path?: string
  readonly query?: string
  readonly body?: string
  readonly headers?: ReadonlyArray<readonly [string, string]>
  readonly contentType?: string
}

const invalid = { status: 400, code: "invalid_request" } as const
const twice = (name: string, value: string) =>
  [
    [name, value],
    [name, value],
  ] as const
const tooMuch = (limit: string) => ({ status: 402, code: "spend_limit_exceeded", error: { limit } }) as const

/** The rules in the documented order. Breaches of one rule are grouped, and are not combined with each other. */
const order: ReadonlyArray<ReadonlyArray<Breach>> = [
  [{ rule: "body size", status: 413, code: "invalid_request", body: "x".repeat(65_537) }],
  [
    { rule: "authentication (unknown)", status: 401, code: "invalid_api_key", key: "frt_org_none" },
    { rule: "authentication (revoked)", status: 401, code: "api_key_revoked", wrong: "revoked" },
    { rule: "authentication (expired)", status: 401, code: "api_key_expired", wrong: "expired" },
  ],
  [{ rule: "rate", status: 429, code: "rate_limit_exceeded", wrong: "the minute used up" }],
  [{ rule: "scope", status: 403, code: "insufficient_scope", wrong: "no scope to execute" }],
  [
    { rule: "syntax (Idempotency-Key)", ...invalid, names: "Idempotency-Key", headers: [["Idempotency-Key", "a b"]] },
    { rule: "syntax (doubled Idempotency-Key)", ...invalid, names: "Idempotency-Key", headers: twice("Idempotency-Key", "a") },
    { rule: "syntax (doubled X-Payment-Rail)", ...invalid, names: "X-Payment-Rail", headers: twice("X-Payment-Rail", "credits") },
    { rule: "syntax (X-Payment-Rail)", ...invalid, names: "X-Payment-Rail", headers: [["X-Payment-Rail", "gold"]] },
    { rule: "syntax (wait_seconds)", ...invalid, names: "wait_seconds", query: "wait_seconds=56" },
    { rule: "syntax (unknown parameter)", ...invalid, names: "colour", query: "colour=red" },
    { rule: "syntax (max_spend)", ...invalid, names: "max_spend", query: "max_spend=-1" },
    { rule: "syntax (JSON)", ...invalid, names: "JSON", body: "{" },
    { rule: "syntax (UTF-8)", ...invalid, names: "UTF-8", body: "\xff" },
    { rule: "syntax (media type)", status: 415, code: "invalid_request", names: "Content-Type", contentType: "text/plain" },
    { rule: "syntax (workspace)", status: 400, code: "invalid_workspace", headers: [["X-Workspace-Id", "w"]] },
  ],
  [{ rule: "idempotency", status: 409, code: "idempotency_conflict", used: true }],
  [
    {
      rule: "organisation (suspended)",
      status: 403,
      code: "organisation_unavailable",
      names: "An operator has suspended this organisation",
      wrong: "suspended",
    },
    { rule: "organisation (spending off)", status: 403, code: "spending_not_permitted", wrong: "spending switched off" },
  ],
  [
    { rule: "source", status: 404, code: "source_not_found", path: "/v1/execute/nowhere/goods.plain" },
    { rule: "operation", status: 404, code: "operation_not_found", path: "/v1/execute/market/goods.none" },
  ],
  [
    { rule: "input (malformed)", status: 422, code: "invalid_source_input", body: '{"token":5}' },
    { rule: "input (missing)", status: 422, code: "invalid_source_input", body: "{}" },
  ],
  [{ rule: "max_spend", ...tooMuch("max_spend"), query: "max_spend=0.0009" }],
  [{ rule: "per-request limit", ...tooMuch("per_request"), wrong: "a per-request limit" }],
  [{ rule: "monthly limit", ...tooMuch("monthly"), wrong: "a monthly limit" }],
  [{ rule: "daily limit", ...tooMuch("daily"), wrong: "a daily limit" }],
  [
    { rule: "balance", status: 402, code: "insufficient_balance", poor: true },
    { rule: "rail", status: 403, code: "organisation_unavailable", names: "rail", wrong: "its only rail suspended" },
  ],
]

const pairs = order.flatMap((earlier, i) =>
  order
    .slice(i + 1)
    .flatMap((later) => earlier.flatMap((first) => later.flatMap((second) => (mayMeet(first, second) ? [{ first, second }] : [])))),
)

/** Two breaches that need the same part of one request cannot be in it together. */
function mayMeet(first: Breach, second: Breach): boolean {
  const shared = (["path", "body", "key"] as const).some((part) => first[part] !== undefined && second[part] !== undefined)
  const keyed = (breach: Breach) => breach.used === true || (breach.headers?.some(([name]) => name === "Idempotency-Key") ?? false)
  return !shared && !(keyed(first) && keyed(second))
}

const price = 0.001

/** A buyer and a request with all these rules broken. The run that used the key was bought while nothing was wrong yet. */
const breaking = Effect.fnUntraced(function* (breaches: ReadonlyArray<Breach>) {
  const used = breaches.some((breach) => breach.used)
  const poor = breaches.some((breach) => breach.poor)
  const { organisation, secret } = yield* buyerWithFaults([], { dollars: poor ? (used ? price : 0) : 25 })
  const key = ["Idempotency-Key", "used"] as const
  if (used) yield* request({ secret, headers: [key], body: { token: "earlier" } })
  for (const { wrong } of breaches) if (wrong !== undefined) yield* applyFault(organisation, wrong)
  const last = <K extends keyof Breach>(part: K) => breaches.map((breach) => breach[part]).find((value) => value !== undefined)
  const query = breaches.flatMap((breach) => breach.query ?? []).join("&")
  const options = {
    secret: last("key") ?? secret,
    path: `${last("path") ?? plain}${query === "" ? "" : `?${query}`}`,
    headers: [...breaches.flatMap((breach) => breach.headers ?? []), ...(used ? [key] : [])],
    contentType: last("contentType") ?? "application/json",
    ...(last("body") === undefined ? {} : { body: Buffer.from(last("body")!, "latin1") }),
  }
  const before = yield* tableDigests
  const answer = yield* request(options)
  expect(yield* tableDigests).toEqual(before)
  return answer
})

const expectBreach = (answer: Effect.Success<ReturnType<typeof breaking>>, { code, error, names, status }: Breach) =>
  expectRefusal(answer, { status, code, paid: true, ...(error && { error }), ...(names !== undefined && { names }) })

layer(refusalFixture(), { excludeTestServices: true })("the order of refusals", (it) => {
  it.effect.each(order.flat())("a request that breaks only this rule is refused for it: $rule", (breach) =>
    Effect.map(breaking([breach]), (answer) => expectBreach(answer, breach)),
  )

  it.effect.each(pairs)("$first.rule before $second.rule", ({ first, second }) =>
    Effect.map(breaking([first, second]), (answer) => expectBreach(answer, first)),
  )

  it.effect("every pair of neighbouring rules was broken together", () =>
    Effect.sync(() => {
      const met = new Set(pairs.map(({ first, second }) => `${ruleOf(first)} ${ruleOf(second)}`))
      for (let i = 0; i + 1 < order.length; i++) expect(met).toContain(`${i} ${i + 1}`)
    }),
  )

  it.effect("a replay is answered despite later faults, but only after authentication and the checks of the request's form", () =>
    Effect.gen(function* () {
      const key = ["Idempotency-Key", "replayed"] as const
      for (const breach of order.slice(2).flat()) {
        if (breach.wrong === undefined) continue
        const { organisation, secret } = yield* buyerWithFaults([])
        const bought = yield* request({ secret, headers: [key] })
        yield* applyFault(organisation, breach.wrong)
        const again = yield* request({ secret, headers: [key] })
        if (breach.rule === "rate" || breach.rule === "scope") expectBreach(again, breach)
        else
          expect([breach.rule, again.status, again.header("x-idempotent-replay"), again.header("x-payment-id")]).toEqual([
            breach.rule,
            200,
            "true",
            bought.header("x-payment-id"),
          ])
      }
    }),
  )
})

const ruleOf = (breach: Breach) => order.findIndex((rule) => rule.includes(breach))
