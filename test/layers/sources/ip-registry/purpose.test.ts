import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { BlockList } from "node:net"
import { addressOf } from "../../../../layers/sources/ip-registry/address.ts"
import { boundsOf, specialRanges } from "../../../../layers/sources/ip-registry/specialPurposes.ts"
import { ipRegistry } from "../../../../layers/sources/ip-registry/source.ts"
import { ask } from "../almanac/ask.ts"

const source = ipRegistry(
  () => Effect.succeed([] as never),
  () => Effect.succeed([] as never),
)
const purpose = (input: Record<string, string>) => Effect.map(ask(source, "ip.purpose", input), (data) => Object(data))

it.effect("the first and last addresses of the special ranges of IANA are in them, and the addresses beside them are not", () =>
  Effect.gen(function* () {
    // Globally reachable in the registries of IANA.
    const reachable: ReadonlySet<string> = new Set(["192.0.0.9", "64:ff9b::808:808", "2001:20::1"])
    // Address, kind, RFC.
    const expected = [
      ["9.255.255.255", "public", null],
      ["10.0.0.0", "private", "RFC 1918"],
      ["10.255.255.255", "private", "RFC 1918"],
      ["11.0.0.0", "public", null],
      ["100.63.255.255", "public", null],
      ["100.64.0.0", "shared", "RFC 6598"],
      ["100.127.255.255", "shared", "RFC 6598"],
      ["100.128.0.0", "public", null],
      ["172.15.255.255", "public", null],
      ["172.16.0.0", "private", "RFC 1918"],
      ["172.31.255.255", "private", "RFC 1918"],
      ["172.32.0.1", "public", null],
      ["192.167.255.255", "public", null],
      ["192.168.255.255", "private", "RFC 1918"],
      ["169.254.169.254", "link_local", "RFC 3927"],
      ["127.0.0.53", "loopback", "RFC 1122"],
      ["203.0.113.7", "documentation", "RFC 5737"],
      ["198.19.255.255", "benchmarking", "RFC 2544"],
      ["198.20.0.0", "public", null],
      ["192.0.0.9", "protocol", "RFC 7723"],
      ["239.1.2.3", "multicast", "RFC 2365"],
      ["247.0.0.1", "reserved", "RFC 1112"],
      ["255.255.255.255", "broadcast", "RFC 919"],
      ["::1", "loopback", "RFC 4291"],
      ["fd12:3456::1", "private", "RFC 4193"],
      ["fe80::1", "link_local", "RFC 4291"],
      ["2001:db8:ffff::", "documentation", "RFC 3849"],
      ["2001:db9::", "public", null],
      ["2a00:1450:4001::1", "public", null],
      ["4000::1", "unassigned", null],
      ["3000::1", "unassigned", null],
      ["2d00::1", "unassigned", null],
      ["64:ff9b::808:808", "translation", "RFC 6052"],
      ["2001:20::1", "protocol", "RFC 7343"],
    ] as const
    for (const [address, kind, reference] of expected) {
      const { ip } = yield* purpose({ address })
      assert.deepStrictEqual([ip.address, ip.kind, ip.reference], [address, kind, reference])
      assert.strictEqual(ip.public, kind === "public" || reachable.has(address), address)
      assert.strictEqual(ip.private, kind === "private", address)
    }
  }),
)

it.effect("a network is what all of its addresses are, and a larger one names the special ranges in it", () =>
  Effect.gen(function* () {
    const { ip } = yield* purpose({ cidr: "100.64.0.0/10" })
    assert.deepStrictEqual([ip.kind, ip.public, ip.special_range], ["shared", false, "100.64.0.0/10"])
    const mixed = (yield* purpose({ cidr: "172.0.0.0/8" })).ip
    assert.deepStrictEqual([mixed.kind, mixed.public, mixed.private], ["mixed", null, null])
    assert.deepStrictEqual(mixed.special_inside, [{ name: "172.16.0.0/12 (private, RFC 1918)" }])
    assert.strictEqual((yield* purpose({ cidr: "192.168.40.0/21" })).ip.kind, "private")
    assert.strictEqual((yield* purpose({ cidr: "2a00::/11" })).ip.kind, "public")
    const partly = (yield* purpose({ cidr: "2c00::/11" })).ip
    assert.deepStrictEqual([partly.kind, partly.public, partly.special_inside], ["mixed", null, []])
    assert.include((yield* Effect.flip(ask(source, "ip.purpose", { cidr: "/22" }))).message, "needs the address")
  }),
)

it.effect(
  "a registry is stated of the blocks that IANA gave it, and of a block that is older than the registries only for the whole block",
  () =>
    Effect.gen(function* () {
      const expected = [
        ["41.0.0.0/8", "AFRINIC"],
        ["2.16.0.0/13", "RIPE NCC"],
        ["1.1.1.0/24", "APNIC"],
        ["200.160.0.0/20", "LACNIC"],
        ["8.0.0.0/8", "ARIN"],
        ["151.0.0.0/8", "RIPE NCC"],
        // ETH Zurich is looked after by RIPE NCC, in a block that ARIN administers.
        ["129.132.0.0/16", null],
        ["2a02:8071::/32", "RIPE NCC"],
        ["2600::/12", "ARIN"],
        ["2c0f::/16", "AFRINIC"],
        ["10.0.0.0/8", null],
        ["240.0.0.0/4", null],
      ] as const
      for (const [cidr, registry] of expected) assert.strictEqual((yield* purpose({ cidr })).registry.id, registry, cidr)
      assert.strictEqual((yield* purpose({ address: "129.132.1.1" })).ip.block_registry, "ARIN")
    }),
)

it.effect("each block of 8 bits has one registry, unless it is reserved", () =>
  Effect.gen(function* () {
    for (let number = 0; number < 256; number++) {
      const { ip } = yield* purpose({ cidr: `${number}.0.0.0/8` })
      const isReserved = number === 0 || number === 10 || number === 127 || number >= 224
      assert.strictEqual(ip.block_registry === null, isReserved, String(number))
    }
  }),
)

it.effect("at the edges of every special range Node's block list of these ranges agrees", () =>
  Effect.gen(function* () {
    const list = new BlockList()
    for (const { cidr } of specialRanges) {
      const [address = "", prefix = ""] = cidr.split("/")
      list.addSubnet(address, Number(prefix), address.includes(":") ? "ipv6" : "ipv4")
    }
    for (const { cidr } of specialRanges) {
      const { first, last, version } = boundsOf(cidr)
      const max = version === 4 ? 2n ** 32n : 2n ** 128n
      for (const number of [first - 1n, first, last, last + 1n].filter((each) => each >= 0n && each < max)) {
        const address = addressOf(number, version)
        const { ip } = yield* purpose({ address })
        // An IPv4 address inside IPv6 is that IPv4 address.
        if (ip.version === version) assert.strictEqual(ip.purpose !== null, list.check(address, version === 4 ? "ipv4" : "ipv6"), address)
      }
    }
  }),
)
