import { refundOf } from "../../domain/ledger/contract/corrections.ts"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Audit } from "../../../domain/ledger/Ledger.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { auditChecks, PgAudit } from "../../../layers/postgres/PgAudit.ts"
import {
  type Buyer,
  cancelOf,
  captureOf,
  deliverOf,
  option,
  openBuyer,
  releaseOf,
  reserved,
  reserveOf,
  run,
  settleOf,
  sourceFailed,
  usd,
} from "../../support/ledger/commands.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

/** Books with a call of every kind in them. */
const books = Effect.gen(function* () {
  const buyer = yield* openBuyer({
    accounts: [
      { id: "sepa", creditLimit: usd(50_000) },
      { id: "chain", creditLimit: usd(50_000) },
    ],
  })
  const idempotency = { endpoint: "execute", key: "order-1", hash: "h" }
  const first = reserveOf(buyer, { begins: { kind: "direct", request: "{}", waitMs: 0, idempotency } })
  yield* run(captureOf(yield* reserved(first), { amount: usd(900) }))
  const claimed = option({ rail: "chain", settles: "before_dispatch", deposits: { remainderTo: "credits" }, claim: `nonce ${buyer.key}` })
  yield* run(captureOf(yield* reserved(reserveOf(buyer, { options: [claimed] })), { amount: usd(400), proof: "{}" }))
  const upfront = { ...claimed, claim: `other nonce ${buyer.key}` }
  const refund = { amount: usd(0), body: null, proof: "{}", error: sourceFailed }
  yield* run(captureOf(yield* reserved(reserveOf(buyer, { options: [upfront] })), refund))
  const later = yield* reserved(reserveOf(buyer, { options: [option({ rail: "sepa", settles: "later", feeBasisPoints: 0 })] }))
  yield* run(captureOf(later))
  yield* run(settleOf(later, "settled"))
  yield* run(settleOf(later, "failed"))
  const whole = yield* reserved(reserveOf(buyer))
  yield* run(captureOf(whole, { amount: usd(800) }))
  yield* run(refundOf(whole))
  const part = yield* reserved(reserveOf(buyer))
  yield* run(captureOf(part, { amount: usd(600) }))
  yield* run(refundOf(part, { amount: usd(599) }))
  yield* run(releaseOf(yield* reserved(reserveOf(buyer))))
  yield* run(cancelOf(yield* reserved(reserveOf(buyer))))
  yield* run(deliverOf(yield* reserved(reserveOf(buyer))))
  yield* run(reserveOf(buyer))
  return buyer
})

const transfer = (call: string, ref: string) =>
  `insert into transfer (org, call, ref, debit, credit, amount, at) values ($1, ${call}, ${ref}, 'outside:a', 'outside:b', 1, farthing_now())`
const released = "(select id from call where org = $1 and state = 'released' limit 1)"

/** Ways to break each invariant, as the owner of the database could. `$1` is the organisation. */
const breaches: Readonly<Record<string, ReadonlyArray<string>>> = {
  "an account's posted balance is the sum of its transfers": [
    "update account set posted = posted + 1 where org = $1 and id = 'credits'",
    "delete from transfer where org = $1 and debit = 'outside:grant'",
    "insert into transfer (org, ref, debit, credit, amount, at) values ($1, 'made up', 'outside:a', 'buyer:nowhere', 1, farthing_now())",
  ],
  "an account holds exactly the maximum of its open calls": [
    "update account set held = held - 1 where org = $1 and id = 'credits'",
    "update account set open = open + 1 where org = $1 and id = 'sepa'",
    "update call set max = max + 1 where org = $1 and state = 'reserved'",
  ],
  "the list of open calls is the calls that are reserved": [
    "delete from open_call where org = $1",
    "insert into open_call (org, call, node, deadline) select org, id, node, deadline from call where org = $1 and state = 'captured'",
    "update open_call set node = gen_random_uuid() where org = $1",
  ],
  "the list of unsettled calls is the calls that wait for their rail": [
    "insert into unsettled (org, call, rail, captured_at) select org, id, rail, closed_at from call where org = $1 and state = 'captured' and settles = 'at_capture' limit 1",
    "update call set settlement = 'pending' where org = $1 and state = 'captured' and settles <> 'at_capture'",
  ],
  "a prepaid account never spends more than it has": ["update account set posted = credit_limit * -1 where org = $1 and id = 'credits'"],
  "a charged call has a stored result": ["delete from result where org = $1"],
  "a captured call's transfers add up to what it charged": [
    "update call set amount = amount - 1 where org = $1 and state = 'captured'",
    "delete from transfer where org = $1 and credit like 'payee:%'",
    "update transfer set amount = amount + 1 where org = $1 and credit like 'payee:%'",
  ],
  "the fee of a captured call is its frozen share, floored": [
    "update transfer set amount = amount + 1 where org = $1 and credit = 'platform:fees'",
    "update call set fee_basis_points = fee_basis_points + 1000 where org = $1 and state = 'captured'",
  ],
  "a released call moved nothing": [transfer(released, "null"), "update call set state = 'released' where org = $1 and state = 'captured'"],
  "every transfer belongs to a call or a posted reference": [
    transfer("gen_random_uuid()", "null"),
    transfer("null", "'never posted'"),
    transfer("null", "null"),
    transfer(released, "'both'"),
    "delete from post_ref where org = $1",
  ],
  "what is counted as spent, by key, rail and API, is the sum of the calls less what was refunded, holds included": [
    "update spend set spent = spent + 1 where org = $1 and scope like 'key:%' and length(period) = 7",
    "update spend set spent = spent - 1 where org = $1 and scope like 'key:%' and length(period) = 10",
    "update spend set spent = spent - 1 where org = $1 and scope like 'rail:%'",
    "delete from spend where org = $1",
    "insert into spend (org, scope, period, spent) values ($1, 'key:missing', '2026-01', 1)",
  ],
  "a refund gives back at most what its call charged, and all of it where the call is refunded": [
    "update transfer set amount = amount + 2 where org = $1 and call is not null and debit like 'payee:%' and credit = 'buyer:credits'",
    "update call set state = 'captured' where org = $1 and state = 'refunded' and delivered",
    "delete from transfer where org = $1 and call is not null and debit like 'payee:%' and amount > 600",
  ],
  "a direct run ends with its call, unless it was cancelled": [
    "update run set status = 'running' where org = $1 and status = 'completed'",
    "update run set status = 'completed' where org = $1 and status = 'running'",
  ],
  "a step of an ask is one call": [
    `with two as (select id, min(run::text) over ()::uuid as run from (select id, run from call where org = $1 order by id limit 2) t),
      moved as (update call c set run = two.run, step = 0 from two where c.org = $1 and c.id = two.id)
      insert into ask (org, run, revision, body) select $1, run, 0, '{}' from two limit 1`,
  ],
  "an Idempotency-Key names a run that exists": [
    "update idempotency set run = gen_random_uuid() where org = $1",
    "delete from run where org = $1 and idempotency_key is not null",
  ],
  "a claim pays one call that exists": [
    "update claim set call = gen_random_uuid() where org = $1",
    "delete from call where org = $1 and rail = 'chain'",
  ],
}

const audited = Effect.gen(function* () {
  const audit = yield* Audit
  return new Map((yield* audit.run).map((check) => [check.name, check.violations]))
})

const plant = Effect.fnUntraced(function* (statement: string, { organisation }: Buyer) {
  const owner = yield* Owner
  yield* owner.withTransaction(
    Effect.gen(function* () {
      yield* owner`alter table transfer disable trigger transfer_append_only`
      yield* owner.unsafe(statement.replaceAll("$1", `'${organisation}'`))
      yield* owner`alter table transfer enable trigger transfer_append_only`
    }),
  )
})

layer(PgAudit.pipe(Layer.provideMerge(postgresLedgerFixture)), { excludeTestServices: true })("the audit", (it) => {
  it.effect("the audit finds nothing in a database that only the ledger wrote", () =>
    Effect.gen(function* () {
      yield* books
      expect([...(yield* audited)].filter(([, violations]) => violations > 0)).toEqual([])
    }),
  )

  it.effect("every check of the audit has a breach below that tests it", () =>
    Effect.sync(() => expect(Object.keys(breaches).sort()).toEqual(Object.keys(auditChecks).sort())),
  )

  for (const [name, statements] of Object.entries(breaches)) {
    for (const statement of statements) {
      it.effect(`the audit finds a breach of the rule that ${name}: ${statement.slice(0, 90)}`, () =>
        Effect.gen(function* () {
          const before = (yield* audited).get(name)!
          const buyer = yield* books
          expect((yield* audited).get(name), "sound books add nothing").toBe(before)
          yield* plant(statement, buyer)
          expect((yield* audited).get(name)).toBeGreaterThan(before)
        }),
      )
    }
  }

  it.effect(
    "the serving role cannot change the ledger's rows: not a transfer is updated, deleted or truncated, by the owner of a server of one's own either",
    () =>
      Effect.gen(function* () {
        const owner = yield* Owner
        const { money: gateway } = yield* Database
        const { organisation } = yield* books
        for (const statement of [
          `update transfer set amount = 1 where org = '${organisation}'`,
          `delete from transfer where org = '${organisation}'`,
          "truncate transfer",
        ]) {
          expect(String((yield* Effect.flip(gateway.unsafe(statement))).reason.cause), statement).toContain("permission denied")
          expect(String((yield* Effect.flip(owner.unsafe(statement))).reason.cause), statement).toContain("never changed or deleted")
        }
      }),
  )
})
