import { currenciesOf } from "../currencies/legalTender.ts"

const listOf = (codes: string): ReadonlySet<string> => new Set(codes.split(" "))

/** The European Union since 1 February 2020. */
const europeanUnion = listOf("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK")

/** The members of the Union and these three. */
const otherEconomicArea = listOf("IS LI NO")

/** Members of the Union outside the area of Schengen, and the others in it; Bulgaria and Romania are wholly inside since 2025. */
const outsideSchengen = listOf("CY IE")
const otherSchengen = listOf("CH IS LI NO")

/** Memberships of a country of 2026. A territory is no member by itself. */
export const membershipsOf = (code: string) => {
  const isInUnion = europeanUnion.has(code)
  return {
    european_union: isInUnion,
    european_economic_area: isInUnion || otherEconomicArea.has(code),
    schengen: (isInUnion && !outsideSchengen.has(code)) || otherSchengen.has(code),
    euro_area: isInUnion && currenciesOf(code)[0] === "EUR",
  }
}
