import { Effect, Layer } from "effect"
import type { Draft } from "../../domain/ask/Plan.ts"
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

/** The words that a question begins with in larger languages of Europe: `Welche Währung hat Japan?` has names that are places. */
const interrogative =
  /^\W*(?:welche[rsnm]?|wann|wie|wieviele?|wo|wer|quelle?s?|combien|quand|où|cu[aá]l(?:es)?|qué|cu[aá]ndo|d[oó]nde|cu[aá]nt[oa]s?|quale|quali|quant[oie]|dove|qual|quais|quando|onde|quant[oa]s|welke|hoeveel|waar|wanneer|hoe)(?!\p{L})/iu

const english = /(?<!\p{L})(?:the|what|which|when|how|are|does|of|for|and|please|time|numbers?)(?!\p{L})/iu

const beginsForeign = (question: string): boolean => interrogative.test(question) && !english.test(question)

const isSure = (draft: Draft): boolean => draft._tag === "Planned" && draft.plan.unread === undefined && draft.plan.isUncertain !== true

/** Whether the language may be why the question is not answered: no source answers it, or the plan for it is not sure and it begins like a foreign one. */
const mayBeForeign = (draft: Draft, question: string): boolean =>
  draft._tag === "Unsupported" ? draft.message === noSourceAnswers : !isSure(draft) && beginsForeign(question)

/** Names the language as the reason where a question that is not English is not answered, and no closer reason is known. */
export const layer = Layer.effect(
  Planner,
  Effect.map(Planner, (planner) =>
    Planner.of({
      plan: Effect.fn("Planner.language")(function* (request) {
        const draft = yield* planner.plan(request)
        if (request.wish._tag !== "Question" || !mayBeForeign(draft, request.wish.question)) return draft
        const { question } = request.wish
        const language = yield* foreignLanguage(question)
        if (language === undefined && !beginsForeign(question)) return draft
        return {
          _tag: "Unsupported" as const,
          ...(draft.confidence !== undefined && { confidence: draft.confidence }),
          message: `This question ${language === undefined ? "does not seem to be in English" : `seems to be in ${language}`}. Only questions in English are answered: send it in English.`,
        }
      }),
    }),
  ),
)
