import { Context, Data, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { type MicroUsd, microUsd } from "../../domain/money/Money.ts"
import { dayMs, isoTime } from "../../domain/time.ts"
import { fromTables, RailUnavailable } from "../RailUnavailable.ts"
import { SepaTerms } from "./settings.ts"

/** Euros for a dollar as the fraction `num / den`, as it was `at` (milliseconds since 1970) by its `source`. */
export interface Rate {
  readonly num: bigint
  readonly den: bigint
  readonly source: string
  readonly at: number
}

/** The rate of a collection. It is read once per collection and stored with it. */
export class Rates extends Context.Service<Rates, { readonly usdToEur: Effect.Effect<Rate, RailUnavailable> }>()(
  "farthing/rails/sepa/Rates",
) {}

/** How many whole days old the rate is, and whether that is too old to fix an amount by it. */
export const ageOf = ({ at }: Rate, now: number, maxAgeDays: number | undefined) => {
  const days = Math.floor((now - at) / dayMs)
  return { days, isStale: maxAgeDays !== undefined && days > maxAgeDays }
}

/** The rate by which amounts may be fixed now; undefined where it is too old: what is owed waits for another. */
export const freshRate = Effect.fnUntraced(function* (now: number) {
  const { rateMaxAgeDays } = yield* SepaTerms
  const rate = yield* Effect.flatMap(Rates, ({ usdToEur }) => usdToEur)
  return ageOf(rate, now, rateMaxAgeDays).isStale ? undefined : rate
})

/** What an operator should know of the rate, from half of its life on. */
export const rateWarning = Effect.fnUntraced(function* (now: number) {
  const { rateMaxAgeDays } = yield* SepaTerms
  const rate = yield* Effect.flatMap(Rates, ({ usdToEur }) => usdToEur)
  const { days, isStale } = ageOf(rate, now, rateMaxAgeDays)
  if (isStale) return `The exchange rate of direct debits is ${days} days old: nothing new is collected until there is another.`
  return rateMaxAgeDays !== undefined && days * 2 > rateMaxAgeDays
    ? `The exchange rate of direct debits is ${days} days old. At more than ${rateMaxAgeDays} nothing new is collected.`
    : undefined
})

const microPerCent = 10_000n

/** Whole cents, rounded down: what is left stays owed. */
export const centsOf = (micro: bigint, { den, num }: Pick<Rate, "num" | "den">): bigint => (micro * num) / (den * microPerCent)

/**
 * The fewest micro-USD that are worth `cents`. Never more than the amount that was rounded down to these cents, so that
 * amount = `microOf(cents)` + remainder with a remainder of less than a cent.
 */
export const microOf = (cents: bigint, { den, num }: Pick<Rate, "num" | "den">): MicroUsd =>
  microUsd((cents * microPerCent * den + num - 1n) / num)

/** Hundredths of a currency in micro-USD. Zero where neither euros nor dollars are: their amount stays at Stripe. */
export const centsToMicro = (cents: bigint, currency: string, rate: Pick<Rate, "num" | "den">): MicroUsd =>
  currency === "eur" ? microOf(cents, rate) : microUsd(currency === "usd" ? cents * microPerCent : 0n)
/** As the API shows it: a decimal to read, rounded to 6 places, and the exact fraction by which amounts are computed. */
export const rateView = ({ at, den, num, source }: Rate) => {
  const millionths = (num * 2_000_000n + den) / (den * 2n)
  const decimal = `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, "0")}`
  return { eur_per_usd: decimal, eur_per_usd_exact: `${num}/${den}`, source, at: isoTime(at) }
}

interface Row {
  readonly num: bigint
  readonly den: bigint
  readonly source: string
  readonly at: bigint
}

/** A rate of tomorrow is in use: the day of its source may be ahead of UTC. One that is dated further ahead waits for its day. */
const inUse = "at <= farthing_now() + interval '1 day'"

/** The newest rate in use. A new one never changes what was claimed by an older one. */
export const pgRates = Effect.gen(function* () {
  const sql = yield* SqlClient
  return Rates.of({
    usdToEur: fromTables(
      sql.unsafe<Row>(`select num, den, source, ms(at) as at from rail_sepa.rate where ${inUse} order by at desc, id desc limit 1`),
    ).pipe(
      Effect.flatMap(([row]) =>
        row === undefined
          ? new RailUnavailable({
              message: "No exchange rate is known: set FARTHING_SEPA_USD_PER_EUR to the dollars that a euro is worth.",
            })
          : Effect.succeed({ num: BigInt(row.num), den: BigInt(row.den), source: row.source, at: Number(row.at) } satisfies Rate),
      ),
    ),
  })
})

/** A rate that is more than 10 % away from the one in use, or of a day to come: a slip of the pen would be collected from every debtor. */
export class RateRefused extends Data.TaggedError("RateRefused")<{ readonly message: string }> {}

const maxMovePercent = 10n

/** Refuses a rate that moved too far: that of the command `sepa rate`, or that of the settings. Rates are in ten-thousandths of a dollar for one euro. The first rate may be any. */
export const requireSmallMove = Effect.fnUntraced(function* (usdPerEur: bigint, isSetting = false) {
  const sql = yield* SqlClient
  const [last] = yield* fromTables(
    sql.unsafe<{ readonly num: bigint; readonly den: bigint }>(
      `select num, den from rail_sepa.rate where ${inUse} order by at desc, id desc limit 1`,
    ),
  )
  if (last === undefined) return
  const [num, den] = [BigInt(last.num), BigInt(last.den)]
  const before = (den * 10_000n) / num
  const move = usdPerEur > before ? usdPerEur - before : before - usdPerEur
  if (move * 100n <= before * maxMovePercent) return
  const shown = (rate: bigint) => `${rate / 10_000n}.${String(rate % 10_000n).padStart(4, "0")}`
  const away = `The rate ${shown(usdPerEur)} is more than ${maxMovePercent} % away from the one in use, ${shown(before)}. Nothing was stored.`
  const advice = isSetting
    ? `unset FARTHING_SEPA_USD_PER_EUR and store it: farthing sepa rate ${shown(usdPerEur)} --date DAY --force --reason "why".`
    : "repeat the command with --force."
  return yield* new RateRefused({ message: `${away} If it is right, ${advice}` })
})

/** Refuses a day to come: its rate would replace those of all days before it, and be never too old. */
export const requireKnownDay = Effect.fnUntraced(function* (at: number, setting?: string) {
  const sql = yield* SqlClient
  const [day] = yield* fromTables(
    sql.unsafe<{ readonly hasBegun: boolean }>(`select at_ms($1::text::float8) <= farthing_now() + interval '1 day' as "hasBegun"`, [
      String(at),
    ]),
  )
  if (day?.hasBegun === true) return
  return yield* new RateRefused({
    message: `${setting === undefined ? "" : `${setting}: `}${isoTime(at).slice(0, 10)} is a day to come. Nothing was stored. Give the day that the rate is of.`,
  })
})

/** The same for the rate of the settings, which every start reads again: one that was stored before is accepted. */
export const requireSmallMoveOfSetting = Effect.fnUntraced(function* (usdPerEur: bigint) {
  const sql = yield* SqlClient
  const stored = yield* fromTables(
    sql.unsafe(`select from rail_sepa.rate where num = 10000 and den = $1::text::bigint limit 1`, [usdPerEur.toString()]),
  )
  if (stored.length === 0) yield* requireSmallMove(usdPerEur, true)
})

/** Writes a rate down, unless it is there. `usdPerEur` is in ten-thousandths; without a day it is of this moment. */
export const keepRate = Effect.fnUntraced(function* (usdPerEur: bigint, source: string, at: number | undefined) {
  const sql = yield* SqlClient
  yield* fromTables(
    sql.unsafe(
      `insert into rail_sepa.rate (num, den, source, at) select 10000, $1::text::bigint, $2, coalesce(at_ms($3::text::float8), farthing_now()) where not exists (
         select from (select * from rail_sepa.rate order by at desc, id desc limit 1) last
         where last.num = 10000 and last.den = $1::text::bigint and last.source = $2 and ($3::text is null or last.at = at_ms($3::text::float8)))`,
      [usdPerEur.toString(), source, at === undefined ? null : String(at)],
    ),
  )
})

/** The rate that a sandbox begins with. */
export const keepFirstRate = Effect.fnUntraced(function* (usdPerEur: bigint) {
  const sql = yield* SqlClient
  yield* fromTables(
    sql.unsafe(
      `insert into rail_sepa.rate (num, den, source) select 10000, $1::text::bigint, 'sandbox' where not exists (select from rail_sepa.rate)`,
      [usdPerEur.toString()],
    ),
  )
})
