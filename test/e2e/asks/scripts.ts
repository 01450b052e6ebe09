import { Effect, Layer, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { type Source, SourceFailure } from "../../../domain/catalogue/Source.ts"
import type { Binding, Draft, PlannedStep } from "../../../domain/ask/Plan.ts"
import { type PlanRequest, Planner } from "../../../domain/ask/Planner.ts"
import { microUsd, zero } from "../../../domain/money/Money.ts"
import { sampleSource } from "../../support/sources.ts"

/** What one call costs, in micro-USD; `list` for each of its documents. */
export const prices = { find: 1_000, grind: 2_000, press: 4_000, list: 500, free: 0 } as const
export type Tool = keyof typeof prices

/** A step as a question asks for it: `from` binds an input to the document of an earlier step. */
export interface ScriptedStep {
  readonly tool: Tool
  readonly input: Readonly<Record<string, Schema.Json>>
  readonly from?: Readonly<Record<string, { readonly step: number; readonly pointer: string; readonly list?: string }>>
  readonly insteadOf?: number
}

/** A question in the only language that the scripted planner knows, as JSON. */
export interface Script {
  readonly steps?: ReadonlyArray<ScriptedStep>
  readonly goals?: ReadonlyArray<number>
  /** The inputs that lack until they are given: the place in `steps` is `given.<id>` then. */
  readonly needs?: ReadonlyArray<string>
  readonly choice?: ReadonlyArray<string>
  readonly unsupported?: true
  /** Given this word, no source answers. */
  readonly never?: string
}

export const asQuestion = (script: Script): string => JSON.stringify(script)

/** Plans what a question says word for word, at the prices of the catalogue. */
export const scriptedPlanner = Layer.succeed(Planner, {
  plan: (request) => Effect.succeed(draftOf(request)),
})

const draftOf = (request: PlanRequest): Draft => {
  if (request.wish._tag === "Workflow") return { _tag: "Unsupported", message: "No recipes here." }
  const script = readScript(request.wish.question)
  if (script?.unsupported === true || script === undefined) return { _tag: "Unsupported", message: "No source answers this question." }
  if (script.never !== undefined && request.given["word"] === script.never)
    return { _tag: "Unsupported", message: "No source knows this word." }
  const missing = (script.needs ?? []).filter((id) => request.given[id] === undefined)
  if (missing.length > 0) {
    const needs = missing.map((id) => ({ id, label: `Which ${id}?`, field: `mill.${id}`, schema: { type: "string", minLength: 2 } }))
    return { _tag: "NeedsInput", message: `I need to know ${missing.join(" and ")}.`, needs }
  }
  if (script.choice !== undefined && request.given["which"] === undefined) {
    const candidates = script.choice.map((name) => ({
      entityRef: `word:${name}`,
      label: name,
      description: `The word ${name}`,
      attributes: { name },
    }))
    return { _tag: "NeedsSelection", message: "Several words are meant.", choice: { id: "which", label: "Which word?", candidates } }
  }
  const scripted = (script.steps ?? []).filter((step) => !request.withoutFallbacks || step.insteadOf === undefined)
  const steps = scripted.map((step) => plannedStep(step, request))
  const goals = (script.goals ?? [steps.length - 1]).map((step, i) => ({ ref: `g${i + 1}`, text: `goal ${i + 1}`, step, facts: [] }))
  return { _tag: "Planned", plan: { steps, goals, limitations: [] } }
}

const plannedStep = ({ from = {}, input, insteadOf, tool }: ScriptedStep, { catalogue, given, limit }: PlanRequest): PlannedStep => {
  const operation = catalogue.flatMap(({ source }) => source.operations).find(({ id }) => id === `mill.${tool}`)
  const pricing = operation?.pricing ?? { model: "free" as const, price: zero }
  const literals = Object.entries({ ...input, ...(given["word"] === undefined ? {} : { word: given["word"] }) })
  const values = literals.map(([name, value]): [string, Binding] => [`mill.${name}`, { _tag: "Value", value }])
  const taken = Object.entries(from).map(([name, place]): [string, Binding] => [`mill.${name}`, { _tag: "From", ...place }])
  return {
    source: "mill",
    operation: `mill.${tool}`,
    name: `Mill ${tool}`,
    input: Object.fromEntries([...values, ...taken]),
    conditional: insteadOf !== undefined,
    insteadOf: insteadOf ?? null,
    price: { id: pricing.id ?? null, model: pricing.model, amount: pricing.price },
    max: pricing.model === "per_result" ? microUsd(pricing.price * BigInt(limit)) : pricing.price,
    limit,
  }
}

const readScript = (question: string): Script | undefined => {
  try {
    return JSON.parse(question) as Script
  } catch {
    return undefined
  }
}

/** Is called when a call of a tool starts, and again before it is answered. */
export type Witness = (moment: "started" | "answered", tool: Tool, word: string) => void

const fields = {
  "mill.word": Schema.String,
  "mill.count": Schema.optionalKey(Schema.Int),
  "mill.delay_ms": Schema.optionalKey(Schema.Int),
  "mill.fails_with": Schema.optionalKey(Schema.Literals(["source_error", "source_timeout", "source_unavailable"])),
} as const

/** A source with three tools: `find` answers a list, `grind` and `press` the word with a mark. `held` delays an answer. */
export const mill = (witness: Witness, held: (word: string) => Effect.Effect<void> = () => Effect.void): Source => {
  const tool = (name: Tool) =>
    defineOperation({
      id: `mill.${name}`,
      name: `Mill ${name}`,
      description: "For tests.",
      fields,
      output: ["mill.word"],
      pricing: { model: name === "list" ? "per_result" : name === "free" ? "free" : "per_call", price: microUsd(BigInt(prices[name])) },
      freshnessSeconds: 0,
      examples: [],
      run: Effect.fnUntraced(function* (input, limit) {
        const word = input["mill.word"]
        witness("started", name, word)
        yield* Effect.sleep(input["mill.delay_ms"] ?? 0)
        yield* held(word)
        const code = input["mill.fails_with"]
        if (code !== undefined) return yield* new SourceFailure({ code, message: `The mill ${name} broke.` })
        const finds = Array.from({ length: Math.min(input["mill.count"] ?? 2, name === "list" ? limit : 50) }, (_, i) => ({
          name: `${word}-${i + 1}`,
          code: `C${i + 1}`,
          none: null,
        }))
        witness("answered", name, word)
        return { data: { mill: { word: `${word}.` }, finds }, documents: finds.length }
      }),
    })
  return sampleSource("mill", {
    name: "Mill",
    provider: "Millers",
    operations: [tool("find"), tool("grind"), tool("press"), tool("list"), tool("free")],
  })
}

/** One step after another: find, grind what was found, press what was ground. */
export const chain = (word: string, input: Readonly<Record<string, Schema.Json>> = {}): ReadonlyArray<ScriptedStep> => [
  { tool: "find", input: { word, count: 1, ...input } },
  { tool: "grind", input, from: { word: { step: 0, list: "/finds", pointer: "/name" } } },
  { tool: "press", input, from: { word: { step: 1, pointer: "/mill/word" } } },
]
