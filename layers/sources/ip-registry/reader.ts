import { closeSync, openSync, readSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Chunk } from "../dataset/Dataset.ts"
import { batches } from "../dataset/portions.ts"
import { flattenRanges } from "./flatten.ts"
import { keyOf } from "./numbers.ts"
import type { IpRange } from "./ranges.ts"
import { isRegistryPlaceholder } from "./umbrellas.ts"

/** The lines `first,last,country` of one of the package's files, in order, addresses as decimal numbers. */
function* rangesIn(version: 4 | 6): Iterable<IpRange> {
  const file = import.meta.resolve(`@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv${version}-num.csv`)
  for (const line of linesOf(fileURLToPath(file))) {
    const [first, last, country] = line.trimEnd().split(",")
    // AN (the Netherlands Antilles) was dissolved in 2010; what is still under its name is in any of its six islands.
    if (first && last && country && country !== "AN") yield { first: BigInt(first), last: BigInt(last), country }
  }
}

/** One after the other, a piece of the file at a time: all lines at once would take ten times the memory of the file. */
function* linesOf(file: string): Iterable<string> {
  const descriptor = openSync(file, "r")
  const piece = Buffer.alloc(65_536)
  let rest = ""
  for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece)) {
    const lines = (rest + piece.toString("latin1", 0, read)).split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
  closeSync(descriptor)
  yield rest
}

function* rows(): Iterable<readonly [first: string, last: string, country: string]> {
  for (const version of [4, 6] as const)
    for (const range of flattenRanges(rangesIn(version)))
      if (!isRegistryPlaceholder(range, version)) yield [keyOf(range.first, version), keyOf(range.last, version), range.country]
}

/** The rows of the registry. */
export function* chunks(): Iterable<Chunk> {
  for (const portion of batches(rows(), 2_000))
    yield {
      table: "ip_range",
      columns: {
        first_address: portion.map(([first]) => first),
        last_address: portion.map(([, last]) => last),
        country: portion.map(([, , country]) => country),
      },
    }
}
