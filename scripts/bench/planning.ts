import { Effect } from "effect"
import { catalogueEntries, type CatalogueEntry } from "../../domain/catalogue/Catalogue.ts"
import { type Operation, type Source, SourceFailure } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { readQuestion } from "../../layers/planner/deterministic.ts"
import { atlas } from "../../layers/sources/atlas/source.ts"
import { bankCheck } from "../../layers/sources/bank-check/source.ts"
import { clockwork } from "../../layers/sources/clockwork/source.ts"
import { currenciesSource } from "../../layers/sources/currencies/source.ts"
import { telecom } from "../../layers/sources/telecom/source.ts"
import { unitsSource } from "../../layers/sources/units/source.ts"
import { quantile } from "./load.ts"

const verbs = "get list find check update compare count measure track rate".split(" ")
const things =
  "invoice shipment patient course vehicle recipe planet forest museum contract library satellite protein stadium bridge orchestra glacier factory harbour battery".split(
    " ",
  )
const aspects =
  "status price history owner location schedule quality weight risk forecast capacity temperature score address licence insurance colour warranty inventory rating".split(
    " ",
  )

/** One of 4,000 operations that differ in verb, thing and aspect, as the operations of imported APIs do. */
const operationOf = (index: number): Operation => {
  const [verb, thing, aspect] = [
    verbs[index % verbs.length]!,
    things[Math.floor(index / 10) % things.length]!,
    aspects[Math.floor(index / 200) % aspects.length]!,
  ]
  const field = {
    field: `${thing}_id`,
    native: `${thing}_id`,
    slot: `${thing}_id`,
    required: true,
    schema: atlas.operations[0]!.input[0]!.schema,
  }
  return {
    id: `${thing}.${verb}_${aspect}`,
    name: `${verb} ${thing} ${aspect}`,
    description: `${verb} the ${aspect} of a ${thing} by its identifier, with the date on which it changed.`,
    output: [`${thing}.${aspect}`],
    freshnessSeconds: 60,
    examples: [],
    variants: [],
    input: [{ ...field, jsonSchema: { type: "string", description: `Identifier of the ${thing}.` } }],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    run: () => Effect.fail(new SourceFailure({ code: "source_error", message: "Nothing is bought in a benchmark." })),
  }
}

const questions: ReadonlyArray<string> = [
  "What is the capital of Japan?",
  "Is GB29NWBK60161331926819 a valid IBAN?",
  "What time is it in Tokyo when it is 9am in London?",
  "Convert 26.2 miles to km and 70 °F to celsius",
  "What is the insurance of the vehicle with ID AB-1234?",
  "Check the IBAN DE89370400440532013000, the phone number +44 20 7946 0018 and the currency of Switzerland",
  "Who wrote the best novel of the last century, and what would it cost to print it?",
  "Track the temperature of the satellite 'Luna 3' and count the history of the museum M77",
]

/** Milliseconds that planning a question over 4,000 operations takes: the first question, which builds the index, and the median and 99th percentile of the others. */
export const planningTimes = (
  rounds = 40,
): { readonly operations: number; readonly first: number; readonly median: number; readonly p99: number } => {
  const many: Source = { ...atlas, id: "many", operations: Array.from({ length: 4_000 }, (_, index) => operationOf(index)) }
  const catalogue: ReadonlyArray<CatalogueEntry> = catalogueEntries([
    many,
    atlas,
    bankCheck,
    clockwork,
    currenciesSource,
    telecom,
    unitsSource,
  ])
  const plan = (question: string): number => {
    const startedAt = performance.now()
    readQuestion(question, { given: {}, limit: 10, catalogue, now: Date.UTC(2026, 10, 21), withoutFallbacks: false })
    return performance.now() - startedAt
  }
  const first = plan(questions[0]!)
  for (const question of questions) plan(question)
  const times = Array.from({ length: rounds }, () => questions.map(plan))
    .flat()
    .sort((a, b) => a - b)
  return { operations: 4_000, first, median: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
