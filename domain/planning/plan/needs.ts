import type { Need } from "../../ask/Plan.ts"
import { type InputField, variantsOf } from "../../catalogue/Source.ts"
import type { Goal } from "./Goal.ts"
import { kindOf } from "../read/Mention.ts"
import { needId, type Search } from "../match/candidates.ts"

/** Kinds that people do not know by heart → the kind that is requested instead, if an operation produces one from the other. */
const instead: Readonly<Record<string, string>> = { "geo.latitude": "place.name", "geo.longitude": "place.name", "time.zone": "place.name" }

/** The missing inputs of a goal, each once. */
export const needsOf = ({ index }: Search, { bound, candidate, ref }: Goal): ReadonlyArray<Need> => {
  const needs = bound.missing.map((field) => {
    const easier = instead[kindOf(field.slot)]
    const producers = easier === undefined ? [] : (index.producers.get(kindOf(field.slot)) ?? [])
    const made = producers
      .flatMap(({ operation }) => variantsOf(operation.definition).map(({ input }) => input.filter(({ required }) => required)))
      .find((required) => required.length === 1 && kindOf(required[0]!.slot) === easier)?.[0]
    return needOf(`${ref}:${candidate.operation.id}:${made ? made.field : field.field}`, made ?? field)
  })
  return [...new Map(needs.map((need) => [need.id, need])).values()]
}

export const needOfField = (ref: string, operation: Goal["candidate"]["operation"], field: InputField): Need =>
  needOf(needId(ref, operation, field), field)

const needOf = (id: string, field: InputField): Need => ({ id, label: labelOf(field), field: field.field, schema: field.jsonSchema })

const acronyms: ReadonlySet<string> = new Set(["iban", "bic", "iata", "icao", "ip", "vat", "url", "id", "utc"])

/** Last segments that need the first one to be understood: `date`, `code`. */
const general: ReadonlySet<string> = new Set([
  "code",
  "name",
  "number",
  "address",
  "value",
  "type",
  "types",
  "date",
  "day",
  "from",
  "to",
  "zone",
  "year",
])

/** `Which IBAN?`, followed by the field's description if its name is not enough. */
const labelOf = ({ field, jsonSchema }: InputField): string => {
  const segments = field.split(".")
  const last = segments.at(-1) ?? field
  const [first] = segments
  const words = (general.has(last) && first !== undefined && first !== last ? `${first} ${last}` : last)
    .replace(/(?<=[a-z])(?=[A-Z])/gu, " ")
    .split(/[\s_-]+/u)
    .map((word) => (acronyms.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase().replace(/^german$/u, "German bank")))
    .join(" ")
  const description = typeof jsonSchema.description === "string" && /\b(?:from|to|value)\b/u.test(words) ? ` ${jsonSchema.description}` : ""
  return `Which ${words}?${description}`
}
