import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { BlockList } from "node:net"
import { ipRegistry } from "../../../../layers/sources/ip-registry/source.ts"
import { ask } from "../almanac/ask.ts"
import { textOf } from "../textOf.ts"

const source = ipRegistry(
  () => Effect.succeed([] as never),
  () => Effect.succeed([] as never),
)
const subnet = (cidr: unknown) => Effect.map(ask(source, "ip.subnet", { cidr }), (data) => Object(data).subnet)

it.effect("networks have the addresses and numbers that are in textbooks", () =>
  Effect.gen(function* () {
    // Network, first, last, addresses, usable hosts, netmask.
    const expected = [
      ["192.168.40.0/21", "192.168.40.0", "192.168.47.255", "2048", 2046, "255.255.248.0"],
      ["192.168.10.0/26", "192.168.10.0", "192.168.10.63", "64", 62, "255.255.255.192"],
      ["10.20.0.0/22", "10.20.0.0", "10.20.3.255", "1024", 1022, "255.255.252.0"],
      ["10.0.0.0/8", "10.0.0.0", "10.255.255.255", "16777216", 16_777_214, "255.0.0.0"],
      ["0.0.0.0/0", "0.0.0.0", "255.255.255.255", "4294967296", 4_294_967_294, "0.0.0.0"],
      ["203.0.113.6/31", "203.0.113.6", "203.0.113.7", "2", 2, "255.255.255.254"],
      ["255.255.255.255/32", "255.255.255.255", "255.255.255.255", "1", 1, "255.255.255.255"],
      ["2001:db8::/48", "2001:db8::", "2001:db8:0:ffff:ffff:ffff:ffff:ffff", "1208925819614629174706176", null, null],
      ["2001:db8::1/128", "2001:db8::1", "2001:db8::1", "1", null, null],
      ["::/0", "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "340282366920938463463374607431768211456", null, null],
    ] as const
    for (const [cidr, first, last, addresses, hosts, netmask] of expected) {
      const found = yield* subnet(cidr)
      assert.deepStrictEqual(
        [found.cidr, found.first_address, found.last_address, found.addresses, found.usable_hosts, found.netmask, found.inside],
        [cidr, first, last, addresses, hosts, netmask, null],
      )
    }
    const { broadcast, first_host, last_host } = yield* subnet("172.16.32.0/20")
    assert.deepStrictEqual([first_host, last_host, broadcast], ["172.16.32.1", "172.16.47.254", "172.16.47.255"])
    const point = yield* subnet("203.0.113.6/31")
    assert.deepStrictEqual([point.first_host, point.last_host, point.broadcast], ["203.0.113.6", "203.0.113.7", null])
  }),
)

it.effect("the first and last address of every prefix length agree with Node's block list", () =>
  Effect.gen(function* () {
    for (const [address, family, bits] of [
      ["10.211.77.5", "ipv4", 32],
      ["2a02:8071:5bd0:1::77", "ipv6", 128],
    ] as const)
      for (let prefix = 1; prefix <= bits; prefix++) {
        const { first_address, last_address, network } = yield* subnet(`${address}/${prefix}`)
        const list = new BlockList()
        list.addRange(first_address, last_address, family)
        const block = new BlockList()
        block.addSubnet(address, prefix, family)
        assert.strictEqual(first_address, network)
        assert.isTrue(list.check(address, family), `${prefix}`)
        assert.isTrue(block.check(first_address, family) && block.check(last_address, family), `${prefix}`)
      }
  }),
)

it.effect("an address inside a network is stated beside the address of the network", () =>
  Effect.gen(function* () {
    const { cidr, inside, network } = yield* subnet(" 10.20.3.77/22 ")
    assert.deepStrictEqual([cidr, inside, network], ["10.20.0.0/22", "10.20.3.77", "10.20.0.0"])
    assert.strictEqual((yield* subnet("2001:DB8:0:0:1::/48")).inside, "2001:db8:0:0:1::")
  }),
)

it.effect("an address with a prefix length is answered with its network, and the wildcard mask is the inverse of the netmask", () =>
  Effect.gen(function* () {
    const network = yield* subnet("172.27.143.201/26")
    assert.deepInclude(network, { cidr: "172.27.143.192/26", netmask: "255.255.255.192", wildcard_mask: "0.0.0.63" })
    assert.include(textOf("ip.subnet", { subnet: network }, ["subnet.network"]), "172.27.143.201 lies inside the network 172.27.143.192/26")
    assert.strictEqual(
      textOf("ip.subnet", { subnet: network }, ["subnet.wildcard_mask"]),
      "The wildcard (inverse) mask of 172.27.143.192/26 is 0.0.0.63.",
    )
    for (let prefix = 0; prefix <= 32; prefix++) {
      const { netmask, wildcard_mask } = yield* subnet(`/${prefix}`)
      const sums = netmask.split(".").map((octet: string, place: number) => Number(octet) + Number(wildcard_mask.split(".")[place]))
      assert.deepEqual(sums, [255, 255, 255, 255], `${prefix}`)
    }
    assert.isNull((yield* subnet("2001:db8::/48")).wildcard_mask)
  }),
)

it.effect("a prefix length alone has numbers and no addresses", () =>
  Effect.gen(function* () {
    const found = yield* subnet("/27")
    assert.deepStrictEqual([found.cidr, found.version, found.netmask, found.addresses], ["/27", 4, "255.255.255.224", "32"])
    assert.deepStrictEqual([found.network, found.last_address, found.first_host, found.broadcast], [null, null, null, null])
    assert.deepStrictEqual([(yield* subnet("/64")).version, (yield* subnet("/64")).addresses], [6, "18446744073709551616"])
  }),
)

it.effect("networks that cannot be are refused with the reason", () =>
  Effect.gen(function* () {
    const refused: Readonly<Record<string, RegExp>> = {
      "10.0.0.0/33": /from 0 to 32: an IPv4 address has 32 bits/u,
      "2001:db8::/129": /from 0 to 128/u,
      "/129": /from 0 to 128/u,
      "300.1.1.0/24": /300\.1\.1\.0 is not one/u,
      "10.0.0/24": /10\.0\.0 is not one/u,
      "::ffff:10.0.0.0/104": /written as an IPv4 network/u,
      "10.0.0.0": /CIDR notation/u,
      "10.0.0.0/255.0.0.0": /CIDR notation/u,
    }
    for (const [cidr, reason] of Object.entries(refused)) assert.match(JSON.stringify(yield* Effect.flip(subnet(cidr))), reason, cidr)
  }),
)
