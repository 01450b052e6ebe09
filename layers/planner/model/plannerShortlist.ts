import { Layer } from "effect"
import { callChain } from "../../../domain/planning/match/OperationCall.ts"
import { makeSearch } from "../../../domain/planning/match/makeSearch.ts"
import { candidatesFor } from "../../../domain/planning/match/candidates.ts"
import { segmentsOf } from "../../../domain/planning/read/segments.ts"
import { clauseOf } from "../../../domain/planning/read/ParsedQuestion.ts"
import { extract } from "../extract/extract.ts"
import { Shortlist } from "./Shortlist.ts"

const mostOperations = 12

/** The shortlist of the deterministic planner: what it finds for each part of a question and for the whole, and what makes their inputs. */
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
        operations: [...new Set(ranked)].slice(0, mostOperations).map(({ offers }) => offers),
        entities: mentions.map(({ kind, text, value }) => ({ kind, text, value })),
      }
    },
  }),
)
