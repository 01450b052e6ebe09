import { Context, Effect, Layer, Option, type Schema } from "effect"
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import type { InvalidSourceInput } from "../catalogue/resolveInput.ts"
import { type InvalidRequest, Refusal } from "../Refusal.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { Draft } from "./Plan.ts"

/** 503: the question cannot be interpreted now. Only where the operator requires a language model and it is down. */
export class PlannerUnavailable extends Refusal("planner_unavailable", 503) {}

export interface PlanRequest {
  /** A question in plain words, or a recipe by its slug with its inputs. */
  readonly wish:
    | { readonly _tag: "Question"; readonly question: string }
    | { readonly _tag: "Workflow"; readonly slug: string; readonly input: Readonly<Record<string, Schema.Json>> }
  /** Answers to earlier needs and choices of the same question: `Need.id` or `Choice.id` → the value or the `entityRef`. */
  readonly given: Readonly<Record<string, Schema.Json>>
  /** Documents of `per_result` operations. */
  readonly limit: number
  readonly catalogue: ReadonlyArray<CatalogueEntry>
  /** Milliseconds since 1970, by the sandbox's clock there: what `today` means. */
  readonly now: number
  /** Plan without fallbacks, because the plan with them exceeds the spending limit. */
  readonly withoutFallbacks: boolean
  /** The spending limit, if there is one. A language model's plan above it is discarded. */
  readonly cap?: MicroUsd
}

/** Makes a priced plan of a question. Buys nothing. */
export class Planner extends Context.Service<
  Planner,
  { readonly plan: (request: PlanRequest) => Effect.Effect<Draft, PlannerUnavailable | InvalidRequest | InvalidSourceInput> }
>()("farthing/domain/ask/Planner") {}

/** The planner that is provided from outside. A gateway without one sells direct calls only, and answers 503 to questions. */
export const providedPlanner = Layer.effect(
  Planner,
  Effect.map(
    Effect.serviceOption(Planner),
    Option.getOrElse(() =>
      Planner.of({ plan: () => new PlannerUnavailable({ message: "This gateway does not plan questions. Call a source directly." }) }),
    ),
  ),
)
