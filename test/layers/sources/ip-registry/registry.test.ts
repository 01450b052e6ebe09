import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import type { Source } from "../../../../domain/catalogue/Source.ts"
import { Database } from "../../../../layers/postgres/Database.ts"
import { openDataset } from "../../../../layers/sources/dataset/openDataset.ts"
import { ipNetworks } from "../../../../layers/sources/ip-registry/network.ts"
import { ipRanges, ipRegistry } from "../../../../layers/sources/ip-registry/source.ts"
import { dataDatabase } from "../../../support/database.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

class Registry extends Context.Service<Registry, Source>()("farthing/test/Registry") {}

const registry = Layer.effect(
  Registry,
  Effect.gen(function* () {
    const source = ipRegistry(yield* openDataset(ipRanges), yield* openDataset(ipNetworks))
    const early = yield* Effect.flip(ask(source, "ip.range", { address: "8.8.8.8" }))
    assert.include(early, { _tag: "SourceFailure", code: "source_unavailable" })
    for (const id of ["ip.range", "ip.network"]) yield* Effect.retry(ask(source, id, { address: "8.8.8.8" }), Schedule.spaced("100 millis"))
    return source
  }),
).pipe(Layer.provideMerge(dataDatabase))

const country = (address: string) =>
  Effect.flatMap(Registry, (source) => Effect.map(ask(source, "ip.country", { address }), (data) => at(data, "country.code")))
const range = (address: string) =>
  Effect.flatMap(Registry, (source) => Effect.map(ask(source, "ip.range", { address }), (data) => at(data, "ip")))

const autonomousSystem = (asn: string) => Effect.flatMap(Registry, (source) => ask(source, "ip.autonomous_system", { asn }))

layer(registry, { excludeTestServices: true, timeout: "400 seconds" })("ip-registry", (it) => {
  it.effect("ip-registry gives the country of well-known networks", () =>
    Effect.gen(function* () {
      const expected: Readonly<Record<string, string>> = {
        "193.0.6.139": "NL", // RIPE NCC
        "8.8.8.8": "US", // Google
        "9.9.9.9": "US", // Quad9
        "128.112.0.1": "US", // Princeton
        "130.89.1.1": "NL", // Twente
        "133.1.1.1": "JP", // Osaka
        "200.160.2.3": "BR", // registro.br
        "196.216.2.1": "ZA", // AFRINIC's machines
        "212.58.244.20": "GB", // BBC
        "77.88.8.8": "RU", // Yandex
        "114.114.114.114": "CN",
        "168.126.63.1": "KR", // KT
        "175.45.176.1": "KP",
        "2001:4860:4860::8888": "US", // Google
        "2001:67c:2e8:22::c100:68b": "NL", // RIPE NCC
        "2001:610::1": "NL", // SURF
        "2001:638::1": "DE", // DFN
        "2a02:8071::1": "DE",
        "240e::1": "CN", // China Telecom
        "::ffff:193.0.6.139": "NL",
      }
      for (const [address, code] of Object.entries(expected)) assert.deepEqual([address, yield* country(address)], [address, code])
    }),
  )

  it.effect("ip-registry does not place networks of Japan, China and South Africa in the country of their registry", () =>
    Effect.gen(function* () {
      // WIDE, CERNET, M-root (WIDE), Neotel.
      for (const address of ["2001:200::1", "2001:da8::1", "2001:dc3::35", "41.162.0.1"]) assert.isNull(yield* country(address), address)
      assert.deepInclude(yield* range("2001:da8::1"), { found: false, range_start: null, range_end: null, range_size: null, cidrs: [] })
      // Telstra and Emtel are where their registry is, in blocks that say so themselves.
      assert.strictEqual(yield* country("1.128.0.1"), "AU")
      assert.strictEqual(yield* country("102.112.0.1"), "MU")
    }),
  )

  it.effect("ip-registry gives the whole range around an address, and the same answer at both ends of the range", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* range("1.0.0.77"), {
        address: "1.0.0.77",
        version: 4,
        found: true,
        range_start: "1.0.0.0",
        range_end: "1.0.0.255",
        range_size: "256",
        cidrs: ["1.0.0.0/24"],
      })
      assert.deepInclude(yield* range("1.0.2.1"), { range_start: "1.0.1.0", range_end: "1.0.3.255", cidrs: ["1.0.1.0/24", "1.0.2.0/23"] })
      assert.deepInclude(yield* range("2001:4860:4860::8888"), {
        range_start: "2001:4860::",
        range_end: "2001:4860:ffff:ffff:ffff:ffff:ffff:ffff",
        range_size: String(2n ** 96n),
        cidrs: ["2001:4860::/32"],
      })
      for (const address of ["8.8.8.8", "193.0.6.139", "2a02:8071::1", "2620:fe::fe"]) {
        const match = yield* range(address)
        for (const end of ["range_start", "range_end"]) {
          const same = yield* range(String(at(match, end)))
          assert.deepEqual(at(same, "cidrs"), at(match, "cidrs"))
        }
      }
    }),
  )

  it.effect("ip-registry gives the AS number and the operator of well-known networks, and nothing for an address that none announces", () =>
    Effect.gen(function* () {
      const network = (address: string) => Effect.flatMap(Registry, (source) => ask(source, "ip.network", { address }))
      // AS numbers after the operators' own pages and the registries' WHOIS.
      const expected = [
        ["1.1.1.1", "AS13335", "Cloudflare, Inc."],
        ["8.8.8.8", "AS15169", "Google LLC"],
        ["2001:4860:4860::8888", "AS15169", "Google LLC"],
        ["9.9.9.9", "AS19281", "Quad9"],
        ["193.0.6.139", "AS3333", "Reseaux IP Europeens Network Coordination Centre (RIPE NCC)"],
        ["140.82.112.3", "AS36459", "GitHub, Inc."],
        ["212.58.244.20", "AS2818", "BBC"],
      ] as const
      for (const [address, asn, organisation] of expected) {
        const answer = yield* network(address)
        assert.strictEqual(at(answer, "network.asn"), asn, address)
        assert.include(String(at(answer, "network.organisation")), organisation)
        assert.strictEqual(at(answer, "network.number"), Number(asn.slice(2)))
        assert.isTrue(at(answer, "ip.found"))
      }
      const range = yield* network("8.8.8.8")
      assert.deepEqual([at(range, "network.range_start"), at(range, "network.range_end")], ["8.8.8.0", "8.8.8.255"])
      const unannounced = yield* network("91.198.174.192")
      assert.isFalse(at(unannounced, "ip.found"))
      assert.isNull(at(unannounced, "network.asn"))
      const { reads } = yield* Database
      const [overlapping] = yield* reads<{ n: number }>`select count(*)::int as n from
        (select last_address, lead(first_address) over (order by first_address) as next from ip_network) as r where next <= last_address`
      assert.strictEqual(overlapping?.n, 0)
    }),
  )

  it.effect("ip.autonomous_system gives the operator of an AS number and the country of most of its addresses", () =>
    Effect.gen(function* () {
      // After the operators' own pages and PeeringDB.
      const expected = [
        ["AS3320", "Deutsche Telekom AG", "DE"],
        ["15169", "Google LLC", "US"],
        ["as12322", "Free SAS", "FR"],
        ["AS 4134", "Chinanet", "CN"],
        ["ASN 9299", "Philippine Long Distance Telephone", "PH"],
        ["AS0.24940", "Hetzner Online", "DE"],
      ] as const
      for (const [asn, organisation, code] of expected) {
        const answer = yield* autonomousSystem(asn)
        assert.include(String(at(answer, "network.organisation")), organisation)
        assert.strictEqual(at(answer, "country.code"), code, asn)
        assert.deepInclude(at(answer, "network"), { found: true, kind: "public", special_use: null, private: false })
      }
      // It has addresses in many countries, and none has half of them.
      assert.isNull(at(yield* autonomousSystem("AS5511"), "country.code"))
      assert.deepInclude(at(yield* autonomousSystem("AS3.10"), "network"), { asn: "AS196618", number: 196_618, asdot: "3.10" })
    }),
  )

  it.effect("ip.autonomous_system counts the ranges and addresses that ip.network finds", () =>
    Effect.gen(function* () {
      const { reads } = yield* Database
      for (const asn of [3333, 2818, 19281, 13335]) {
        const [counted] = yield* reads<{ four: number; six: number }>`select count(*) filter (where first_address < '5')::int as four,
          count(*) filter (where first_address > '5')::int as six from ip_network where asn = ${asn}`
        const answer = yield* autonomousSystem(String(asn))
        assert.deepInclude(at(answer, "network"), { ipv4_ranges: counted!.four, ipv6_ranges: counted!.six })
      }
      // The BBC's 132.185.0.0/16 and 212.58.224.0/19.
      assert.strictEqual(at(yield* autonomousSystem("AS2818"), "network.ipv4_addresses"), 65_536 + 8_192)
    }),
  )

  it.effect("ip.autonomous_system answers private, documentation and reserved numbers as such, and refuses what is no AS number", () =>
    Effect.gen(function* () {
      const kinds = [
        ["documentation", "64496 64511 65536 65551"],
        ["private", "64512 65534 4200000000 4294967294"],
        ["reserved", "0 112 23456 65535 65552 131071 4294967295"],
        ["public", "1 111 113 64495 131072 4199999999"],
      ] as const
      for (const [kind, numbers] of kinds)
        for (const number of numbers.split(" ")) {
          const answer = yield* autonomousSystem(number)
          assert.deepInclude(at(answer, "network"), { kind, private: kind === "private" }, number)
          assert.strictEqual(at(answer, "network.special_use") === null, kind === "public", number)
          if (kind !== "public") assert.isNull(at(answer, "network.organisation"), number)
        }
      assert.match(String(at(yield* autonomousSystem("AS64512"), "network.special_use")), /RFC 6996/u)
      for (const asn of ["AS4294967296", "AS70000.1", "AS1.65536", "Telekom", "AS", "-5"])
        assert.match(JSON.stringify(yield* Effect.flip(autonomousSystem(asn))), /from 0 to 4294967295/u, asn)
    }),
  )

  it.effect("ip.network gives all who announce a part of a network, the one of most addresses first", () =>
    Effect.gen(function* () {
      const announced = (cidr: string) => Effect.flatMap(Registry, (source) => ask(source, "ip.network", { cidr }))
      const apple = yield* announced("17.0.0.0/8")
      assert.deepInclude(at(apple, "network"), { asn: "AS714", organisation: "Apple Inc.", range_start: null })
      assert.isAbove(Number(at(apple, "network.announced_percent")), 90)
      const cloudflare = yield* announced("1.1.1.0/24")
      assert.deepInclude(at(cloudflare, "network"), { asn: "AS13335", announced_percent: 100, operator_count: 1 })
      assert.deepInclude(at(cloudflare, "ip"), { address: "1.1.1.0", version: 4, found: true })
      // A network inside a range, and one that begins inside a range.
      assert.strictEqual(at(yield* announced("8.8.8.8/32"), "network.asn"), "AS15169")
      assert.strictEqual(at(yield* announced("132.185.128.0/17"), "network.asn"), "AS2818")
      assert.strictEqual(at(yield* announced("2001:4860:4860::/48"), "network.asn"), "AS15169")
      assert.deepInclude(at(yield* announced("91.198.174.192/30"), "network"), { asn: null, operator_count: 0, operators: [] })
      const refused: Readonly<Record<string, RegExp>> = {
        "10.0.0.0/8": /is private/u,
        "2001:db8::/32": /documentation/u,
        "/22": /needs the address/u,
        "0.0.0.0/0": /at least 8 for IPv4/u,
        "2000::/3": /at least 16 for IPv6/u,
      }
      for (const [cidr, reason] of Object.entries(refused)) assert.match(JSON.stringify(yield* Effect.flip(announced(cidr))), reason, cidr)
    }),
  )

  it.effect("the percentages of the operators of a network are those of its addresses", () =>
    Effect.gen(function* () {
      const { reads } = yield* Database
      const answer = yield* Effect.flatMap(Registry, (source) => ask(source, "ip.network", { cidr: "193.0.0.0/16" }))
      const rows = yield* reads<{ first: string; last: string; asn: string }>`select first_address as first, last_address as last, asn::text
        from ip_network where first_address < '4c1010000' and last_address >= '4c1000000'`
      const sizes = new Map<string, number>()
      for (const { asn, first, last } of rows) {
        const [from, to] = [Math.max(parseInt(first.slice(1), 16), 0xc1000000), Math.min(parseInt(last.slice(1), 16), 0xc100ffff)]
        sizes.set(asn, (sizes.get(asn) ?? 0) + to - from + 1)
      }
      const [[asn, size] = ["", 0]] = [...sizes].sort((a, b) => b[1] - a[1])
      assert.strictEqual(at(answer, "network.operator_count"), sizes.size)
      assert.strictEqual(at(answer, "network.asn"), `AS${asn}`)
      assert.approximately(Number(at(answer, "network.announced_percent")), (100 * size) / 65_536, 0.051)
    }),
  )

  it.effect("the smaller of two nested ranges wins, and the larger range continues after it", () =>
    Effect.gen(function* () {
      // The package has 2.58.196.0–2.58.197.255 DE with 2.58.197.15 BE inside.
      const inside = yield* range("2.58.197.15")
      assert.deepInclude(inside, { range_start: "2.58.197.15", range_end: "2.58.197.15" })
      assert.strictEqual(yield* country("2.58.197.15"), "BE")
      assert.strictEqual(yield* country("2.58.197.14"), "DE")
      assert.strictEqual(yield* country("2.58.197.16"), "DE")
    }),
  )

  it.effect("ip-registry answers with one probe of the key", () =>
    Effect.gen(function* () {
      const { reads } = yield* Database
      const plan = yield* reads`explain select * from ip_range where first_address <= '4c1000000' order by first_address desc limit 1`
      assert.match(JSON.stringify(plan), /Limit.*Index Scan Backward using ip_range_pkey/u)
      const [overlapping] = yield* reads<{ n: number }>`select count(*)::int as n from
        (select last_address, lead(first_address) over (order by first_address) as next from ip_range) as r where next <= last_address`
      assert.strictEqual(overlapping?.n, 0)
    }),
  )
})
