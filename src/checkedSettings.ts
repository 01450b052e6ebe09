import { Effect, Layer, Result } from "effect"
import { Deployment } from "../domain/rail/Deployment.ts"
import { railMistakes } from "../rails/registry.ts"
import { InvalidSettings, readDeployment, readSettings, Settings } from "./Settings.ts"

/** The settings of the gateway, for what builds rails: the mistakes in the settings of all rails are reported with them, before a database is opened. */
export const checkedSettings = Layer.effect(
  Settings,
  Effect.gen(function* () {
    const settings = yield* Effect.result(readSettings)
    const deployment = yield* readDeployment
    // Whether a key or a network fits depends on the mode.
    const ofRails = yield* Effect.provideService(railMistakes, Deployment, deployment)
    const mistakes = [...(Result.isFailure(settings) ? settings.failure.mistakes : []), ...ofRails]
    return Result.isSuccess(settings) && mistakes.length === 0 ? settings.success : yield* new InvalidSettings({ mistakes })
  }),
)
