import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ip2locLite } from "../../../../layers/sources/ip2loc-lite/source.ts"
import { ask } from "../almanac/ask.ts"

const country = (address: string) => ask(ip2locLite, "ip.country", { address })

describe("ip2loc-lite", () => {
  it.effect("ip2loc-lite gives the country of well-known addresses", () =>
    Effect.gen(function* () {
      const expected: Readonly<Record<string, string>> = {
        "193.0.6.139": "NL",
        "8.8.8.8": "US",
        "133.1.1.1": "JP",
        "200.160.2.3": "BR",
        "212.58.244.20": "GB",
        "175.45.176.1": "KP",
        "1.128.0.1": "AU",
        "223.255.254.1": "SG",
        "41.162.0.1": "ZA",
      }
      for (const [address, code] of Object.entries(expected)) {
        const name = new Intl.DisplayNames(["en"], { type: "region" }).of(code) ?? null
        assert.deepEqual(yield* country(address), { ip: { address, version: 4, found: true }, country: { code, name } })
      }
    }),
  )

  it.effect("ip2loc-lite reads IPv4 inside IPv6, and refuses IPv6 with the name of the source that covers it", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* country("::ffff:8.8.8.8"), { ip: { address: "8.8.8.8", version: 4, found: true } })
      const error = yield* Effect.flip(country("2001:4860:4860::8888"))
      assert.include(error, { _tag: "invalid_source_input" })
      assert.match(error.message, /Use ip-registry/u)
    }),
  )

  it.effect("ip2loc-lite refuses an address that is not on the internet", () =>
    Effect.gen(function* () {
      for (const address of ["10.0.0.1", "127.0.0.1", "224.0.0.1", "nowhere"])
        assert.include(yield* Effect.flip(country(address)), { _tag: "invalid_source_input" })
    }),
  )
})
