import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { layer as deterministic } from "../layers/planner/deterministic.ts"
import { layer as language } from "../layers/planner/language.ts"
import { layer as modelPlanner } from "../layers/planner/model/ModelPlanner.ts"
import type { ModelSettings } from "../layers/planner/model/ModelSettings.ts"
import { layer as shortlist } from "../layers/planner/model/Shortlist.ts"
import { layer as recipes } from "../layers/workflows/recipes.ts"
import { layer as workflows } from "../layers/workflows/workflowPlanner.ts"
import { Settings } from "./Settings.ts"
import type { SettingsShape } from "./SettingsShape.ts"

/** Questions by rules; the doubtful ones by a language model, where one is configured. */
const questions = Layer.unwrap(
  Effect.map(Settings, (settings) => {
    const model = modelOf(settings)
    return model === undefined ? deterministic : modelPlanner(model).pipe(Layer.provide([deterministic, shortlist, FetchHttpClient.layer]))
  }),
)

/** The planner and the recipes that this gateway ships with. */
export const asking = workflows.pipe(Layer.provide(language), Layer.provide(questions), Layer.provideMerge(recipes))

const modelOf = (settings: SettingsShape): ModelSettings | undefined =>
  settings.plannerUrl === undefined || settings.plannerModel === undefined
    ? undefined
    : {
        kind: settings.plannerKind,
        url: settings.plannerUrl,
        model: settings.plannerModel,
        key: settings.plannerKey,
        required: settings.plannerRequired,
        timeoutMs: settings.plannerTimeoutMs,
        threshold: settings.plannerConfidencePercent / 100,
      }
