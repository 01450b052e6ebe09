import { Effect } from "effect"
import type { Group, InputProblem, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { IpAddress, versionOf } from "./address.ts"
import { notPublic } from "./specialPurposes.ts"

export const ipGroup: Group = {
  id: "ip",
  name: "IP addresses",
  description:
    "The country of an IP address after two independent sets of data: what the registries and the holders say, and a commercial vendor's free edition.",
}

/** The country of a public address, or null where the data do not have it. */
export type FindCountry = (address: string) => Effect.Effect<string | null, SourceFailure>

/** One operation for both members of the group, so that either can stand in for the other. */
export const ipCountry = (
  find: FindCountry,
  about: { readonly description: string; readonly price: MicroUsd; readonly unfit?: (address: string) => InputProblem | undefined },
) =>
  defineOperation({
    id: "ip.country",
    name: "Country of an IP address",
    description: about.description,
    fields: { "ip.address": IpAddress },
    output: ["ip.address", "ip.version", "ip.found", "country.code", "country.name"],
    pricing: { model: "per_call", price: about.price },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "is 49.36.10.5 inside India",
      "an agent logged in from 102.89.33.10, is that inside Nigeria",
      "Please confirm whether 212.58.244.70 is located in the UK",
      "where is this visitor coming from: 114.119.140.22",
      "which country does this address come from: 5.9.0.1",
      "which country should I note for 81.2.69.142",
      "registered country of 196.1.1.1",
      "countries of 1.1.1.1 and 9.9.9.9",
      "is 80.94.160.1 a Czech address",
      "Which country is the IP address 193.0.6.139 from?",
      "Where is 8.8.8.8 located?",
      "Look up the country of 200.160.2.3",
      "Is the IP 133.1.1.1 Japanese?",
      "From which country does the visitor with IP 81.2.69.142 come?",
      "Where does the address 1.1.1.1 come from?",
      "In what country is 9.9.9.9?",
      "Geolocate 151.101.1.69",
      "Is 91.198.174.192 in the Netherlands?",
      "Which country is 2001:67c:2e8:22::c100:68b in?",
    ],
    hints: {
      vocabulary: "come comes came coming located location traffic geo geolocate origin registered hosted server ip ips visitor visitors",
      keywords: { "country.name": "country where from located registered geolocate location" },
    },
    check: (input) => notPublic(input) ?? about.unfit?.(input["ip.address"]),
    run: (input) => {
      const address = input["ip.address"]
      return Effect.map(find(address), (code) => ({
        data: {
          ip: { address, version: versionOf(address), found: code !== null },
          country: { code, name: code === null ? null : countryName(code) },
        },
        documents: 1,
        identifiers: { ip: address },
      }))
    },
  })
