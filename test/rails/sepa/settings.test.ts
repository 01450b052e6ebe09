import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { Deployment } from "../../../domain/rail/Deployment.ts"
import { readSettings, settingNames } from "../../../rails/sepa/settings.ts"

const read = (env: Readonly<Record<string, string>>, mode: "sandbox" | "live" = "sandbox") =>
  readSettings.pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)),
    Effect.provideService(Deployment, { mode, testMoney: mode === "sandbox" }),
  )
const mistakes = (env: Readonly<Record<string, string>>) => Effect.map(Effect.flip(read(env)), (error) => error.mistakes.join(" "))

describe("the settings of direct debits", () => {
  it.effect("the settings of direct debits accept amounts of euros to the cent", () =>
    Effect.gen(function* () {
      const { terms, usdPerEur } = yield* read({})
      expect(terms).toMatchObject({ monthlyFeeCents: 900n, thresholdCents: 2_500n, exposureCents: 5_000n, trustedExposureCents: 50_000n })
      expect(usdPerEur).toBeUndefined()
      const own = yield* read({
        FARTHING_SEPA_MONTHLY_FEE: "0",
        FARTHING_SEPA_THRESHOLD: "12.5",
        FARTHING_SEPA_USD_PER_EUR: "1.0873",
        FARTHING_SEPA_RATE_DATE: "2026-11-20",
        FARTHING_SEPA_RATE_MAX_AGE_DAYS: "3",
      })
      expect([own.rateDate, own.terms.rateMaxAgeDays]).toEqual([Date.UTC(2026, 10, 20), 3])
      expect(own.terms).toMatchObject({ monthlyFeeCents: 0n, thresholdCents: 1_250n })
      expect(own.usdPerEur).toBe(10_873n)
    }),
  )

  it.effect("each wrong setting of direct debits is refused with a sentence before anything starts", () =>
    Effect.gen(function* () {
      for (const amount of ["9.999", "-1", "nine", "1e3", "1,50"])
        expect(yield* mistakes({ FARTHING_SEPA_MONTHLY_FEE: amount })).toContain("FARTHING_SEPA_MONTHLY_FEE must be an amount of euros")
      expect(yield* mistakes({ FARTHING_SEPA_THRESHOLD: "51" })).toContain("must not be above FARTHING_SEPA_EXPOSURE_CAP")
      expect(yield* mistakes({ FARTHING_SEPA_EXPOSURE_CAP: "501" })).toContain("FARTHING_SEPA_TRUSTED_CAP must not be below")
      expect(yield* mistakes({ FARTHING_SEPA_USD_PER_EUR: "0" })).toContain("FARTHING_SEPA_USD_PER_EUR must be")
      for (const day of ["2026-02-30", "20.11.2026", "2026-11-20T00:00:00Z"])
        expect(yield* mistakes({ FARTHING_SEPA_RATE_DATE: day })).toContain("FARTHING_SEPA_RATE_DATE must be the day")
      expect(yield* mistakes({ FARTHING_SEPA_RATE_MAX_AGE_DAYS: "0" })).toContain("must be a whole number of days")
      const undated = yield* Effect.flip(read({ FARTHING_SEPA_USD_PER_EUR: "1.0873" }, "live"))
      expect(undated.mistakes).toEqual([expect.stringContaining("FARTHING_SEPA_RATE_DATE is missing")])
      expect(settingNames).toContain("FARTHING_SEPA_RATE_DATE")
    }),
  )
})
