import { Effect } from "effect"
import type { Dataset } from "../dataset/Dataset.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { addressOf, IpAddress, versionOf } from "./address.ts"
import { notPublic } from "./specialPurposes.ts"
import { cidrsOf, type IpRange, rangeOf } from "./ranges.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"
import { autonomousSystem } from "./autonomousSystems.ts"
import { compareNetworks } from "./compareNetworks.ts"
import { inNetwork } from "./inNetwork.ts"
import { ipCountry, ipGroup } from "./ipCountry.ts"
import { ipNetwork } from "./network.ts"
import { ipNotation } from "./notation.ts"
import { ipPurpose } from "./purpose.ts"
import { registryOfCountry } from "./registryOfCountry.ts"
import { subnet } from "./subnet.ts"

/** 546,000 ranges, 60 MB with the key, some 10 s to load. */
export const ipRanges: Dataset = {
  name: "ip-registry",
  version: "geo-whois-asn-country 2.3.2026061719, 1",
  tables: ["ip_range"],
  columns: { first_address: "text", last_address: "text", country: "text" },
  reader: new URL("./reader.ts", import.meta.url),
}

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
      "whole range around 5.255.255.5",
      "netblock for 196.25.1.1",
      "Which range does the IP address 193.0.6.139 belong to?",
      "What CIDR block is 200.160.2.3 in?",
      "First and last address of the network around 133.1.1.1",
      "How many addresses are in the range of 2a02:8071::1?",
      "Which network should I block to block 81.2.69.142 and its neighbours?",
      "What is the CIDR of 91.198.174.192?",
      "Which block does 5.9.0.1 belong to?",
    ],
    hints: {
      vocabulary: "block subnet network cidr belongs part",
      keywords: {
        "ip.cidrs": "cidr block subnet",
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
      // Text, because the count of an IPv6 range is larger than a JSON number can hold.
      range_size: range ? String(range.last - range.first + 1n) : null,
      cidrs: blocks.map(([first, length]) => `${addressOf(first, version)}/${length}`),
    },
    country: { code: range?.country ?? null, name: range ? countryName(range.country) : null },
  }
}

export const ipRegistry = (data: ReadDataset, networks: ReadDataset): Source => ({
  id: "ip-registry",
  name: "IP Registry",
  provider: "Farthing",
  description:
    "Country, range and network operator of every public IPv4 and IPv6 address after the five regional internet registries, the geofeeds of the holders and the routes, as of June 2026. The country is " +
    "the one that the range is registered in or declared for, which need not be where its user is.",
  category: "network",
  tags: ["asn", "autonomous system", "cidr", "country", "geolocation", "ip address", "ipv4", "ipv6", "rir", "whois"],
  sectors: ["advertising", "compliance", "cybersecurity"],
  capabilities: ["geolocate", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "geo-whois-asn-country of ip-location-db by sapics (CC0 1.0), made from data of the Number Resource Organization (nro.net, CC BY 4.0), the WHOIS of the " +
    "regional internet registries and OpenGeoFeed; corrected by Farthing where it shows only the registry's own country. AS numbers and names: asn of ip-location-db, made from data of Route Views " +
    "(routeviews.org), the Number Resource Organization and IP to ASN Lite of DB-IP (https://db-ip.com), all CC BY 4.0. Parsed by ipaddr.js (MIT).",
  sourceUrl: "https://github.com/sapics/ip-location-db",
  logoUrl: logo("IP", "#1b6d85"),
  group: ipGroup,
  gaps,
  operations: [
    ipCountry((address) => Effect.map(rangeOf(data, address), (range) => range?.country ?? null), {
      description:
        "The country in which the range of a public IPv4 or IPv6 address is registered or for which its holder declares it. Private and reserved addresses are " +
        "refused. Where only the registry that looks after an address is known, found is false.",
      price: microUsd(1_000n),
    }),
    ipRange(data),
    ipNetwork(networks),
    autonomousSystem(networks),
    registryOfCountry,
    subnet,
    inNetwork,
    ipNotation,
    compareNetworks,
    ipPurpose,
  ],
})
