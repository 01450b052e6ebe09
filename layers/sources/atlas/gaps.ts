import { gap, gapUnless, unmistakableGap } from "../gap.ts"

const noAlliances =
  "No source has trade agreements or alliances, or customs unions other than the one of the European Union. The sources state whether a country is in the European Union, its VAT area and its customs union, the European Economic Area, Schengen and the euro area."

export const gaps = [
  unmistakableGap(
    "No source has the codes of languages (ISO 639). The sources have the languages of countries, and the codes of countries and currencies.",
    "language code | language codes | language's code | code of the Georgian language | code for the Georgian language | code of Georgian language",
  ),
  gapUnless({ kinds: ["eu.area"], word: "" }, unmistakableGap(noAlliances, "customs union | customs territory | customs area")),
  unmistakableGap(noAlliances, "free trade | trade bloc | trade agreement | EFTA | NATO | commonwealth | OECD | mercosur | ASEAN"),
  gap(
    "No source has the economy, the politics or the laws of countries. The sources have capitals, currencies, languages, codes, areas, populations, land borders and memberships of countries.",
    "gdp | gross domestic product | economy of Kenya | president | prime minister | minister | ministers | chancellor | head of state | king of Denmark | queen of Denmark | government of Kenya | election | elections | unemployment | unemployment rate | population density | life expectancy | " +
      "national anthem | religion | history of Kenya | founded | emergency number | emergency numbers | plug type | power plug | plug | voltage | mains voltage | legal age | drinking age | retirement age | average income | exports of Kenya | imports of Kenya | main exports | embargo | sanctions | " +
      "speed limit | notice period | maternity leave | statutory vacation | statutory leave | vacation entitlement",
  ),
]
