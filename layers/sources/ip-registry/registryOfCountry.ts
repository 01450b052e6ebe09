import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countries, CountryCode } from "../atlas/countries.ts"
import { countryName } from "../country.ts"

export interface Registry {
  readonly id: string
  readonly name: string
  readonly website: string
}

export const registries = {
  AFRINIC: { id: "AFRINIC", name: "African Network Information Centre", website: "https://afrinic.net" },
  APNIC: { id: "APNIC", name: "Asia-Pacific Network Information Centre", website: "https://www.apnic.net" },
  ARIN: { id: "ARIN", name: "American Registry for Internet Numbers", website: "https://www.arin.net" },
  LACNIC: { id: "LACNIC", name: "Latin America and Caribbean Network Information Centre", website: "https://www.lacnic.net" },
  RIPE: { id: "RIPE NCC", name: "Réseaux IP Européens Network Coordination Centre", website: "https://www.ripe.net" },
} satisfies Record<string, Registry>

export type RegistryKey = keyof typeof registries

/** The service regions that the registries publish. AFRINIC has the other countries of Africa, APNIC those of Asia and Oceania, RIPE NCC those of Europe. */
const exceptions: ReadonlyMap<string, RegistryKey> = new Map([
  ...listed("ARIN", "AG AI AQ BB BL BM BS BV CA DM GD GP HM JM KN KY LC MF MQ MS PM PR SH TC US UM VC VG VI"),
  ...listed("LACNIC", "AR AW BO BQ BR BZ CL CO CR CU CW DO EC FK GF GS GT GY HN HT MX NI PA PE PY SR SV SX TT UY VE"),
  ...listed("RIPE", "AE AM AZ BH CY GE GL IL IQ IR JO KG KW KZ LB OM PS QA SA SY TJ TM TR UZ YE"),
  ...listed("APNIC", "IO TF"),
])

function listed(registry: RegistryKey, codes: string) {
  return codes.split(" ").map((code) => [code, registry] as const)
}

const byRegion: Readonly<Record<string, RegistryKey>> = { Africa: "AFRINIC", Europe: "RIPE" }

const registryOf = (code: string): Registry => registries[exceptions.get(code) ?? byRegion[countries.get(code)?.region ?? ""] ?? "APNIC"]

/** Registries of one country that assign its addresses on behalf of the regional one. */
const nationalRegistries: Readonly<Record<string, string>> = {
  BR: "NIC.br",
  CN: "CNNIC",
  ID: "IDNIC",
  IN: "IRINN",
  JP: "JPNIC",
  KR: "KISA",
  MX: "NIC México",
  TW: "TWNIC",
  VN: "VNNIC",
}

export const registryOfCountry = defineOperation({
  id: "ip.registry_of_country",
  name: "Find the internet registry of a country",
  description:
    "The regional internet registry that assigns IP addresses and AS numbers in a country or territory (AFRINIC, APNIC, ARIN, LACNIC or RIPE NCC), and the national registry under it where there is one.",
  fields: { "country.code": CountryCode },
  native: { "country.code": "country" },
  output: ["country.code", "country.name", "registry.id", "registry.name", "registry.website", "registry.national"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "which regional internet registry is responsible for Brazil",
    "RIR of Kenya",
    "which registry handles the IPs of Ghana",
    "who assigns IP addresses in Japan",
    "is Turkey under RIPE or APNIC",
    "internet registry in charge of Canadian addresses",
    "which registry do I contact about addresses from Vietnam",
    "does LACNIC cover Trinidad",
    "whois registry for Iran",
    "is there a national internet registry in Indonesia",
    "AFRINIC or RIPE for Egypt",
    "which regional internet registry looks after Kenya",
  ],
  hints: {
    vocabulary: "looks look after rirs administers manages five",
    keywords: {
      "registry.id": "rir regional internet registry responsible charge assigns covers contact arin ripe apnic lacnic afrinic ncc",
      "registry.national": "national",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const code = input["country.code"]
      return {
        data: {
          country: { code, name: countryName(code) },
          registry: { ...registryOf(code), national: nationalRegistries[code] ?? null },
        },
        documents: 1,
      }
    }),
})
