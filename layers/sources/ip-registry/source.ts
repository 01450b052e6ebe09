import { Effect } from "effect"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/Money.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { logo } from "../logo.ts"
import { ipCountry } from "./country.ts"
import { ipGroup } from "./group.ts"
import { ipRange } from "./ipRange.ts"
import { rangeOf } from "./ranges.ts"

export const ipRegistry = (data: ReadDataset): Source => ({
  id: "ip-registry",
  name: "IP Registry",
  provider: "Farthing",
  description:
    "Country and range of every public IPv4 and IPv6 address after the five regional internet registries and the geofeeds of the holders, as of June 2026. It is " +
    "the country that the range is registered in or declared for, which need not be where its user is.",
  category: "network",
  tags: ["cidr", "country", "geolocation", "ip address", "ipv4", "ipv6", "rir", "whois"],
  sectors: ["advertising", "compliance", "cybersecurity"],
  capabilities: ["geolocate", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "geo-whois-asn-country of ip-location-db by sapics (CC0 1.0), made from data of the Number Resource Organization (nro.net, CC BY 4.0), the WHOIS of the " +
    "regional internet registries and OpenGeoFeed; corrected by Farthing where it shows only the registry's own country. Parsed by ipaddr.js (MIT).",
  sourceUrl: "https://github.com/sapics/ip-location-db",
  logoUrl: logo("IP", "#1b6d85"),
  group: ipGroup,
  operations: [
    ipCountry((address) => Effect.map(rangeOf(data, address), (range) => range?.country ?? null), {
      description:
        "The country in which the range of a public IPv4 or IPv6 address is registered or for which its holder declares it. Private and reserved addresses are " +
        "refused. Where only the registry that looks after an address is known, found is false.",
      price: microUsd(1_000n),
    }),
    ipRange(data),
  ],
})
