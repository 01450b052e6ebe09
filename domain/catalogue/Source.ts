import { Context, Data, Effect, Schema } from "effect"
import type { MicroUsd } from "../money/Money.ts"
import { Refusal } from "../Refusal.ts"

/**
 * One input of an operation. `field` is its dotted fact type; `native` the name the source itself uses; `slot` the fact
 * type of what fills it, which is another one where two fields take the same kind of thing (`route.from` takes an `airport.iata`).
 */
export interface InputField {
  readonly field: string
  readonly native: string
  readonly slot: string
  readonly required: boolean
  readonly schema: Schema.Codec<unknown, unknown>
  /** JSON Schema (2020-12) of the encoded value, as the API shows it. */
  readonly jsonSchema: Readonly<Record<string, unknown>>
}

export type PricingModel = "per_call" | "per_result" | "free"

/** `price` is per call, or per delivered document where the model is `per_result`. */
export interface Pricing {
  readonly model: PricingModel
  readonly price: MicroUsd
  /** The price's own row, which a call keeps; absent before prices are read. */
  readonly id?: string
}

/** What a source answered. `data` is the document that was bought; `documents` how many of them `per_result` counts. */
export interface SourceAnswer {
  readonly data: Schema.Json
  readonly documents: number
  readonly links?: ReadonlyArray<string>
  readonly identifiers?: Readonly<Record<string, string>>
}

/** Why a source delivered nothing. `source_error`: it answered badly; the others: it did not answer. */
export class SourceFailure extends Data.TaggedError("SourceFailure")<{
  readonly code: "source_error" | "source_timeout" | "source_unavailable"
  readonly message: string
  /** When a retry may succeed, where the source knows it. */
  readonly retryAfterSeconds?: number
}> {}

/** Why inputs that are each well-formed do not fit together. `field` is the dotted name of the one to change. */
export interface InputProblem {
  readonly field: string
  readonly reason: string
}

/** One way to ask an operation: its inputs, what that costs, and how it runs. */
export interface Variant {
  readonly input: ReadonlyArray<InputField>
  readonly pricing: Pricing
  /** What no field can say alone (the ends of a range, a region and its country): 422 before any money is touched. */
  readonly check?: (input: Readonly<Record<string, unknown>>) => InputProblem | undefined
  /**
   * Inputs arrive keyed by `InputField.field`, decoded. `limit` bounds the documents of `per_result` operations. `model` is how the call is sold, where
   * that is not the model of `pricing`: an operator may have set another price.
   */
  readonly run: (
    input: Readonly<Record<string, unknown>>,
    limit: number,
    model?: PricingModel,
  ) => Effect.Effect<SourceAnswer, SourceFailure>
}

/** One of the things that an input may mean. */
export interface InputMeaning {
  /** Distinguishes it from the others: `Springfield, Illinois, United States`. */
  readonly label: string
  readonly description: string
  /** The value of the field that means this one alone. */
  readonly value: Schema.Json
}

/** The things that an input may mean, found without charge: asking the buyer back costs nothing. */
export interface InputMeanings {
  readonly field: string
  /** The best known first. */
  readonly meanings: ReadonlyArray<InputMeaning>
  /** Why the first one is meant unless the question says otherwise; null if it is not much better known than the others. */
  readonly assumption: string | null
  /** The name means all of them together, as a city means its airports: an answer that no further step needs one of lists them. */
  readonly areTogether?: boolean
  /** What the names are of. Set where a name without a meaning names nothing in the data: another one is requested of the buyer. */
  readonly entity?: "place" | "airport"
}

/** An operation is its own first variant; `variants` are the others, tried in order for the one whose inputs were given. */
export interface Operation extends Variant {
  /** `<domain>.<action>` */
  readonly id: string
  readonly name: string
  readonly description: string
  /** Dotted fact types of the output. */
  readonly output: ReadonlyArray<string>
  readonly freshnessSeconds: number
  readonly examples: ReadonlyArray<string>
  readonly variants: ReadonlyArray<Variant>
  /** A call changes something at the source: once dispatched it is waited for, also if its run is cancelled. */
  readonly effects?: boolean
  /** A call only computes in this process, in a few milliseconds and from memory: it may run before its money is held. */
  readonly computed?: boolean
  /** A call changes nothing at its source, whether it is charged or not: it may begin while its reservation is on its way. */
  readonly repeatable?: boolean
  readonly hints?: PlanningHints
  /** What each of the encoded inputs may mean, if it is the name of something. The planner asks before anything is bought. */
  readonly meaningsOf?: (input: Readonly<Record<string, Schema.Json>>) => Effect.Effect<ReadonlyArray<InputMeanings>>
}

/** What helps to find an operation for a question, and to use what it answers in another one. */
export interface PlanningHints {
  /** Output fact → words that questions use for it beside its name. */
  readonly keywords?: Readonly<Record<string, string>>
  /** Further words of questions that it answers, which request no fact by themselves: `checksum` of a validation, `polar` beside a sunrise. */
  readonly vocabulary?: string
  /** Its values alone do not request it: two clock times request a duration only beside one of the words of its facts (`how long`). */
  readonly requestedByName?: boolean
  /** Output facts that are quantities or moments, so that two results can be compared by them. */
  readonly measures?: Readonly<Record<string, Measure>>
  /** Required field → the assumed value where a question does not give one. */
  readonly defaults?: Readonly<Record<string, "today" | "this year">>
  /** An input with the last day of a period that is not counted: of `days in March`, 1 April is sent, and 31 days are answered. */
  readonly uncountedEnd?: string
  /** The answer is a list of things that a name may mean: where it is, and where in an item its facts are. */
  readonly list?: { readonly pointer: string; readonly facts: Readonly<Record<string, string>> }
  /** Facts of the answer that are too rough to be passed on to another operation (the middle of a country). */
  readonly approximate?: ReadonlyArray<string>
  /** Facts that repeat an optional input, or its default: they supply no other operation (the zone of the phase of the moon). */
  readonly repeated?: ReadonlyArray<string>
  /**
   * Inputs that a value of the question fills, or an earlier answer that it refers to, and no call made for the purpose. No place supplies them at all: a town
   * or an island may have another VAT rate than its country.
   */
  readonly statedOnly?: ReadonlyArray<string>
  /** Why the answer for a whole does not hold for a part of it that a question names (`VAT on honey`). */
  readonly partsUnknown?: string
  /** Facts that this offer leaves null for most inputs: a plan buys another member of the group first, also a dearer one. */
  readonly incomplete?: ReadonlyArray<string>
}

/** A quantity or a moment of a result. */
export interface Measure {
  /** In a sentence: `area`, `number of neighbours`. */
  readonly name: string
  /** `square kilometres`; empty for a number without one and for a moment. */
  readonly unit: string
  /** What less and what more of it is called (`small large`, `early late`), and then other adjectives for it. */
  readonly adjectives: string
  /** Its values are estimates of different years: two that lie close to each other are not put in order. */
  readonly isEstimate?: boolean
}

export const variantsOf = (operation: Operation): ReadonlyArray<Variant> => [operation, ...operation.variants]

/** A request that buyers make of a source and that it does not answer: exchange rates of a source of currencies. */
export interface SourceGap {
  /** The sentence of the refusal: what no source has, and what the source answers instead. */
  readonly message: string
  /**
   * How questions request it: `exchange rate`, `250 dollars in euros`. A question matches with the same words in the same order, except words that say
   * nothing, and with other values of the same kinds.
   */
  readonly phrases: ReadonlyArray<string>
  /** Its phrases mean nothing else: they are refused even where an operation knows all their words. */
  readonly isUnmistakable?: boolean
  /** What makes it answerable: a value of one of these kinds beside the word. The height of a place is not known, that of an `airport` is. */
  readonly unless?: { readonly kinds: ReadonlyArray<string>; readonly word: string }
}

/** Sources that answer the same questions: it can be addressed like a source, and offers what its members offer. */
export interface Group {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** A source without operations can be found, not bought: it is discovery-only. */
export interface Source {
  readonly id: string
  readonly name: string
  /** The company that provides the data. */
  readonly provider: string
  readonly description: string
  readonly category: string
  readonly tags: ReadonlyArray<string>
  readonly sectors: ReadonlyArray<string>
  readonly capabilities: ReadonlyArray<string>
  readonly jurisdiction: string
  readonly attribution: string
  readonly sourceUrl: string
  readonly logoUrl: string
  readonly group?: Group
  /** A listed API: its requests are relayed under its slug, and it is not called as a source. */
  readonly relayed?: boolean
  /** What questions for it request and it does not answer. A question for it is refused with its sentence, without charge. */
  readonly gaps?: ReadonlyArray<SourceGap>
  readonly operations: ReadonlyArray<Operation>
}

/** The sources that this gateway knows, before prices are read from the database. */
export class Sources extends Context.Service<Sources, ReadonlyArray<Source>>()("farthing/domain/catalogue/Sources") {}

/** 502: the source answered badly. */
export class SourceError extends Refusal("source_error", 502) {}
/** 503: the source cannot be reached now, or its address is not allowed. */
export class SourceUnavailable extends Refusal("source_unavailable", 503) {}
/** 504: the source did not answer in time. */
export class SourceTimeout extends Refusal("source_timeout", 504) {}

const classes = { source_error: SourceError, source_unavailable: SourceUnavailable, source_timeout: SourceTimeout } as const

/** What a relay answers when its origin failed: the envelope, where a direct call answers the run. */
export const sourceRefusal = ({ code, message, retryAfterSeconds }: Pick<SourceFailure, "code" | "message" | "retryAfterSeconds">) =>
  new classes[code]({ message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
