import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, refusedField } from "./answer.ts"
import { dataDatabase } from "../../../support/database.ts"
import { open } from "./open.ts"

layer(dataDatabase, { timeout: 400_000 })("the area code of a town", (it) => {
  it.effect("the area code of a town is answered as it is dialled in its country and from another one", () =>
    Effect.gen(function* () {
      const source = yield* open
      const { data } = yield* ask(source, "phone.area_code", { town: "München" })
      assert.deepEqual(data.phone, {
        town_name: "Munich, Germany",
        area_code: "089",
        area_codes: ["089"],
        area_codes_abroad: ["+49 89"],
        area_code_count: 1,
        further_codes: false,
      })
      const chicago = (yield* ask(source, "phone.area_code", { town: "Chicago" })).data.phone
      assert.deepEqual([chicago.area_codes, chicago.area_code, chicago.further_codes], [["312", "773", "872"], null, true])
      for (const [town, country, code] of [
        ["Zürich", "CH", ["043", "044"]],
        ["Osaka", "JP", ["06"]],
        ["Birmingham", "GB", ["0121"]],
      ] as const)
        assert.deepEqual((yield* ask(source, "phone.area_code", { town, country })).data.phone.area_codes, code, town)
    }),
  )

  it.effect("a town without a certain area code fails the call, so that nothing is paid", () =>
    Effect.gen(function* () {
      const source = yield* open
      const expected = [
        ["Lyon", "no area codes of France"],
        ["Newport, Wales", "do not state which one they mean"],
        ["Salford", "name no area code of Salford"],
        ["Zzyzxville Nowhere", "There is no place with the name"],
      ] as const
      for (const [town, reason] of expected)
        assert.include(String(yield* Effect.flip(ask(source, "phone.area_code", { town }))), reason, town)
      assert.strictEqual(refusedField(source, "phone.area_code", { town: "Cornwall" }), "phone.town")
    }),
  )
})
