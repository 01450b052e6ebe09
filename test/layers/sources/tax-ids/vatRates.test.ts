import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { call, at } from "../call.ts"
import { only } from "../only.ts"

const rates = (input: Readonly<Record<string, unknown>>) =>
  Effect.map(call("tax-ids", "tax.vat_rates", input), (document) => Object(at(document, "vat")))

layer(only(taxIds))("tax.vat_rates", (it) => {
  it.effect("the rates of the European Union are listed, the highest first, with the highest, the lowest and the average", () =>
    Effect.gen(function* () {
      const vat = yield* rates({ "condition.european_union": true })
      assert.deepEqual([vat.count, vat.rates.length, vat.unknown], [27, 27, []])
      assert.deepEqual([vat.highest_percent, vat.highest.map(({ name }: { name: string }) => name)], [27, ["Hungary"]])
      assert.deepEqual([vat.lowest_percent, vat.lowest.map(({ name }: { name: string }) => name)], [17, ["Luxembourg"]])
      assert.closeTo(vat.average_percent, 21.9, 0.3)
      const percents = vat.rates.map(({ percent }: { percent: number }) => percent)
      assert.deepEqual(
        percents,
        percents.toSorted((a: number, b: number) => b - a),
      )
    }),
  )

  it.effect("conditions are combined, and countries without a known rate are named", () =>
    Effect.gen(function* () {
      const nordic = yield* rates({ "condition.region": "Nordic countries", "condition.euro_area": true })
      assert.deepEqual(
        nordic.rates.map(({ code }: { code: string }) => code),
        ["FI"],
      )
      const asia = yield* rates({ "condition.region": "Asia" })
      assert.isAbove(asia.unknown.length, 0)
    }),
  )
})
