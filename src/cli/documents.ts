import { Effect, Option, Result } from "effect"
import { Flag } from "effect/cli"
import { FileSystem } from "effect/FileSystem"
import { InvalidDocument } from "../../domain/catalogue/ImportedSource.ts"
import { applyPrices } from "../../layers/sources/openapi/applyPrices.ts"
import { serverAddress } from "../../layers/sources/openapi/sourceMetadata.ts"
import type { OpenApiDocument } from "../../layers/sources/openapi/Document.ts"
import { readBaseUrl } from "../../layers/origin/baseUrl.ts"

export const documentFlags = {
  prices: Flag.optional(
    Flag.String("prices").pipe(Flag.withDescription('Price list: JSON {"<operation id>" or "METHOD /path": micro-USD}, over x-gateway')),
  ),
  allowPrivate: Flag.Boolean("allow-private").pipe(
    Flag.withDescription("This very address may be plain HTTP and private"),
    Flag.withDefault(false),
  ),
}

interface Given {
  readonly file: string
  readonly prices: Option.Option<string>
  readonly origin: Option.Option<string>
  readonly allowPrivate: boolean
}

export interface Described {
  readonly document: OpenApiDocument
  readonly origin: string
  readonly warnings: ReadonlyArray<string>
}

/** An OpenAPI file with its price list applied, and the address of its API. References to other files are never followed. */
export const readDescription = Effect.fnUntraced(function* ({ allowPrivate, file, origin, prices }: Given) {
  const { readDocument } = yield* Effect.promise(() => import("../../layers/sources/openapi/readDocument.ts"))
  const { document, warnings } = yield* Effect.fromResult(readDocument(yield* readText(file)))
  const priced = Option.isNone(prices) ? document : yield* Effect.fromResult(applyPrices(document, yield* readJson(prices.value)))
  const address = Option.isSome(origin) ? origin.value : yield* Effect.fromResult(serverAddress(document))
  const at = readBaseUrl(address, allowPrivate)
  if (Result.isFailure(at))
    return yield* new InvalidDocument({ message: `The address ${address} ${at.failure}. Give another with --origin.` })
  return { document: priced, origin: `${at.success.origin}${at.success.path}`, warnings } satisfies Described
})

const readText = (file: string) =>
  Effect.mapError(
    Effect.flatMap(FileSystem, (files) => files.readFileString(file)),
    () => new InvalidDocument({ message: `The file ${file} cannot be read.` }),
  )

const readJson = (file: string) =>
  Effect.flatMap(readText(file), (text) =>
    Effect.try({ try: (): unknown => JSON.parse(text), catch: () => new InvalidDocument({ message: `${file} is not JSON.` }) }),
  )

/** What was left out, for the one who reads the output. */
export const warningLines = (warnings: ReadonlyArray<string>) => warnings.map((warning) => `  note: ${warning}`)
