import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { RailDatabase } from "../../../layers/postgres/Database.ts"
import {
  keepFirstRate,
  keepRate,
  pgRates,
  rateView,
  requireKnownDay,
  requireSmallMove,
  requireSmallMoveOfSetting,
} from "../../../rails/sepa/rates.ts"
import { noon } from "../../support/ledger/LedgerFixture.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

const dayMs = 86_400_000
const today = Math.floor(noon / dayMs) * dayMs

layer(Layer.provideMerge(RailDatabase, postgresLedgerFixture), { excludeTestServices: true })("the exchange rates", (it) => {
  it.effect("the exchange rate of the latest day is used, in whatever order the rates were stored", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const { usdToEur } = yield* pgRates
      const now = Effect.map(usdToEur, ({ at, den, source }) => ({ at, den, source }))
      expect((yield* Effect.flip(usdToEur)).message).toContain("No exchange rate is known")
      yield* keepFirstRate(10_870n)
      expect(yield* now).toEqual({ den: 10_870n, source: "sandbox", at: noon })
      yield* owner`delete from rail_sepa.rate`
      yield* keepRate(10_900n, "ECB", today - dayMs)
      yield* keepRate(10_800n, "ECB", today - 2 * dayMs)
      yield* keepRate(20_000n, "a slip of the pen", today + 300 * dayMs)
      yield* keepFirstRate(10_870n)
      expect(yield* now).toEqual({ den: 10_900n, source: "ECB", at: today - dayMs })
      // A new rate is compared with the one in use, not with that of a day to come.
      yield* requireSmallMove(10_900n)
      yield* owner`delete from rail_sepa.rate where den = 20000`
      yield* keepRate(10_900n, "ECB", today - dayMs)
      expect(yield* owner`select from rail_sepa.rate`).toHaveLength(2)
      yield* keepRate(10_950n, "ECB", today - dayMs)
      expect((yield* now).den, "a correction of the same day").toBe(10_950n)
      // The settings of a start may still name a rate of yesterday.
      yield* requireSmallMoveOfSetting(10_800n)
      expect(yield* Effect.isFailure(requireSmallMoveOfSetting(20_000n))).toBe(true)
      yield* requireSmallMove(12_045n)
      yield* requireSmallMove(9_855n)
      for (const [rate, shown] of [
        [12_046n, "1.2046"],
        [9_854n, "0.9854"],
        [109_500n, "10.9500"],
      ] as const) {
        const { message } = yield* Effect.flip(requireSmallMove(rate))
        expect(message).toContain(`The rate ${shown} is more than 10 % away from the one in use, 1.0950.`)
        // The command needs no change of the settings; a rate of the settings does.
        expect(message).toMatch(/repeat the command with --force\.$/)
        expect((yield* Effect.flip(requireSmallMoveOfSetting(rate))).message).toContain("unset FARTHING_SEPA_USD_PER_EUR")
      }
      // A rate that is dated a year ahead is not in use: the next one is not measured by it.
      yield* keepRate(12_000n, "slip", Date.now() + 365 * 86_400_000)
      expect((yield* Effect.flip(requireSmallMove(13_000n))).message).toContain("away from the one in use, 1.0950")
    }),
  )

  it.effect("a rate of a day to come is refused, and one of tomorrow, where its source may be already, is stored", () =>
    Effect.gen(function* () {
      yield* requireKnownDay(today + dayMs)
      expect((yield* Effect.flip(requireKnownDay(today + 365 * dayMs))).message).toMatch(
        /^\d{4}-\d\d-\d\d is a day to come\. Nothing was stored\./,
      )
      const ofSetting = requireKnownDay(today + 365 * dayMs, "FARTHING_SEPA_RATE_DATE")
      expect((yield* Effect.flip(ofSetting)).message).toMatch(/^FARTHING_SEPA_RATE_DATE: \d{4}/)
    }),
  )

  it("a rate is shown as a decimal that is rounded to six places, beside the exact fraction", () => {
    const shown = (num: bigint, den: bigint) => {
      const { eur_per_usd, eur_per_usd_exact } = rateView({ num, den, source: "ECB", at: noon })
      return [eur_per_usd, eur_per_usd_exact]
    }
    expect(shown(10_000n, 10_870n)).toEqual(["0.919963", "10000/10870"])
    expect(shown(10_000n, 15_000n)).toEqual(["0.666667", "10000/15000"])
    expect(shown(10_000n, 9_999n)).toEqual(["1.000100", "10000/9999"])
  })
})
