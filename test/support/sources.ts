import { Effect, Schema } from "effect"
import { defineOperation } from "../../domain/catalogue/defineOperation.ts"
import { type Source, SourceFailure } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/money/Money.ts"

/** Called at the start of every dispatch and again before its answer, with the token of its request. */
export type Witness = (moment: "started" | "answered", token: string) => void

/** The price of one call, in micro-USD. */
export const prices = {
  fast: 1_000,
  slow: 2_000,
  failing: 3_000,
  large: 4_000,
  lasting: 5_000,
  computed: 6_000,
  lookup: 7_000,
  free: 0,
} as const
export type ScriptName = keyof typeof prices

const fields = {
  "script.token": Schema.String,
  "script.delay_ms": Schema.optionalKey(Schema.Int),
  "script.kilobytes": Schema.optionalKey(Schema.Int),
  "script.message": Schema.optionalKey(Schema.String),
  "script.fails_with": Schema.optionalKey(Schema.Literals(["source_error", "source_timeout", "source_unavailable", "defect"])),
} as const

/**
 * A source that does as its inputs say: waits, fails, answers at length. Every operation takes every input; they differ
 * in price and in what they do unasked. `held` keeps a call of this token waiting.
 */
export const scriptedSource = (witness: Witness, held: (token: string) => Effect.Effect<void> = () => Effect.void): Source => {
  const script = (name: ScriptName, unasked: { readonly delayMs?: number; readonly kilobytes?: number; readonly fails?: boolean }) =>
    defineOperation({
      id: `script.${name}`,
      name: `Scripted ${name}`,
      description: "Does as its inputs say.",
      fields,
      output: ["script.token"],
      pricing: { model: prices[name] === 0 ? "free" : "per_call", price: microUsd(BigInt(prices[name])) },
      freshnessSeconds: 0,
      examples: [],
      run: Effect.fnUntraced(function* (input) {
        const token = input["script.token"]
        witness("started", token)
        yield* Effect.sleep(input["script.delay_ms"] ?? unasked.delayMs ?? 0)
        yield* held(token)
        const failure = input["script.fails_with"] ?? (unasked.fails === true ? "source_error" : undefined)
        if (failure === "defect") return yield* Effect.die(new Error("scripted defect: /etc/passwd"))
        if (failure !== undefined)
          return yield* new SourceFailure({ code: failure, message: input["script.message"] ?? `Scripted ${failure}.` })
        witness("answered", token)
        const filler = "x".repeat((input["script.kilobytes"] ?? unasked.kilobytes ?? 0) * 1024)
        return { data: { script: { token, filler } }, documents: 1 }
      }),
    })
  return sampleSource("script", {
    name: "Script",
    provider: "Scriptwriter",
    operations: [
      script("fast", {}),
      script("slow", { delayMs: 300 }),
      script("failing", { fails: true }),
      script("large", { kilobytes: 20 }),
      { ...script("lasting", {}), effects: true },
      { ...script("computed", {}), computed: true },
      { ...script("lookup", {}), repeatable: true },
      script("free", {}),
    ],
  })
}

/** A source whose members that do not matter to a test are filled in. */
export const sampleSource = (id: string, more: Partial<Source>): Source => ({
  id,
  name: id.toUpperCase(),
  provider: "Test",
  description: "For tests.",
  category: "test",
  tags: [],
  sectors: [],
  capabilities: [],
  jurisdiction: "worldwide",
  attribution: "",
  sourceUrl: "https://example.com",
  logoUrl: "https://example.com/logo.svg",
  operations: [],
  ...more,
})
