import { gap, unmistakableGap } from "../gap.ts"

export const gaps = [
  unmistakableGap(
    "No source has the holidays and terms of schools. The sources have public holidays and business days of countries and regions.",
    "school holiday | school holidays | school break | school vacation | school term | term dates | half-term | half term | summer holidays start | summer holidays begin | summer holidays end | start of the summer holidays | end of the summer holidays | summer holidays in Bavaria | summer holidays in France | summer holidays 2027 | autumn holidays start | easter holidays start",
  ),
  unmistakableGap(
    "No source has the opening hours of shops. The sources have public holidays and business days of countries and regions.",
    "opening hours | opening times | shops open | supermarkets open | stores open | shops are open | supermarkets are open | stores are open",
  ),
  unmistakableGap(
    "No source has the fiscal years of countries and companies. Ask with the first and the last day of the year.",
    "fiscal year | fiscal years | financial year | tax year | fiscal quarter | fiscal month | accounting year",
  ),
  gap(
    "No source has opening hours, strikes or events. The sources have public holidays and business days of countries and regions.",
    "open on | banks open | open today | open tomorrow | closing time | strike | strikes | trade fair | concert | football match | kick-off | world cup | olympic | olympics",
  ),
]
