import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { currenciesSource } from "../../../../layers/sources/currencies/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

layer(only(currenciesSource))("currency.amount_check", (it) => {
  const check = (code: string, amount: string) =>
    Effect.map(call("currencies", "currency.amount_check", { "currency.code": code, "currency.amount": amount }), (data) =>
      Object(at(data, "currency")),
    )

  it.effect("an amount is possible if it has no more decimals than its currency", () =>
    Effect.gen(function* () {
      for (const [code, amount, fits, units] of [
        ["JPY", "1,250.50", false, null],
        ["JPY", "1250", true, "1250"],
        ["JPY", "1250.0", false, null],
        ["BHD", "1,250.500", true, "1250500"],
        ["KWD", "12.345", true, "12345"],
        ["EUR", "1.250,50", true, "125050"],
        ["EUR", "0.5", true, "50"],
        ["EUR", "1,099.995", false, null],
        ["ISK", "98,400", true, "98400"],
        ["CHF", "1'234.05", true, "123405"],
        ["USD", "1,234,567", true, "123456700"],
      ] as const)
        assert.deepInclude(yield* check(code, amount), { amount_fits: fits, minor_units: units }, `${amount} ${code}`)
    }),
  )

  it.effect("an amount that is possible in one of its two readings alone is a question back", () =>
    Effect.gen(function* () {
      assert.match(JSON.stringify(yield* Effect.flip(check("EUR", "1.250"))), /1\.250 or 1250/u)
      assert.match(JSON.stringify(yield* Effect.flip(check("XAU", "1.5"))), /no fixed number of decimals/u)
    }),
  )
})
