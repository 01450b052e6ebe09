import { Effect } from "effect"
import type { Dataset } from "../dataset/Dataset.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { addressOf, IpAddress, keyOf, notPublic, numberOf, versionOf } from "./address.ts"

/** 515,000 ranges that networks announce, 65 MB with the key, some 10 s to load. */
export const ipNetworks: Dataset = {
  name: "ip-networks",
  version: "asn 2.3.2026061719, 1",
  tables: ["ip_network"],
  columns: { first_address: "text", last_address: "text", asn: "bigint", organisation: "text" },
  reader: new URL("./networkReader.ts", import.meta.url),
}

interface NetworkRow {
  readonly first_address: string
  readonly last_address: string
  readonly asn: string
  readonly organisation: string
}

/** The network that announces an address, or undefined. Ranges do not overlap, so only the one that begins last before it can. */
const networkOf = (data: ReadDataset, address: string) => {
  const key = keyOf(numberOf(address), versionOf(address))
  return Effect.map(
    data(
      (sql) => sql<NetworkRow>`
        select first_address, last_address, asn::text, organisation from ip_network where first_address <= ${key} order by first_address desc limit 1`,
    ),
    ([row]) => (row && row.last_address >= key ? row : undefined),
  )
}

export const ipNetwork = (data: ReadDataset) =>
  defineOperation({
    id: "ip.network",
    name: "Network operator of an IP address",
    description:
      "The autonomous system (AS) that announces a public IPv4 or IPv6 address on the internet: its number, the organisation that operates it, and the range of neighbouring " +
      "addresses that it announces. The organisation may be a provider whose customer uses the address.",
    fields: { "ip.address": IpAddress },
    output: [
      "ip.address",
      "ip.version",
      "ip.found",
      "network.asn",
      "network.number",
      "network.organisation",
      "network.range_start",
      "network.range_end",
    ],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "which AS announces 193.0.6.139",
      "what ASN does the network around 9.9.9.9 have",
      "autonomous system number for 2a00:1450:4001::1",
      "which company operates the network of 140.82.112.3",
      "internet provider of 81.2.69.142",
      "ISP behind 89.160.20.112?",
      "Which organisation does 185.199.108.153 belong to?",
      "Who is the network operator of 194.25.0.60?",
      "what hosting company has 104.16.0.1",
      "owner of the network around 200.160.2.3",
      "What is the AS number of the operator of 2620:fe::fe?",
      "to whom is 212.58.244.20 assigned",
    ],
    hints: {
      vocabulary: "provider isp operator owner organisation carrier hosting hoster belongs run runs",
      keywords: {
        "network.asn": "as number asn autonomous system",
        "network.number": "autonomous",
        "network.organisation":
          "operator operates owner owns provider isp company organisation organization network host hosting holder carrier belong assigned",
      },
    },
    check: notPublic,
    run: (input) => {
      const address = input["ip.address"]
      const version = versionOf(address)
      const end = (key: string) => addressOf(BigInt(`0x${key.slice(1)}`), version)
      return Effect.map(networkOf(data, address), (row) => ({
        data: {
          ip: { address, version, found: row !== undefined },
          network: {
            asn: row ? `AS${row.asn}` : null,
            number: row ? Number(row.asn) : null,
            organisation: row?.organisation ?? null,
            range_start: row ? end(row.first_address) : null,
            range_end: row ? end(row.last_address) : null,
          },
        },
        documents: 1,
        identifiers: { ip: address },
      }))
    },
  })
