import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { lastSegment } from "../../domain/catalogue/defineOperation.ts"
import type { CatalogueEntry } from "../../domain/catalogue/Catalogue.ts"
import { type InputField, type Operation, type Source, SourceFailure } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/money/Money.ts"

const Fields = Schema.Array(
  Schema.Struct({ field: Schema.String, required: Schema.Boolean, schema: Schema.Record(Schema.String, Schema.Unknown) }),
)

const Row = Schema.Struct({
  op: Schema.String,
  name: Schema.String,
  description: Schema.String,
  input: Fields,
  output: Schema.optionalKey(Schema.Array(Schema.String)),
})

const Argument = Schema.Struct({ any: Schema.Array(Schema.Unknown), optional: Schema.optionalKey(Schema.Boolean) })
const Call = Schema.Struct({ op: Schema.String, args: Schema.optionalKey(Schema.Record(Schema.String, Argument)) })
const Item = Schema.Struct({
  id: Schema.String,
  category: Schema.String,
  question: Schema.String,
  offered: Schema.NullOr(Schema.Array(Schema.String)),
  target: Schema.optionalKey(Schema.NullOr(Schema.String)),
  expect: Schema.Struct({ status: Schema.String, calls: Schema.optionalKey(Schema.NullOr(Schema.Array(Call))) }),
})

export type Item = typeof Item.Type
export type ExpectedCall = typeof Call.Type

const lines = (path: string): ReadonlyArray<unknown> =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))

/** The planner reads the JSON Schema itself: the codec accepts any JSON value. */
const anything = Schema.Json

const inputOf = ({ field, required, schema }: (typeof Fields.Type)[number]): InputField => ({
  field,
  native: lastSegment(field),
  slot: field,
  required,
  schema: anything,
  jsonSchema: schema,
})

const operationOf = (row: typeof Row.Type): Operation => ({
  id: row.op,
  name: row.name,
  description: row.description,
  output: row.output ?? [],
  freshnessSeconds: 0,
  examples: [],
  variants: [],
  input: row.input.map(inputOf),
  pricing: { model: "per_call", price: microUsd(1_000n) },
  run: () => Effect.fail(new SourceFailure({ code: "source_error", message: "Nothing is bought here." })),
})

export const sourceOf = (id: string, operations: ReadonlyArray<Operation>): Source => ({
  id,
  name: "",
  provider: "",
  description: "",
  category: "",
  tags: [],
  sectors: [],
  capabilities: [],
  jurisdiction: "",
  attribution: "",
  sourceUrl: "",
  logoUrl: "",
  operations,
})

/** Weights are learnt from one half of the operations and judged on the other. */
export type Half = "learnt" | "judged"

/**
 * The half that an item belongs to by the operations that it expects, or by the first one that it offers where none is right. The halves share no
 * operation: an item whose operations lie in both belongs to neither.
 */
export const halfOf = ({ expect, offered, target }: Item): Half | undefined => {
  const expected = [...(expect.calls ?? []).map(({ op }) => op), ...(target == null ? [] : [target])]
  const halves = new Set((expected.length > 0 ? expected : (offered ?? []).slice(0, 1)).map(halfOfOperation))
  return halves.size === 1 ? [...halves][0] : undefined
}

/** `send~2` is `send` with another schema. */
const digestOf = (op: string): Buffer => createHash("sha256").update(op.replace(/~\d+$/u, "")).digest()

const halfOfOperation = (op: string): Half => (digestOf(op)[0]! % 2 === 0 ? "learnt" : "judged")

/** The parts of the learnt half that share no operation, to judge each by what the others teach. */
export const parts = 5
export const partOf = ({ expect, offered, target }: Item): number =>
  digestOf(expect.calls?.[0]?.op ?? target ?? offered?.[0] ?? "")[7]! % parts

export interface Suite {
  readonly items: ReadonlyArray<Item>
  readonly catalogueOf: (item: Item) => ReadonlyArray<CatalogueEntry>
}

/** The questions of a suite, each with its catalogue. */
export const readSuite = (folder: string, suite: string): Suite => {
  const catalogue = suite === "when2call" ? "bfcl" : suite
  const rows = lines(join(folder, `${catalogue}.catalogue.jsonl`)).map((line) => Schema.decodeUnknownSync(Row)(line))
  const operations = new Map(rows.map((row) => [row.op, operationOf(row)]))
  const items = lines(join(folder, `${suite}.dev.jsonl`)).map((line) => Schema.decodeUnknownSync(Item)(line))
  const entryOf = (id: string, offered: ReadonlyArray<Operation>): ReadonlyArray<CatalogueEntry> => {
    const source = sourceOf(id, offered)
    return [{ source, members: [source] }]
  }
  const whole = entryOf(suite, [...operations.values()])
  return {
    items,
    catalogueOf: ({ offered }) =>
      offered === null
        ? whole
        : entryOf(
            suite,
            offered.flatMap((op) => operations.get(op) ?? []),
          ),
  }
}
