import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ipRegistry } from "../../../../layers/sources/ip-registry/source.ts"
import { ask } from "../almanac/ask.ts"
import { textOf } from "../textOf.ts"

const source = ipRegistry(
  () => Effect.succeed([] as never),
  () => Effect.succeed([] as never),
)
const compare = (first: string, second: string) => Effect.map(ask(source, "ip.compare_networks", { first, second }), (data) => Object(data))

describe("ip.compare_networks", () => {
  it.effect("states the relation, the smallest network that covers both and whether they are its halves", () =>
    Effect.gen(function* () {
      // First, second, relation, cover, joined exactly, adjacent.
      const expected = [
        ["192.168.44.0/22", "192.168.47.128/25", "contains", "192.168.44.0/22", false, false],
        ["10.1.0.0/16", "10.0.0.0/8", "inside", "10.0.0.0/8", false, false],
        ["10.9.16.0/24", "10.9.23.0/24", "disjoint", "10.9.16.0/21", false, false],
        ["10.0.2.0/24", "10.0.3.0/24", "disjoint", "10.0.2.0/23", true, true],
        ["10.0.3.0/24", "10.0.2.0/24", "disjoint", "10.0.2.0/23", true, true],
        // Neighbours, but of two different halves.
        ["10.0.1.0/24", "10.0.2.0/24", "disjoint", "10.0.0.0/22", false, true],
        ["10.0.0.0/24", "10.0.1.0/25", "disjoint", "10.0.0.0/23", false, true],
        ["0.0.0.0/1", "128.0.0.0/1", "disjoint", "0.0.0.0/0", true, true],
        ["203.0.113.4/32", "203.0.113.5/32", "disjoint", "203.0.113.4/31", true, true],
        // Bits behind the prefix are ignored.
        ["10.1.2.3/24", "10.1.2.77/24", "equal", "10.1.2.0/24", false, false],
        ["2001:db8:40::/48", "2001:db8::/32", "inside", "2001:db8::/32", false, false],
        ["2001:db8:2::/48", "2001:db8:3::/48", "disjoint", "2001:db8:2::/47", true, true],
        ["::/1", "8000::/1", "disjoint", "::/0", true, true],
        ["10.0.0.0/8", "2001:db8::/32", "disjoint", null, false, false],
      ] as const
      for (const [first, second, ...right] of expected) {
        const { adjacent, joinable, overlap, relation, smallest_cover } = (yield* compare(first, second)).subnet
        assert.deepStrictEqual([relation, smallest_cover, joinable, adjacent], right, `${first} ${second}`)
        assert.strictEqual(overlap, relation !== "disjoint")
      }
    }),
  )

  it.effect("states the range and the size of the cover", () =>
    Effect.gen(function* () {
      const { cover_addresses, cover_first, cover_last } = (yield* compare("10.9.16.0/24", "10.9.23.0/24")).subnet
      assert.deepStrictEqual([cover_first, cover_last, cover_addresses], ["10.9.16.0", "10.9.23.255", "2048"])
    }),
  )

  it.effect("is put in one plain sentence for each relation", () =>
    Effect.gen(function* () {
      for (const [first, second, fact, sentence] of [
        ["192.168.44.0/22", "192.168.47.128/25", "overlap", "192.168.44.0/22 contains 192.168.47.128/25: they overlap in all"],
        ["10.1.0.0/16", "10.0.0.0/8", "relation", "10.1.0.0/16 is inside 10.0.0.0/8"],
        ["10.0.0.0/24", "10.0.1.0/24", "overlap", "10.0.0.0/24 and 10.0.1.0/24 do not overlap: they have no address in common"],
        ["10.1.2.3/24", "10.1.2.77/24", "relation", "Both are the network 10.1.2.0/24"],
        [
          "10.9.16.0/24",
          "10.9.23.0/24",
          "smallest_cover",
          "covers 10.9.16.0/24 and 10.9.23.0/24 is 10.9.16.0/21, from 10.9.16.0 to 10.9.23.255.",
        ],
        ["10.0.2.0/24", "10.0.3.0/24", "joinable", "both halves of 10.0.2.0/23: joined, they are exactly that network."],
        ["10.0.1.0/24", "10.0.2.0/24", "joinable", "cannot be joined exactly into one network"],
        ["10.0.0.0/8", "2001:db8::/32", "smallest_cover", "no network covers both"],
      ] as const)
        assert.include(textOf("ip.compare_networks", yield* compare(first, second), [`subnet.${fact}`]), sentence)
    }),
  )

  it.effect("counts the networks that fit into another, also of prefix lengths alone, which have no addresses to compare", () =>
    Effect.gen(function* () {
      for (const [first, second, fitting] of [
        ["/27", "/22", "32"],
        ["/22", "/27", "32"],
        ["10.0.0.0/22", "/26", "16"],
        ["/64", "/48", "65536"],
        ["/24", "/64", null],
      ] as const) {
        const document = yield* compare(first, second)
        const { fitting: count, overlap, relation, smallest_cover } = document.subnet
        assert.deepStrictEqual([count, relation, overlap, smallest_cover], [fitting, null, null, null], `${first} ${second}`)
      }
      const sentence = textOf("ip.compare_networks", yield* compare("/27", "/22"), ["subnet.fitting"])
      assert.include(sentence, "Networks of prefix length /27 that fit into one of /22: 32.")
    }),
  )
})
