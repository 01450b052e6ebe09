import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { BlockList } from "node:net"
import { ipRegistry } from "../../../../layers/sources/ip-registry/source.ts"
import { ask } from "../almanac/ask.ts"

const source = ipRegistry(
  () => Effect.succeed([] as never),
  () => Effect.succeed([] as never),
)
const contains = (address: string, cidr: string) =>
  Effect.map(ask(source, "ip.in_network", { address, cidr }), (data) => Object(data).subnet.contains)

it.effect("an address is in a network as Node's block list has it, up to its first and last address", () =>
  Effect.gen(function* () {
    for (const [address, cidr] of [
      ["10.44.104.3", "10.44.96.0/21"],
      ["10.44.103.255", "10.44.96.0/21"],
      ["10.44.96.0", "10.44.96.0/21"],
      ["10.44.95.255", "10.44.96.0/21"],
      // An address inside the network, not the network's own.
      ["192.168.77.193", "192.168.77.200/27"],
      ["2001:db8:40::17", "2001:db8:40::/44"],
      ["2001:db8:50::", "2001:db8:40::/44"],
      ["2001:db8::1", "0.0.0.0/0"],
      ["10.0.0.1", "::/0"],
    ] as const) {
      const [network, prefix] = cidr.split("/")
      const [versionOfCidr, version] = [network, address].map((text) => (text!.includes(":") ? "ipv6" : "ipv4"))
      const list = new BlockList()
      list.addSubnet(network!, Number(prefix), versionOfCidr as "ipv4")
      assert.strictEqual(
        yield* contains(address, cidr),
        versionOfCidr === version && list.check(address, version as "ipv4"),
        `${address} ${cidr}`,
      )
    }
  }),
)

it.effect("a prefix length alone has no addresses", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(contains("10.0.0.1", "/8"))
    assert.match(String(error), /needs the address of the network/u)
  }),
)
