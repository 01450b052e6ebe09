import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Planner } from "../../../domain/ask/Planner.ts"
import { layer as deterministic } from "../../../layers/planner/deterministic.ts"
import { foreignLanguage, layer } from "../../../layers/planner/language.ts"
import { builtinEntries } from "./catalogue.ts"

const draftOf = Effect.fnUntraced(function* (question: string) {
  const { plan } = yield* Planner
  const wish = { _tag: "Question", question } as const
  return yield* plan({ wish, given: {}, limit: 10, catalogue: builtinEntries, now: Date.UTC(2026, 10, 21), withoutFallbacks: true })
})

it.effect("a question in another language that no source answers names the language as the reason", () =>
  Effect.gen(function* () {
    const questions = [
      ["Wer hat die Weltmeisterschaft gewonnen?", "German"],
      ["Qui a gagné la coupe du monde de football ?", "French"],
      ["¿Quién ganó la copa del mundo?", "Spanish"],
      ["誰がワールドカップで優勝しましたか", "Japanese"],
    ] as const
    for (const [question, language] of questions) {
      expect(yield* draftOf(question)).toMatchObject({
        _tag: "Unsupported",
        message: expect.stringContaining(`seems to be in ${language}.`),
      })
    }
  }).pipe(Effect.provide(Layer.provide(layer, deterministic))),
)

it.effect("a question that begins in another language is not planned, although the rules read places in it", () =>
  Effect.gen(function* () {
    for (const question of ["Welche Währung hat Japan?", "¿Cuál es la capital de Perú?", "Quelle heure est-il à Tokyo ?"]) {
      expect(yield* draftOf(question), question).toMatchObject({
        _tag: "Unsupported",
        message: expect.stringContaining("Only questions in English are answered"),
      })
    }
    expect(yield* draftOf("Wo is the capital of Kenya")).toMatchObject({ _tag: "Planned" })
  }).pipe(Effect.provide(Layer.provide(layer, deterministic))),
)

it.effect("an English question that no source answers does not get its language as the reason, whatever names it contains", () =>
  Effect.gen(function* () {
    for (const question of ["Tell me a joke", "recipe for spaghetti carbonara", "Who won the world cup?", "bonjour", "zzz"]) {
      expect(yield* foreignLanguage(question)).toBeUndefined()
    }
    expect(yield* foreignLanguage("Montréal population")).toBeUndefined()
    expect(yield* foreignLanguage("Geolocate Tromsø")).toBeUndefined()
    expect(yield* draftOf("Who won the world cup?")).toMatchObject({ _tag: "Unsupported", message: expect.stringContaining("No source") })
  }).pipe(Effect.provide(Layer.provide(layer, deterministic))),
)

it.effect("labels, abbreviations and names are in no language", () =>
  Effect.gen(function* () {
    for (const question of [
      "VAT in Copenhagen",
      "BIC of Deutsche Bank Frankfurt",
      "CZ25123891 DIC ok",
      "RO14186770 CUI ok?",
      "RFC GODE561231GR8",
    ]) {
      expect(yield* foreignLanguage(question), question).toBeUndefined()
    }
    expect(yield* foreignLanguage("Hauptstadt von Frankreich")).toBe("German")
  }),
)
