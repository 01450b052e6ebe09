import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { IpAddress, notPublic } from "./address.ts"
import { cidrsOf } from "./cidrs.ts"
import { addressOf, versionOf } from "./numbers.ts"
import { type IpRange, rangeOf } from "./ranges.ts"

export const ipRange = (data: ReadDataset) =>
  defineOperation({
    id: "ip.range",
    name: "Range of an IP address",
    description:
      "The whole range of neighbouring addresses that the registry data put into the same country as an address: first and last address, how many they " +
      "are, and the CIDR blocks they consist of, as firewalls take them.",
    fields: { "ip.address": IpAddress },
    output: [
      "ip.address",
      "ip.version",
      "ip.found",
      "ip.range_start",
      "ip.range_end",
      "ip.range_size",
      "ip.cidrs",
      "country.code",
      "country.name",
    ],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "Which range does the IP address 193.0.6.139 belong to?",
      "What CIDR block is 200.160.2.3 in?",
      "First and last address of the network around 133.1.1.1",
      "How many addresses are in the range of 2a02:8071::1?",
      "Which network should I block to block 81.2.69.142 and its neighbours?",
      "What is the CIDR of 91.198.174.192?",
      "Which block does 5.9.0.1 belong to?",
    ],
    hints: {
      asked: {
        "ip.cidrs": "cidr block network subnet",
        "ip.range_size": "many addresses",
        "ip.range_start": "first",
        "ip.range_end": "last",
      },
    },
    check: notPublic,
    run: (input) => {
      const address = input["ip.address"]
      return Effect.map(rangeOf(data, address), (range) => ({
        data: rangeView(address, range),
        documents: 1,
        identifiers: { ip: address },
      }))
    },
  })

const rangeView = (address: string, range: IpRange | undefined) => {
  const version = versionOf(address)
  const blocks = range ? cidrsOf(range.first, range.last, version === 4 ? 32 : 128) : []
  return {
    ip: {
      address,
      version,
      found: range !== undefined,
      range_start: range ? addressOf(range.first, version) : null,
      range_end: range ? addressOf(range.last, version) : null,
      // As text: of IPv6 it is beyond what a JSON number can say.
      range_size: range ? String(range.last - range.first + 1n) : null,
      cidrs: blocks.map(([first, length]) => `${addressOf(first, version)}/${length}`),
    },
    country: { code: range?.country ?? null, name: range ? countryName(range.country) : null },
  }
}
