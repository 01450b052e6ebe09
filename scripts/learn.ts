import { fileURLToPath } from "node:url"
import { learnLikelihood } from "./eval/learnLikelihood.ts"
import { learnConfidence } from "./eval/learnConfidence.ts"
import { learnFillers } from "./eval/learnFillers.ts"
import { listBanks } from "./eval/listBanks.ts"
import { listDescribedTexts } from "./eval/listDescribedTexts.ts"
import { listElevations } from "./eval/listElevations.ts"
import { listPositions } from "./eval/listPositions.ts"
import { listServedCities } from "./eval/listServedCities.ts"
import { learnCityNames } from "./eval/learnCityNames.ts"
import { learnAirportNames } from "./eval/learnAirportNames.ts"
import { learnMainClocks } from "./eval/learnMainClocks.ts"
import { learnWords } from "./eval/learnWords.ts"
import { learnTownStates } from "./eval/learnTownStates.ts"
import { learnTyped } from "./eval/learnTyped.ts"
import { learnSpans } from "./eval/learnSpans.ts"
import { learnWording } from "./eval/learnWording.ts"

const folder = fileURLToPath(new URL("../../shared/data/planner-eval", import.meta.url))
// The likelihood of an operation depends on the values found for its inputs: `spans` has to be learnt first. See eval/README.md.
if (process.argv[2] === "spans") learnSpans(folder)
else if (process.argv[2] === "likelihood") await learnLikelihood(folder)
else if (process.argv[2] === "words") learnWords(folder)
else if (process.argv[2] === "cities") learnCityNames()
else if (process.argv[2] === "states") learnTownStates()
else if (process.argv[2] === "clocks") learnMainClocks()
else if (process.argv[2] === "airports") await learnAirportNames()
else if (process.argv[2] === "served" && process.argv[3] !== undefined) listServedCities(process.argv[3])
else if (process.argv[2] === "elevations" && process.argv[3] !== undefined && process.argv[4] !== undefined)
  listElevations(process.argv[3], process.argv[4])
else if (process.argv[2] === "positions" && process.argv[3] !== undefined) await listPositions(process.argv[3])
else if (process.argv[2] === "banks" && process.argv[3] !== undefined) listBanks(process.argv[3])
else if (process.argv[2] === "wording") learnWording()
else if (process.argv[2] === "typed") learnTyped()
else if (process.argv[2] === "confidence") learnConfidence(folder)
else if (process.argv[2] === "described") listDescribedTexts()
else if (process.argv[2] === "fillers") learnFillers(folder)
else
  console.log(
    "node scripts/learn.ts spans, then node scripts/learn.ts likelihood; node scripts/learn.ts fillers, then words, then wording, typed and confidence; node scripts/learn.ts cities, states, clocks, airports and described; node scripts/learn.ts served FILE, elevations FILE FILE, positions FILE, banks FOLDER",
  )
