import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ipRegistry } from "../../../../layers/sources/ip-registry/source.ts"
import { ask } from "../almanac/ask.ts"

const source = ipRegistry(
  () => Effect.succeed([] as never),
  () => Effect.succeed([] as never),
)
const notationOf = (address: string) => Effect.map(ask(source, "ip.notation", { address }), (data) => Object(data).ip)

it.effect("an address has its shortest and its full form, its numbers and the name of its PTR record", () =>
  Effect.gen(function* () {
    // The example of RFC 4291, 2.2, and the one of RFC 3596, 2.5.
    assert.deepStrictEqual(yield* notationOf("2001:0DB8:0000:0000:0008:0800:200C:417A"), {
      address: "2001:db8::8:800:200c:417a",
      version: 6,
      shortest: "2001:db8::8:800:200c:417a",
      full: "2001:0db8:0000:0000:0008:0800:200c:417a",
      decimal: "42540766411282592856906245548098208122",
      hexadecimal: "0x20010db80000000000080800200c417a",
      mapped: null,
      pointer_name: "a.7.1.4.c.0.0.2.0.0.8.0.8.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
    })
    assert.deepStrictEqual(yield* notationOf("192.0.2.235"), {
      address: "192.0.2.235",
      version: 4,
      shortest: "192.0.2.235",
      full: "192.0.2.235",
      decimal: "3221226219",
      hexadecimal: "0xc00002eb",
      mapped: "::ffff:192.0.2.235",
      pointer_name: "235.2.0.192.in-addr.arpa",
    })
  }),
)

it.effect("of two runs of zeros the longer one is shortened, of two equal ones the first", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* notationOf("2001:0:0:1:0:0:0:1")).shortest, "2001:0:0:1::1")
    assert.strictEqual((yield* notationOf("2001:db8:0:0:1:0:0:1")).shortest, "2001:db8::1:0:0:1")
    // A single group of zeros is not shortened (RFC 5952, 4.2.2).
    assert.strictEqual((yield* notationOf("2001:db8:0:1:1:1:1:1")).shortest, "2001:db8:0:1:1:1:1:1")
  }),
)

it.effect("an IPv4 address that is written inside IPv6 stays one of IPv6", () =>
  Effect.gen(function* () {
    const mapped = yield* notationOf("::ffff:192.0.2.1")
    assert.deepStrictEqual([mapped.version, mapped.full, mapped.mapped], [6, "0000:0000:0000:0000:0000:ffff:c000:0201", mapped.address])
    // The deprecated form would be read as mapped.
    yield* Effect.flip(notationOf("::1.2.3.4"))
  }),
)
