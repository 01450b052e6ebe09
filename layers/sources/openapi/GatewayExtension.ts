import { Result, Schema } from "effect"
import { type Json, objectOf } from "./Document.ts"
import type { Pricing } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"

const Text = Schema.Trimmed.check(Schema.isBetweenLength(1, 1_000))
const FactType = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){1,3}$/))
const Slots = Schema.Record(Schema.String, FactType)
/** Micro-USD; a JSON integer. */
export const PriceMicroUsd = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
export const PricingModelName = Schema.Literals(["per_call", "per_result", "free"])

const members = {
  domain: Text,
  action: Text,
  /** In millionths of a dollar: per call, or per delivered document where `pricing.model` is `per_result`. */
  price_micro_usd: PriceMicroUsd,
  pricing: Schema.Struct({ model: PricingModelName }),
  freshness_seconds: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** A call changes something at the source: a cancelled run waits for it once it was dispatched. */
  effects: Schema.Boolean,
  /** The same questions are answered by other sources too: the id of their group, or `{id, name, description}`. */
  group: Schema.Union([Text, Schema.Struct({ id: Text, name: Schema.optionalKey(Text), description: Schema.optionalKey(Text) })]),
  /**
   * Alternative sets of inputs with which the operation can be called. The first is the operation itself: `[{"required": ["iata"]},
   * {"required": ["icao"], "price_micro_usd": 3000}]`. Each needs what it names and what the document requires anyway, and
   * takes what is optional and named by no other one, so that the inputs given decide which one runs.
   */
  variants: Schema.NonEmptyArray(Schema.Struct({ required: Schema.Array(Text), price_micro_usd: Schema.optionalKey(PriceMicroUsd) })).check(
    Schema.isMaxLength(16),
  ),
  /** Questions that the operation answers. */
  examples: Schema.Array(Text),
  /** Name of an input → fact type of the value that fills it. */
  slots: Slots,
  /** Member of the answer (`country` or `place.country`) → fact type of its value. */
  output_slots: Slots,
  /** JSON Pointer to the array of documents that `per_result` counts. */
  answer: Schema.String.check(Schema.isPattern(/^(\/[^/]+)*$/)),
  /** What questions for the API request and it does not answer: the sentence of the refusal, and phrases of questions that request it. */
  gaps: Schema.Array(Schema.Struct({ message: Text, phrases: Schema.NonEmptyArray(Text).check(Schema.isMaxLength(100)) })).check(
    Schema.isMaxLength(50),
  ),
  category: Text,
  tags: Schema.Array(Text),
  sectors: Schema.Array(Text),
  capabilities: Schema.Array(Text),
  jurisdiction: Text,
  attribution: Text,
  provider: Text,
} as const

type Members = typeof members
/** What `x-gateway` says: of the document, of a path and of an operation, the nearest one wins for each member. */
export type GatewayExtension = { readonly [Name in keyof Members]?: Members[Name]["Type"] | undefined }

export const extensionName = "x-gateway"

/** A node of the document that may have `x-gateway`, and its name in warnings. */
export interface ExtensionLevel {
  readonly where: string
  readonly node: Json
}

/**
 * Reads `x-gateway` from these levels, the outermost first. For each member the innermost level wins. An invalid member is
 * reported to `warn` and counts as absent, even if an outer level has a valid one.
 */
export const readExtension = (levels: ReadonlyArray<ExtensionLevel>, warn: (message: string) => void): GatewayExtension => {
  const declared = new Map<string, { readonly value: Json; readonly where: string }>()
  for (const { node, where } of levels)
    for (const [name, value] of Object.entries(objectOf(node, extensionName))) declared.set(name, { value, where })
  const read = <Name extends keyof Members>(name: Name): Members[Name]["Type"] | undefined => {
    const entry = declared.get(name)
    if (entry === undefined) return undefined
    const codec: Schema.Codec<Members[Name]["Type"], unknown> = members[name]
    const result = Schema.decodeResult(codec, { onExcessProperty: "error" })(entry.value)
    if (Result.isSuccess(result)) return result.success
    warn(`${entry.where}: x-gateway.${name} is ignored: ${result.failure.message.split("\n")[0]}`)
    return undefined
  }
  for (const [name, { where }] of declared) if (!isMember(name)) warn(`${where}: x-gateway.${name.slice(0, 60)} means nothing here.`)
  return Object.fromEntries(
    Object.keys(members)
      .filter(isMember)
      .map((name) => [name, read(name)]),
  )
}

const isMember = (name: string): name is keyof Members => Object.hasOwn(members, name)

/** The price of one variant of an operation; undefined if the document states no price, so that nothing is sold by accident. */
export const pricingOf = (extension: GatewayExtension, ownPrice: number | undefined): Pricing | undefined => {
  const price = ownPrice ?? extension.price_micro_usd
  const model = extension.pricing?.model ?? (price === 0 ? "free" : "per_call")
  if (model === "free") return { model, price: microUsd(0n) }
  return price === undefined ? undefined : { model, price: microUsd(BigInt(price)) }
}
