import { Effect } from "effect"
import type { SourceFailure } from "../../../domain/catalogue/Source.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { keyOf, numberOf, versionOf } from "./address.ts"

export interface IpRange {
  readonly first: bigint
  readonly last: bigint
  readonly country: string
}

/** The range that has an address, or undefined. Ranges do not overlap, so only the one that begins last before it can. */
export const rangeOf = (data: ReadDataset, address: string): Effect.Effect<IpRange | undefined, SourceFailure> => {
  const key = keyOf(numberOf(address), versionOf(address))
  return Effect.map(
    data(
      (sql) => sql<{ first_address: string; last_address: string; country: string }>`
        select first_address, last_address, country from ip_range where first_address <= ${key} order by first_address desc limit 1`,
    ),
    ([row]) =>
      row && row.last_address >= key
        ? { first: BigInt(`0x${row.first_address.slice(1)}`), last: BigInt(`0x${row.last_address.slice(1)}`), country: row.country }
        : undefined,
  )
}

/** Ranges in the order of their first addresses, some inside others → ranges that do not overlap; the inner one has the last word. */
export function* flattenRanges(ranges: Iterable<IpRange>): Iterable<IpRange> {
  // The ranges that contain `at`, the innermost last. Everything before `at` has been yielded.
  const open: Array<IpRange> = []
  let at = 0n
  for (const range of ranges) {
    yield* until(range.first)
    at = range.first
    // Of two that begin together, the shorter one is inside.
    const inside = open.filter((other) => other.first === range.first && other.last < range.last).length
    open.splice(open.length - inside, 0, range)
  }
  yield* until(undefined)

  function* until(end: bigint | undefined): Iterable<IpRange> {
    let inner = open.at(-1)
    while (inner !== undefined) {
      if (end !== undefined && at >= end) return
      const last = end === undefined || inner.last < end ? inner.last : end - 1n
      if (last >= at) {
        yield { first: at, last, country: inner.country }
        at = last + 1n
      }
      if (inner.last < at) open.pop()
      inner = open.at(-1)
    }
  }
}

/** The fewest blocks that a range of addresses consists of, as `[first address, prefix length]`. */
export const cidrsOf = (first: bigint, last: bigint, bits: 32 | 128): ReadonlyArray<readonly [bigint, number]> => {
  const blocks: Array<readonly [bigint, number]> = []
  for (let at = first; at <= last;) {
    let free = 0
    while (free < bits && at % (2n << BigInt(free)) === 0n && at + (2n << BigInt(free)) - 1n <= last) free++
    blocks.push([at, bits - free])
    at += 1n << BigInt(free)
  }
  return blocks
}
