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
