import type { Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { convertUnits } from "./convertUnits.ts"
import { units } from "./units.ts"

export const unitsSource: Source = {
  id: "units",
  name: "Units",
  provider: "Farthing",
  description: `Converts between ${units.length} units of ${new Set(units.map(({ kind }) => kind)).size} kinds in exact arithmetic. Computed in the gateway.`,
  category: "science",
  tags: ["conversion", "imperial", "measurement", "metric", "si", "temperature", "units"],
  sectors: ["engineering", "logistics", "science"],
  capabilities: ["calculate", "convert"],
  jurisdiction: "worldwide",
  attribution:
    "convert by Jonah Snider (MIT); factors that it rounds were replaced by Farthing with their exact definitions (BIPM, NIST SP 811, IAU).",
  sourceUrl: "https://github.com/jonahsnider/convert",
  logoUrl: logo("UN", "#35606e"),
  operations: [convertUnits],
}
