import type { Schema } from "effect"
import type { PricingModel } from "../catalogue/Source.ts"
import type { MicroUsd } from "../money/Money.ts"

/** Where the value of an input comes from. */
export type Binding =
  /** Given in the question, or by the planner, in its encoded (JSON) form. */
  | { readonly _tag: "Value"; readonly value: Schema.Json }
  /** Taken from the document of an earlier step. */
  | ({
      readonly _tag: "From"
      readonly step: number
      /** The input is left out where the document has no such value. */
      readonly optional?: true
    } & ResultPointer)

/**
 * A place in a delivered document. Without `list` the value is at `pointer` (RFC 6901) of the document; with `list` it is at `pointer` of
 * one item of the array at `list`. If that array has several items, the buyer selects one.
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
  /** A fallback: it is bought only if the step `insteadOf` delivered nothing. */
  readonly conditional: boolean
  readonly insteadOf: number | null
  /** The quoted price, by the id of its row: valid until the quote expires. */
  readonly price: { readonly id: string | null; readonly model: PricingModel; readonly amount: MicroUsd }
  /** The maximum cost of this step. */
  readonly max: MicroUsd
  /** Documents of a `per_result` operation. */
  readonly limit: number
}

/** One thing that the question requests: the step (or a fallback of it) that answers it, and the requested facts of its document. */
export interface PlannedGoal {
  /** `g1`, `g2`, … within the ask. */
  readonly ref: string
  /** In the words of the question, or of the recipe. */
  readonly text: string
  readonly step: number
  /** The requested facts, dotted; empty if the whole document is requested. */
  readonly facts: ReadonlyArray<string>
  /** What the question proposes as the answer, a value of one of the facts: the answer begins with yes or no. */
  readonly proposed?: { readonly facts: ReadonlyArray<string>; readonly value: string }
}

/** A comparison of the results of several goals, which are results of one operation. */
export interface PlannedComparison {
  /** The dotted fact that is compared, and its name in a sentence. */
  readonly fact: string
  readonly name: string
  /** The one with more or less is meant, or whether they are the same. */
  readonly relation: "more" | "less" | "same"
  /** The step of each goal, and its name in the question. */
  readonly things: ReadonlyArray<{ readonly step: number; readonly label: string }>
  /** Of a measure: its unit, which may be empty, and `larger` and `smaller` of an area. */
  readonly unit?: string
  readonly words?: { readonly less: string; readonly more: string }
  /** The values are estimates: two that lie close to each other are not put in order. */
  readonly isEstimate?: boolean
  /** The days of moments are compared, and not their clock times. */
  readonly ofDays?: boolean
}

export interface Plan {
  readonly goals: ReadonlyArray<PlannedGoal>
  readonly steps: ReadonlyArray<PlannedStep>
  readonly comparison?: PlannedComparison
  /** What the plan does not answer, and what it assumes, in sentences. */
  readonly limitations: ReadonlyArray<string>
  /** The words and numbers of the question that the plan does not account for. An automatic ask does not buy such a plan. */
  readonly unread?: ReadonlyArray<string>
  /** The planner is not certain enough that the plan answers the question to buy it without an approval. */
  readonly isUncertain?: boolean
}

/** A missing input that the buyer must supply. `id` is stable when the same question is planned again. */
export interface Need {
  readonly id: string
  /** A question in plain words: `Which IBAN?` */
  readonly label: string
  readonly field: string
  /** JSON Schema (2020-12) of the value. */
  readonly schema: Readonly<Record<string, unknown>>
}

/** One of several entities that a name in the question may refer to, found without buying anything. */
export interface EntityCandidate {
  readonly entityRef: string
  readonly label: string
  readonly description: string
  readonly attributes: Readonly<Record<string, Schema.Json>>
}

/** The choice between the meanings of an ambiguous name. */
export interface Choice {
  readonly id: string
  readonly label: string
  readonly candidates: ReadonlyArray<EntityCandidate>
}

/** The result of planning a question. `confidence`: from 0 to 1; absent if there is no doubt. `by`: a language model made it. */
export type Draft = { readonly confidence?: number; readonly by?: "model" } & (
  | { readonly _tag: "Planned"; readonly plan: Plan }
  | { readonly _tag: "NeedsInput"; readonly message: string; readonly needs: ReadonlyArray<Need> }
  | { readonly _tag: "NeedsSelection"; readonly message: string; readonly choice: Choice }
  | { readonly _tag: "Unsupported"; readonly message: string }
)
