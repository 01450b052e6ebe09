import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { Dice } from "../../domain/ledger/model/Dice.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { listingAt, relayFixture } from "../../support/relay/fixture.ts"
import { expectAgreement, listAll } from "../../support/relay/expectations.ts"
import { sendRaw, type RawAnswer, summaryOf } from "../../support/relay/rawClient.ts"
import { minTooLargeBytes, stormyOrigin, type Witness } from "../../support/relay/origins.ts"
import { until } from "../../support/until.ts"

const origins = 6
const purchases = 240
const price = 1_500
const maxTries = 4

/** Answers after which a caller may retry with the same Idempotency-Key. */
const failures = new Set([
  "502,source_error,none",
  "503,source_unavailable,none",
  "504,source_timeout,none",
  "409,request_in_progress,none",
])
const refused = new Set([400, 404, 422, 429, 500, 503])
const isFailure = (got: RawAnswer) =>
  failures.has(String(summaryOf(got))) || (refused.has(got.status) && got.header("x-money-moved") === "none")
/** Of a machine that stood still its origins look as if they had: they are left alone for a while, and callers come back later. */
const isResting = (got: RawAnswer) => String(summaryOf(got)) === "503,source_unavailable,none"
/** The first request has not ended yet, though it was to have: it is requests for again, as after a 409. */
const isUnderWay = (got: RawAnswer) => got.status === 409 || String(summaryOf(got)) === "503,service_unavailable,held"
const isDelivery = (got: RawAnswer) => got.status < 400 && got.header("x-money-moved") === "charged"

/** The calls of each key: how many of them were captured. */
const capturedByKey = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { reads: sql } = yield* Database
  const rows = yield* sql<{ readonly key: string; readonly captured: number; readonly stored: number }>`
    select r.idempotency_key as key, count(*) filter (where c.state = 'captured')::int as captured, count(s.call)::int as stored
    from run r join call c on c.org = r.org and c.run = r.id left join result s on s.org = c.org and s.call = c.id
    where r.org = ${organisation} and r.idempotency_key is not null group by 1`
  return new Map(rows.map(({ captured, key, stored }) => [key, [captured, stored]]))
})

layer(relayFixture({ settings: { sourceTimeoutMs: 4_000 } }), { excludeTestServices: true })("a storm of relayed calls", (it) => {
  it.effect.each([1, 2])(
    `each of ${purchases} Idempotency-Keys is charged at most once, exactly for a complete answer, and replays it (seed %i)`,
    (seed) =>
      Effect.gen(function* () {
        const witness: Witness = { requests: new Map(), delivered: new Map() }
        const dice = new Dice(seed)
        const listings = yield* Effect.forEach(
          Array.from({ length: origins }),
          Effect.fnUntraced(function* (_, i) {
            const origin = yield* stormyOrigin(seed * 100 + i, witness)
            return listingAt(origin, { slug: `storm-${seed}-${i}`, maxAnswerBytes: minTooLargeBytes - 1 })
          }),
        )
        yield* listAll(listings)
        const buyer = yield* newBuyer()
        const heard: Array<RawAnswer> = []
        const bought = new Map<string, Buffer>()

        /** Asks until something was delivered or the patience is over; hangs up, or asks twice at once, as the dice say. */
        const purchase = Effect.fnUntraced(function* (
          { leaves, token, twice }: { token: string; leaves: boolean; twice: boolean },
          n: number,
        ) {
          const asking = { path: `/storm-${seed}-${n % origins}/parcels/${token}`, headers: { "idempotency-key": token } }
          if (leaves) yield* Effect.timeoutOption(Effect.ignore(sendRaw(buyer.secret, asking)), 1 + (n % 15))
          for (let tries = 0; tries < maxTries;) {
            const answers = yield* Effect.all(
              twice ? [sendRaw(buyer.secret, asking), sendRaw(buyer.secret, asking)] : [sendRaw(buyer.secret, asking)],
              {
                concurrency: 2,
              },
            )
            heard.push(...answers.filter((answer) => !isUnderWay(answer)))
            for (const answer of answers)
              expect([...summaryOf(answer), isDelivery(answer) || isFailure(answer) || isUnderWay(answer)]).toEqual([
                ...summaryOf(answer),
                true,
              ])
            const delivered = answers.find(isDelivery)
            if (delivered !== undefined) return void bought.set(token, delivered.bytes)
            if (answers.some(isResting)) yield* Effect.sleep(1_000)
            else if (answers.some(isUnderWay)) yield* Effect.sleep(20)
            else tries++
          }
        })
        const wanted = Array.from({ length: purchases }, (_, n) => ({ token: `t${n}`, leaves: dice.chance(25), twice: dice.chance(25) }))
        yield* Effect.forEach(wanted, purchase, { concurrency: 48, discard: true })
        yield* until(Effect.map(creditsPosition(buyer.organisation), ({ open }) => open === 0))

        // A key is charged once, where something was delivered, and only then is something stored.
        const charged = yield* capturedByKey(buyer.organisation)
        for (const { token } of wanted) {
          const [captured, stored] = charged.get(token)!
          expect([token, captured, stored]).toEqual([token, bought.has(token) ? 1 : captured, captured])
          expect([token, captured]).toEqual([token, Math.min(1, captured!)])
        }
        // What was charged for is an answer that the origin gave whole to this very token, and is given again byte for byte.
        const replays = yield* Effect.forEach(
          wanted.filter(({ token }) => charged.get(token)![0] === 1),
          ({ token }, i) => Effect.map(replay(token), (got) => ({ token, got, i })),
          { concurrency: 16 },
        )
        function replay(token: string) {
          const n = Number(token.slice(1))
          return sendRaw(buyer.secret, { path: `/storm-${seed}-${n % origins}/parcels/${token}`, headers: { "idempotency-key": token } })
        }
        for (const { got, token } of replays) {
          expect([token, isDelivery(got), got.header("x-idempotent-replay"), got.whole]).toEqual([token, true, "true", true])
          expect(witness.delivered.get(token)).toContain(got.bytes.toString("latin1"))
          if (bought.has(token)) expect([token, got.bytes.equals(bought.get(token)!)]).toEqual([token, true])
        }
        const { posted } = yield* creditsPosition(buyer.organisation)
        expect(posted).toBe(25_000_000 - replays.length * price)
        // Every call requests its origin at most once.
        const { calls } = yield* expectAgreement(buyer, [...heard, ...replays.map(({ got }) => got)])
        expect([...witness.requests.values()].reduce((sum, times) => sum + times, 0)).toBeLessThanOrEqual(calls.length)
        // The test had something to find.
        expect(replays.length).toBeGreaterThan(purchases / 2)
        expect(calls.length - replays.length).toBeGreaterThan(purchases / 4)
        expect(new Set(heard.map(({ status }) => status)).size).toBeGreaterThan(7)
        yield* expectCleanAudit
      }),
  )
})
