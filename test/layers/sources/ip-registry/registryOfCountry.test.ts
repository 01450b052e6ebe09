import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import { registryOfCountry } from "../../../../layers/sources/ip-registry/registryOfCountry.ts"

const registry = (country: string) =>
  Effect.gen(function* () {
    const { values, variant } = yield* Effect.fromResult(resolveInput(registryOfCountry, { country }))
    return JSON.parse(JSON.stringify((yield* variant.run(values, 1)).data)).registry
  })

it.effect("each country has the regional registry in whose service region it lies", () =>
  Effect.gen(function* () {
    // After the service regions that the five registries publish.
    const expected = {
      AFRINIC: "ZA KE EG MA MU RE YT NG",
      APNIC: "JP CN IN AU NZ AF PK MN BD IO TF FJ GU CC",
      ARIN: "US CA JM BS BM GP MQ PR SH AQ KY",
      LACNIC: "BR MX AR CL CU DO HT TT GF BZ SX FK",
      "RIPE NCC": "DE GB RU TR IL IR KZ UZ SA AE GL CY GE AZ UA YE",
    }
    for (const [id, codes] of Object.entries(expected))
      for (const code of codes.split(" ")) assert.strictEqual((yield* registry(code)).id, id, code)
    assert.strictEqual((yield* registry("BR")).national, "NIC.br")
    assert.strictEqual((yield* registry("JP")).national, "JPNIC")
    assert.isNull((yield* registry("DE")).national)
  }),
)
