import { Effect, Layer } from "effect"
import { type PlanRequest, Planner } from "../../domain/ask/Planner.ts"
import { planQuestion } from "../../domain/planning/plan/draft.ts"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { InvalidRequest } from "../../domain/Refusal.ts"
import { extract } from "./extract/extract.ts"

/** What a question comes to, with how sure it is. Computed in some milliseconds; nothing is asked of anybody. */
export const readQuestion = (question: string, asked: Omit<PlanRequest, "wish">) =>
  planQuestion(makeSearch(question, asked, extract), asked.withoutFallbacks)

/** Plans questions by rules: what is named in them, which operation speaks of it, and how its inputs are had. */
export const layer = Layer.succeed(
  Planner,
  Planner.of({
    plan: Effect.fn("Planner.deterministic")(function* ({ wish, ...asked }) {
      if (wish._tag === "Question") {
        const { confidence, draft } = readQuestion(wish.question, asked)
        return { ...draft, confidence: Math.max(0, Math.min(1, confidence)) }
      }
      return yield* new InvalidRequest({ field: "workflow", message: "This planner does not support workflows. Send a question." })
    }),
  }),
)
