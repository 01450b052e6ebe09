import { Effect } from "effect"
import type { SourceFailure } from "../../../domain/catalogue/Source.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { keyOf, numberOf, versionOf } from "./numbers.ts"

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
