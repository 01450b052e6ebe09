import { Effect, Layer, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { InvalidDocument, SourceCompiler } from "../../domain/catalogue/ImportedSource.ts"
import { PriceList } from "../../domain/catalogue/PriceList.ts"
import { type PricingModel, variantsOf } from "../../domain/catalogue/Source.ts"
import { toDecimal, toMoney, zero } from "../../domain/money/Money.ts"
import { importSource, removeSource, setPrice } from "../../domain/operating/catalogue.ts"
import { idPart } from "../../layers/sources/openapi/names.ts"
import { documentFlags, readDescription, warningLines } from "./documents.ts"
import { dollars, idOf, reasonFlag, reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const slugs = /^[a-z0-9](-?[a-z0-9]){0,62}$/

export const slugOf = (text: string) => (slugs.test(text) ? Option.some(text) : Option.none())

export const slugRule = (text: string) => `"${text}" is no id: lower-case letters, digits and single hyphens, at most 63`

/** Loaded for the one command that compiles: the compiler and the client for origins take 0.1 s. */
const compiler = Layer.unwrap(
  Effect.promise(async () => {
    const { OpenApiCompiler } = await import("../../layers/sources/openapi/compileSource.ts")
    const { Origins } = await import("../../layers/origin/Origins.ts")
    return OpenApiCompiler({ deadlineMs: 60_000, maxBytes: 1024 * 1024 }).pipe(Layer.provide(Origins.layer()))
  }),
)

const importCommand = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(Argument.withDescription("The OpenAPI document, as JSON or YAML")),
    id: Flag.optional(
      Flag.String("id").pipe(Flag.filterMap(slugOf, slugRule), Flag.withDescription("Source id; from the title without it")),
    ),
    origin: Flag.optional(Flag.String("origin").pipe(Flag.withDescription("Where the API is; the document's first server without it"))),
    ...documentFlags,
    reason: sandboxReasonFlag,
    json: jsonFlag,
  },
  Effect.fn(
    function* ({ id: given, json, reason: why, ...flags }) {
      const reason = yield* reasonOrSandbox(why)
      const { document, origin, warnings: read } = yield* readDescription(flags)
      const title = idPart(String(Object(Object(document)["info"])["title"] ?? ""))
      const id = Option.getOrElse(given, () => title?.toLowerCase().replaceAll("_", "-") ?? "")
      if (!slugs.test(id)) return yield* new InvalidDocument({ message: "The document's title gives no id. Give one with --id." })
      const { documentText } = yield* Effect.promise(() => import("../../layers/sources/openapi/readDocument.ts"))
      const text = yield* Effect.fromResult(documentText(document))
      const stored = { id, origin, allowPrivate: flags.allowPrivate, document: text }
      const { source, warnings } = yield* Effect.flatMap(SourceCompiler, ({ compile }) => compile(stored))
      if (source.operations.length === 0) {
        return yield* new InvalidDocument({ message: ["None of its operations can be sold.", ...warningLines(warnings)].join("\n") })
      }
      const prices = source.operations.flatMap((operation) =>
        variantsOf(operation).map(({ pricing }, variant) => ({ source: id, operation: operation.id, variant, pricing })),
      )
      yield* importSource(stored, prices, reason)
      const notes = [...new Set([...read, ...warnings])]
      const lines = source.operations.map(
        (operation) => `  ${operation.id}  ${toDecimal(operation.pricing.price)} USD  ${operation.pricing.model}`,
      )
      yield* print(
        json,
        { source_id: id, origin, operations: source.operations.map((operation) => operation.id), warnings: notes },
        [`Source ${id} at ${origin} sells ${source.operations.length} operations:`, ...lines, ...warningLines(notes)].join("\n"),
      )
    },
    Effect.provide(compiler),
    withServices,
  ),
).pipe(Command.withDescription("Sell the operations of an API that is described by an OpenAPI document (2.0 to 3.1)"))

const listSources = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    const sources = yield* Effect.flatMap(PriceList, ({ imported }) => imported)
    const lines = sources.map(({ id, origin }) => `${id}  ${origin}`)
    yield* print(json, { sources }, lines.length === 0 ? "No source was imported." : lines.join("\n"))
  }, withServices),
).pipe(Command.withDescription("Imported sources"))

const removeCommand = Command.make(
  "remove",
  { id: idOf("the source"), reason: reasonFlag, json: jsonFlag },
  Effect.fn(function* ({ id, json, reason }) {
    yield* removeSource(id, reason)
    yield* print(json, { removed: id }, `Source ${id} is not offered any more.`)
  }, withServices),
).pipe(Command.withDescription("Withdraw an imported source"))

export const source = Command.make("source").pipe(
  Command.withDescription("Sources that join by their OpenAPI document"),
  Command.withSubcommands([importCommand, listSources, removeCommand]),
)

const setCommand = Command.make(
  "set",
  {
    source: Argument.String("source").pipe(Argument.withDescription("Id of the source, as GET /v2/sources lists it")),
    operation: Argument.String("operation").pipe(Argument.withDescription("Id of its operation, for instance bank.validate_iban")),
    amount: dollars("amount", "USD a call, or a document where the model is per_result; at most 1000"),
    model: Flag.optional(
      Flag.Literals("model", ["per_call", "per_result", "free"]).pipe(Flag.withDescription("As before, unless it is given")),
    ),
    variant: Flag.Int("variant").pipe(Flag.withDefault(0), Flag.withDescription("0 is the operation's own inputs")),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ amount, json, model: given, reason, ...article }) {
    const { model: earlier } = yield* Effect.flatMap(PriceList, (prices) => prices.price(article))
    const model: PricingModel = Option.getOrElse(given, () => (amount === 0n ? "free" : earlier === "free" ? "per_call" : earlier))
    const price = model === "free" ? zero : amount
    const before = yield* setPrice(article, { model, price }, reason)
    yield* print(
      json,
      { ...article, before: { model: before.model, price: toMoney(before.price) }, now: { model, price: toMoney(price) } },
      `${article.source} ${article.operation}: ${toDecimal(before.price)} USD, now ${toDecimal(price)} USD ${model}. Quotes given before stay payable.`,
    )
  }, withServices),
).pipe(Command.withDescription("Change a price; every node shows it within a second"))

export const price = Command.make("price").pipe(Command.withDescription("Prices"), Command.withSubcommands([setCommand]))
