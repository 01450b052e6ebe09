import { currenciesOf } from "../currencies/legalTender.ts"

const listOf = (codes: string): ReadonlySet<string> => new Set(codes.split(" "))

/** The European Union since 1 February 2020. */
const europeanUnion = listOf("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK")

/** The members of the Union and these three. */
const otherEconomicArea = listOf("IS LI NO")

/** Members of the Union outside the area of Schengen, and the others in it; Bulgaria and Romania are wholly inside since 2025. */
const outsideSchengen = listOf("CY IE")
const otherSchengen = listOf("CH IS LI NO")

/** Territories in which the treaties of the Union apply as in their state: the outermost regions of France and, with exceptions, Åland. They use the euro. */
const partsOfUnion = listOf("AX GF GP MF MQ RE YT")
const partsOfSchengen = listOf("AX")

/** Memberships of a country of 2026. A territory is no member by itself; some belong to the Union as parts of a member. */
export const membershipsOf = (code: string) => {
  if (partsOfUnion.has(code))
    return { european_union: true, european_economic_area: true, schengen: partsOfSchengen.has(code), euro_area: true }
  const isInUnion = europeanUnion.has(code)
  return {
    european_union: isInUnion,
    european_economic_area: isInUnion || otherEconomicArea.has(code),
    schengen: (isInUnion && !outsideSchengen.has(code)) || otherSchengen.has(code),
    euro_area: isInUnion && currenciesOf(code)[0] === "EUR",
  }
}
