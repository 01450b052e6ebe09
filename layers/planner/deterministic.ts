import { Clock, Effect, Layer } from "effect"
import { Catalogue } from "../../domain/catalogue/Catalogue.ts"
import { type PlanRequest, Planner } from "../../domain/ask/Planner.ts"
import { withDeclaredGaps } from "../../domain/planning/plan/declaredGaps.ts"
import { planQuestion } from "../../domain/planning/plan/draft.ts"
import { withMeanings } from "../../domain/planning/plan/entityMeanings.ts"
import type { Search } from "../../domain/planning/match/candidates.ts"
import { prepareGaps } from "../../domain/planning/match/gaps.ts"
import { prepareIndex } from "../../domain/planning/match/OperationIndex.ts"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { InvalidRequest } from "../../domain/Refusal.ts"
import { extract } from "./extract/extract.ts"
import { withFaults } from "./faults.ts"

/** Plans a question by rules, with a confidence. Takes a few milliseconds and makes no requests. */
export const readQuestion = (question: string, request: Omit<PlanRequest, "wish">) => {
  const search = makeSearch(question, request, extract)
  const plan = (each: Search) => planQuestion(each, request.withoutFallbacks)
  return withFaults(search, withDeclaredGaps(search, plan(search), request.catalogue, extract, plan))
}

/** What is read once for each snapshot of the catalogue. */
const prepare = (catalogue: PlanRequest["catalogue"]) => Effect.andThen(prepareIndex(catalogue, extract), prepareGaps(catalogue, extract))

/** Builds in the background, with other work in between, what the first question after a start would wait for: the index, and the lists of names. */
export const prepareForQuestions = Effect.gen(function* () {
  const catalogue = yield* (yield* Catalogue).current
  yield* prepare(catalogue)
  const now = yield* Clock.currentTimeMillis
  for (const read of [
    () => extract(someQuestion, now),
    () => extract.tagged(someQuestion),
    () => readQuestion(someQuestion, { given: {}, limit: 1, catalogue, now, withoutFallbacks: true }),
  ]) {
    yield* Effect.yieldNow
    read()
  }
}).pipe(Effect.catchTag("catalog_unavailable", () => Effect.void))

/** Any question with a name and a date. */
const someQuestion = "Is 6 January a public holiday in Bavaria?"

/** The planner by rules: typed mentions, the operations that match them, and the calls that supply their inputs. */
export const layer = Layer.succeed(
  Planner,
  Planner.of({
    plan: Effect.fn("Planner.deterministic")(function* ({ wish, ...request }) {
      if (wish._tag === "Question") {
        yield* prepare(request.catalogue)
        const { confidence, draft } = readQuestion(wish.question, request)
        const resolved = yield* withMeanings(draft, request.catalogue, request.given)
        return { ...resolved, confidence: Math.max(0, Math.min(1, confidence)) }
      }
      return yield* new InvalidRequest({ field: "workflow", message: "This planner does not support workflows. Send a question." })
    }),
  }),
)
