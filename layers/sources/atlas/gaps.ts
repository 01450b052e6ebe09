import { gap } from "../gap.ts"

export const gaps = [
  gap(
    "No source has the population, the economy, the politics or the laws of countries. The sources have capitals, currencies, languages, codes, areas, land borders and memberships of countries, and the population of towns.",
    "gdp | gross domestic product | economy of Kenya | president | prime minister | minister | ministers | chancellor | head of state | king of Denmark | queen of Denmark | government of Kenya | election | elections | unemployment | unemployment rate | population of Kenya | inhabitants of Kenya | people live in Kenya | Kenya population | population density | life expectancy | " +
      "national anthem | religion | history of Kenya | founded | emergency number | emergency numbers | plug type | power plug | plug | voltage | mains voltage | legal age | drinking age | retirement age | average income | exports of Kenya | imports of Kenya | main exports | trade agreement | embargo | sanctions | " +
      "speed limit | notice period | maternity leave | statutory vacation | statutory leave | vacation entitlement",
  ),
]
