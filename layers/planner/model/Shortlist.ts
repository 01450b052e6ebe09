import { Context, type Schema } from "effect"
import type { Entry } from "../../../domain/catalogue/Entry.ts"
import type { Offer } from "../../../domain/catalogue/find.ts"

/** The same operation of one source, or of the members of a group: the cheapest first. */
export type Alternatives = readonly [Offer, ...ReadonlyArray<Offer>]

/** A thing that a question names. */
export interface Entity {
  readonly text: string
  /** The fact type that it can fill. */
  readonly kind: string
  readonly value: Schema.Json
}

/** What of the catalogue may answer a question, and what the question names: what a language model gets to see. */
export class Shortlist extends Context.Service<
  Shortlist,
  {
    readonly of: (asked: { readonly question: string; readonly catalogue: ReadonlyArray<Entry>; readonly now: number }) => {
      /** The best first, at most twelve. */
      readonly operations: ReadonlyArray<Alternatives>
      readonly entities: ReadonlyArray<Entity>
    }
  }
>()("farthing/layers/planner/model/Shortlist") {}
