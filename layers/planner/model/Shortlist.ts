import { Context, Layer, type Schema } from "effect"
import type { CatalogueEntry } from "../../../domain/catalogue/Catalogue.ts"
import type { SourceOperation } from "../../../domain/catalogue/find.ts"
import { candidatesFor } from "../../../domain/planning/match/candidates.ts"
import { makeSearch } from "../../../domain/planning/match/makeSearch.ts"
import { callChain } from "../../../domain/planning/match/OperationCall.ts"
import { clauseOf } from "../../../domain/planning/read/ParsedQuestion.ts"
import { segmentsOf } from "../../../domain/planning/read/segments.ts"
import { extract } from "../extract/extract.ts"

/** The same operation of one source, or of the members of a group: the cheapest first. */
export type Alternatives = readonly [SourceOperation, ...ReadonlyArray<SourceOperation>]

/** A typed value that the question mentions. */
export interface Entity {
  readonly text: string
  /** The fact type that it can fill. */
  readonly kind: string
  readonly value: Schema.Json
}

/** The operations that may answer a question, and its mentions: everything that a language model sees of the catalogue. */
export class Shortlist extends Context.Service<
  Shortlist,
  {
    readonly of: (asked: { readonly question: string; readonly catalogue: ReadonlyArray<CatalogueEntry>; readonly now: number }) => {
      /** The best first, at most twelve. */
      readonly operations: ReadonlyArray<Alternatives>
      readonly entities: ReadonlyArray<Entity>
    }
  }
>()("farthing/layers/planner/model/Shortlist") {}

const maxOperations = 12

/** The shortlist of the deterministic planner: its candidates for each part of a question and for the whole, with the suppliers of their inputs. */
export const layer = Layer.succeed(
  Shortlist,
  Shortlist.of({
    of: ({ catalogue, now, question }) => {
      const search = makeSearch(question, { given: {}, limit: 10, catalogue, now }, extract)
      const { mentions, question: text } = search.parsed
      const clauses = [...segmentsOf(text, mentions), clauseOf(text, 0, text.length)]
      const perClause = clauses.map((clause) =>
        candidatesFor(search, clause, "g1").flatMap(({ bound, operation }) => [
          operation,
          ...callChain(bound.call).map((call) => call.operation),
        ]),
      )
      // The best of each part before the second best of any.
      const ranked = Array.from({ length: Math.max(...perClause.map((operations) => operations.length)) }, (_, place) =>
        perClause.flatMap((operations) => operations[place] ?? []),
      ).flat()
      return {
        operations: [...new Set(ranked)].slice(0, maxOperations).map(({ offers }) => offers),
        entities: mentions.map(({ kind, text, value }) => ({ kind, text, value })),
      }
    },
  }),
)
