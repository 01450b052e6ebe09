import type { Schema } from "effect"
import type { PricingModel } from "../catalogue/Source.ts"
import type { MicroUsd } from "../money/Money.ts"

/** Where the value of an input comes from. */
export type Binding =
  /** Said in the question, or by the planner, in its encoded (JSON) form. */
  | { readonly _tag: "Value"; readonly value: Schema.Json }
  /** Taken from the document of an earlier step. */
  | ({ readonly _tag: "From"; readonly step: number } & ResultPointer)

/**
 * A place in a delivered document. Without `list` the value is at `pointer` (RFC 6901) of the document; with it, at
 * `pointer` of the one entity meant among the items of the array at `list`: several of them have to be selected from.
 */
export interface ResultPointer {
  readonly pointer: string
  readonly list?: string
}

/** One paid call of a plan. Steps refer to each other by their place in the plan; a step refers to earlier ones only. */
export interface PlannedStep {
  readonly source: string
  readonly operation: string
  readonly name: string
  /** Dotted field → where its value comes from. */
  readonly input: Readonly<Record<string, Binding>>
  /** A fallback: it is made only where the step `insteadOf` delivered nothing. */
  readonly conditional: boolean
  readonly insteadOf: number | null
  /** The price that was quoted, by its own row: kept until the quote expires. */
  readonly price: { readonly id: string | null; readonly model: PricingModel; readonly amount: MicroUsd }
  /** The most this step can cost. */
  readonly max: MicroUsd
  /** Documents of a `per_result` operation. */
  readonly limit: number
}

/** One thing that was asked for: the step (or a fallback of it) that answers it, and what of its document is wanted. */
export interface PlannedGoal {
  /** `g1`, `g2`, … within the ask. */
  readonly ref: string
  /** In the words of the question, or of the recipe. */
  readonly text: string
  readonly step: number
  /** Dotted fact types that were asked for; empty where the document as a whole was. */
  readonly facts: ReadonlyArray<string>
}

export interface Plan {
  readonly goals: ReadonlyArray<PlannedGoal>
  readonly steps: ReadonlyArray<PlannedStep>
  /** What could not be answered or was taken for granted, in sentences. */
  readonly limitations: ReadonlyArray<string>
}

/** A thing that lacks: what the buyer is asked for. `id` is stable when the same question is planned again. */
export interface Need {
  readonly id: string
  /** A question in plain words: `Which IBAN?` */
  readonly label: string
  readonly field: string
  /** JSON Schema (2020-12) of the value. */
  readonly schema: Readonly<Record<string, unknown>>
}

/** One of several things that a name in the question may mean, known without buying anything. */
export interface EntityCandidate {
  readonly entityRef: string
  readonly label: string
  readonly description: string
  readonly attributes: Readonly<Record<string, Schema.Json>>
}

/** A name that means several things. */
export interface Choice {
  readonly id: string
  readonly label: string
  readonly candidates: ReadonlyArray<EntityCandidate>
}

/**
 * What a planner made of a question. `confidence`: how sure it is, from 0 to 1; absent where there is no doubt. `by`: that a
 * language model said it.
 */
export type Draft = { readonly confidence?: number; readonly by?: "model" } & (
  | { readonly _tag: "Planned"; readonly plan: Plan }
  | { readonly _tag: "NeedsInput"; readonly message: string; readonly needs: ReadonlyArray<Need> }
  | { readonly _tag: "NeedsSelection"; readonly message: string; readonly choice: Choice }
  | { readonly _tag: "Unsupported"; readonly message: string }
)
