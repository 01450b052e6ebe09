import type { IpRange } from "./ranges.ts"

/** Ranges in the order of their first addresses, some inside others → ranges that do not overlap; the inner one has the last word. */
export function* flattenRanges(ranges: Iterable<IpRange>): Iterable<IpRange> {
  // The ranges that are open at `at`, innermost last; what lies before `at` has been handed out.
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
