import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { asDot, AsNumber, numberOfAs, useOfAs } from "./asNumber.ts"

interface SystemRow {
  readonly organisation: string
  readonly ipv4_ranges: number
  readonly ipv6_ranges: number
  readonly ipv4_addresses: string
  readonly country: string | null
  readonly country_share: number | null
}

const view = (asn: string, row: SystemRow | undefined) => {
  const number = numberOfAs(asn)!
  const { kind, use } = useOfAs(number)
  const country = row?.country ?? null
  return {
    country: { code: country, name: country === null ? null : countryName(country) },
    network: {
      asn,
      number,
      asdot: asDot(number),
      found: row !== undefined,
      kind,
      special_use: use,
      private: kind === "private",
      organisation: row?.organisation ?? null,
      country_percent: row?.country_share ?? null,
      ipv4_ranges: row?.ipv4_ranges ?? null,
      ipv6_ranges: row?.ipv6_ranges ?? null,
      ipv4_addresses: row ? Number(row.ipv4_addresses) : null,
    },
  }
}

export const autonomousSystem = (data: ReadDataset) =>
  defineOperation({
    id: "ip.autonomous_system",
    name: "Operator of an AS number",
    description:
      "The organisation that operates an autonomous system (AS) of the internet, by its number of 16 or 32 bits: its name, how many ranges of addresses it announces, and the country in which most " +
      "of them are registered or declared. Numbers for private use, for documentation and reserved ones are answered as such.",
    fields: { "network.asn": AsNumber },
    output: [
      "network.asn",
      "network.number",
      "network.asdot",
      "network.found",
      "network.kind",
      "network.special_use",
      "network.private",
      "network.organisation",
      "country.code",
      "country.name",
      "network.country_percent",
      "network.ipv4_ranges",
      "network.ipv6_ranges",
      "network.ipv4_addresses",
    ],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "Who operates AS3320",
      "AS15169: name and country",
      "is AS64512 private",
      "which company is behind AS 16509",
      "name of ASN 2914",
      "AS7018 belongs to whom?",
      "holder of AS24940",
      "what network is AS13335",
      "how many prefixes does AS6939 announce",
      "number of IPv4 addresses of AS714",
      "AS65551 - reserved for documentation?",
      "organisation of AS 196615",
      "write AS4200000000 in asdot",
      "home country of the operator AS12322",
      "AS64512 appears in our router config, is it a public one",
      "saw AS65010 in a BGP table, who owns it",
      "AS15169 - what company and where is it registered",
      "whois AS24940",
      "whois of AS 7018",
      "peering sheet lists 13335 and 15169 as AS numbers, whose are they",
    ],
    hints: {
      vocabulary:
        "as asn autonomous system number provider isp carrier operator owner organisation company network networks belong belongs run runs behind identify internet ipv4 ipv6 ip appears seen saw router config configuration table bgp peering sheet registered public login attempts logs holds hold held holder",
      keywords: {
        "network.organisation":
          "who whom whose operator operates owner owns provider isp company name organisation organization holder holds hold held carrier belong network",
        "country.name": "country home based",
        "network.country_percent": "percent share",
        "network.private": "private",
        "network.kind": "private documentation reserved public kind",
        "network.special_use": "reserved documentation used meaning special",
        "network.ipv4_ranges": "announce announces announced prefixes networks ranges routes many",
        "network.ipv6_ranges": "announce announces announced prefixes networks ranges routes many",
        "network.ipv4_addresses": "addresses ips size many",
        "network.asdot": "asdot dotted notation write",
        "network.number": "asplain plain",
      },
    },
    run: (input) => {
      const asn = input["network.asn"]
      return Effect.map(
        data(
          (sql) => sql<SystemRow>`
            select organisation, ipv4_ranges, ipv6_ranges, ipv4_addresses::text, country, country_share
            from autonomous_system where asn = ${numberOfAs(asn)!}`,
        ),
        ([row]) => ({ data: view(asn, row), documents: 1, identifiers: { as: asn } }),
      )
    },
  })
