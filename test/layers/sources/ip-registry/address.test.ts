import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cidrsOf, flattenRanges, type IpRange } from "../../../../layers/sources/ip-registry/ranges.ts"
import { addressOf, keyOf, numberOf, versionOf } from "../../../../layers/sources/ip-registry/address.ts"
import { ipRegistry } from "../../../../layers/sources/ip-registry/source.ts"
import { ask } from "../almanac/ask.ts"

const source = ipRegistry(
  () => Effect.succeed([] as never),
  () => Effect.succeed([] as never),
)
const refusal = (address: unknown) => Effect.flip(ask(source, "ip.country", { address }))

describe("addresses", () => {
  it.effect("addresses that are not on the internet are refused with their purpose", () =>
    Effect.gen(function* () {
      const refused: Readonly<Record<string, RegExp>> = {
        "10.1.2.3": /private/u,
        "172.16.0.1": /private/u,
        "192.168.1.1": /private/u,
        "127.0.0.1": /loopback/u,
        "0.0.0.0": /unspecified/u,
        "100.64.1.1": /shared address space/u,
        "169.254.1.1": /link-local/u,
        "224.0.0.1": /multicast/u,
        "255.255.255.255": /broadcast/u,
        "240.0.0.1": /reserved/u,
        "192.0.2.1": /reserved for documentation/u,
        "198.51.100.7": /reserved for documentation/u,
        "::1": /loopback/u,
        "::": /unspecified/u,
        "fe80::1": /link-local/u,
        "fd00::1": /unique local/u,
        "ff02::1": /multicast/u,
        "2001:db8::1": /reserved for documentation/u,
        "2002:c000:204::1": /6to4/u,
        "2001:0:4136:e378::1": /Teredo/u,
        "64:ff9b::808:808": /translated/u,
        "::ffff:10.0.0.1": /10\.0\.0\.1 is private/u,
        "4000::1": /not assigned/u,
      }
      for (const [address, reason] of Object.entries(refused)) {
        const error = yield* refusal(address)
        assert.include(error, { _tag: "invalid_source_input", field: "ip.address" }, address)
        assert.match(error.message, reason, address)
      }
    }),
  )

  it.effect("text that is not an IP address is refused", () =>
    Effect.gen(function* () {
      const wrong = [
        "",
        "1",
        "1.2.3",
        "256.1.1.1",
        "010.0.0.1",
        "0x08.8.8.8",
        "8.8.8.8/24",
        "fe80::1%eth0",
        "2001::g",
        ":::",
        "1.2.3.4.5",
        "example.com",
        "٨.٨.٨.٨",
        "constructor",
        "9".repeat(1_000),
        134744072,
        null,
        ["8.8.8.8"],
      ]
      for (const address of wrong) assert.include(yield* refusal(address), { _tag: "invalid_source_input" }, String(address))
    }),
  )

  it("addresses converted to numbers and back are unchanged, and their text sorts in the same order", () => {
    const addresses = ["0.0.0.1", "1.2.3.4", "128.0.0.0", "255.255.255.254", "2001:db8::1", "2001:db8:0:1::", "fe80::1:2:3:4", "ffff::"]
    const keys = addresses.map((address) => keyOf(numberOf(address), versionOf(address)))
    assert.deepEqual(keys, [...keys].sort())
    for (const address of addresses) assert.strictEqual(addressOf(numberOf(address), versionOf(address)), address)
  })
})

describe("ranges", () => {
  const span = (first: number, last: number, country: string): IpRange => ({ first: BigInt(first), last: BigInt(last), country })

  it("nested ranges become disjoint ranges, and every address keeps the innermost", () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 300; round++) {
      const ranges = Array.from({ length: 1 + random(8) }, (_, i) => {
        const first = random(60)
        return span(first, first + random(20), String(i))
      }).sort((a, b) => Number(a.first - b.first))
      const flat = [...flattenRanges(ranges)]
      for (const [i, { first, last }] of flat.entries()) {
        assert.isTrue(first <= last)
        assert.isTrue(i === 0 || flat[i - 1]!.last < first)
      }
      for (let at = 0n; at < 85n; at++) {
        const around = ranges.filter(({ first, last }) => first <= at && last >= at)
        const match = flat.find(({ first, last }) => first <= at && last >= at)
        assert.strictEqual(match === undefined, around.length === 0)
        // Where one of the ranges around it lies in all the others, it is that one's.
        const inner = around.find((one) =>
          around.every(
            (other) =>
              other === one || (other.first <= one.first && other.last >= one.last && other.last - other.first > one.last - one.first),
          ),
        )
        if (inner) assert.strictEqual(match?.country, inner.country)
      }
    }
  })

  it("a range is written as the fewest CIDR blocks", () => {
    assert.deepEqual(cidrsOf(0n, 2n ** 32n - 1n, 32), [[0n, 0]])
    assert.deepEqual(cidrsOf(1n, 6n, 32), [
      [1n, 32],
      [2n, 31],
      [4n, 31],
      [6n, 32],
    ])
    assert.deepEqual(cidrsOf(5n, 5n, 128), [[5n, 128]])
    for (let first = 0n; first < 40n; first++)
      for (let last = first; last < 40n; last++) {
        const blocks = cidrsOf(first, last, 32)
        assert.strictEqual(
          blocks.reduce((sum, [, length]) => sum + 2 ** (32 - length), 0),
          Number(last - first + 1n),
        )
        for (const [at, length] of blocks) assert.strictEqual(at % (1n << BigInt(32 - length)), 0n)
      }
  })
})
