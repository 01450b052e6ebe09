import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { type Rate, Rates } from "../Rates.ts"
import { SepaUnavailable } from "../SepaUnavailable.ts"
import { reached } from "./reached.ts"

interface Row {
  readonly num: bigint
  readonly den: bigint
  readonly source: string
  readonly at: bigint
}

/** The newest rate; one that is dated ahead waits for its day. A new one never changes what was claimed by an older one. */
export const pgRates = Effect.gen(function* () {
  const sql = yield* SqlClient
  return Rates.of({
    usdToEur: reached(
      sql.unsafe<Row>(
        `select num, den, source, ms(at) as at from rail_sepa.rate where at <= farthing_now() + interval '1 day' order by at desc, id desc limit 1`,
      ),
    ).pipe(
      Effect.flatMap(([row]) =>
        row === undefined
          ? new SepaUnavailable({
              message: "No exchange rate is known: set FARTHING_SEPA_USD_PER_EUR to the dollars that a euro is worth.",
            })
          : Effect.succeed({ num: BigInt(row.num), den: BigInt(row.den), source: row.source, at: Number(row.at) } satisfies Rate),
      ),
    ),
  })
})

/** Writes a rate down, unless it is there. `usdPerEur` is in ten-thousandths; without a day it is of this moment. */
export const keepRate = Effect.fnUntraced(function* (usdPerEur: bigint, source: string, at: number | undefined) {
  const sql = yield* SqlClient
  yield* reached(
    sql.unsafe(
      `insert into rail_sepa.rate (num, den, source, at) select 10000, $1::text::bigint, $2, coalesce(at_ms($3::text::float8), farthing_now()) where not exists (
         select from (select * from rail_sepa.rate order by at desc, id desc limit 1) last
         where last.num = 10000 and last.den = $1::text::bigint and last.source = $2 and ($3::text is null or last.at = at_ms($3::text::float8)))`,
      [usdPerEur.toString(), source, at === undefined ? null : String(at)],
    ),
  )
})

/** The rate that a sandbox begins with. */
export const beginRate = Effect.fnUntraced(function* (usdPerEur: bigint) {
  const sql = yield* SqlClient
  yield* reached(
    sql.unsafe(
      `insert into rail_sepa.rate (num, den, source) select 10000, $1::text::bigint, 'sandbox' where not exists (select from rail_sepa.rate)`,
      [usdPerEur.toString()],
    ),
  )
})
