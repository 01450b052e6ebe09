import { Effect, Layer } from "effect"
import { Planner } from "../../domain/ask/Planner.ts"
import { noSourceAnswers } from "../../domain/planning/plan/draft.ts"
import { isEnglish } from "./extract/english.ts"

/** The table of n-grams takes 1.6 MB: loaded for the first question that no source answers. */
const detector = Effect.promise(() => import("eld/small"))

/** English questions with foreign names score up to 0.1 lower as English than as another language. */
const minLead = 0.15

/** The n-grams of two words in Latin letters (`Geolocate Tromsø`) distinguish no languages. */
const minLatinWords = 3
const latinWords = /\p{Script=Latin}{2,}/gu
const otherLetters = /(?!\p{Script=Latin})\p{L}/u

/** A word in small letters that is no English one. Capitals are those of labels, abbreviations and names: `BIC of Deutsche Bank Frankfurt`. */
const hasForeignWord = (text: string): boolean =>
  (text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]+(?![\p{N}])/gu) ?? []).some((word) => word !== "ok" && !isEnglish(word))

const names = new Intl.DisplayNames("en", { type: "language" })

/** The English name of the language of a text; undefined for English, and for a text that is too short or too mixed. */
export const foreignLanguage = Effect.fnUntraced(function* (text: string) {
  if (!otherLetters.test(text) && ((text.match(latinWords) ?? []).length < minLatinWords || !hasForeignWord(text))) return undefined
  const { eld } = yield* detector
  const result = eld.detect(text)
  if (result.language === "" || result.language === "en" || !result.isReliable()) return undefined
  const { [result.language]: own = 0, en = 0 } = result.getScores()
  return own - en >= minLead ? names.of(result.language) : undefined
})

/** Names the language as the reason where no source answers a question that is not English, and no closer reason is known. */
export const layer = Layer.effect(
  Planner,
  Effect.map(Planner, (planner) =>
    Planner.of({
      plan: Effect.fn("Planner.language")(function* (request) {
        const draft = yield* planner.plan(request)
        if (draft._tag !== "Unsupported" || draft.message !== noSourceAnswers || request.wish._tag !== "Question") return draft
        const language = yield* foreignLanguage(request.wish.question)
        if (language === undefined) return draft
        return {
          ...draft,
          message: `This question seems to be in ${language}. Only questions in English are answered: send it in English.`,
        }
      }),
    }),
  ),
)
