import { Result, Schema } from "effect"
import { InvalidDocument } from "../../../domain/catalogue/ImportedSource.ts"
import { sanitize, listNames } from "../../../domain/sanitize.ts"
import { type OpenApiDocument, followReferences, isObject, type Json, type JsonObject, mapMembers, objectOf, textOf } from "./Document.ts"
import { extensionName, PriceMicroUsd, PricingModelName } from "./GatewayExtension.ts"
import { endpointName, listOperations } from "./operations.ts"

const PriceEntry = Schema.Union([
  PriceMicroUsd,
  Schema.Struct({ price_micro_usd: Schema.optionalKey(PriceMicroUsd), model: Schema.optionalKey(PricingModelName) }),
])
const PriceEntries = Schema.Record(Schema.String, PriceEntry)

/**
 * A price list (`{"<operation id>" or "METHOD /path": price in micro-USD, or {price_micro_usd, model}}`) written into the
 * document's `x-gateway` at its operations, replacing prices that are there. An entry that matches no operation is an error, as is an invalid price.
 */
export const applyPrices = (document: OpenApiDocument, prices: unknown): Result.Result<OpenApiDocument, InvalidDocument> => {
  const list = Schema.decodeUnknownResult(PriceEntries, { onExcessProperty: "error" })(prices)
  if (Result.isFailure(list)) return refuse(`The price list is wrong: ${list.failure.message.split("\n").join(" ")}`)
  const operations = listOperations(document, () => undefined)
  const matched = new Map<string, JsonObject>()
  const unknown = Object.entries(list.success).filter(([name, entry]) => {
    const priced = operations.filter(
      (one) =>
        name.toLowerCase() === one.id.toLowerCase() || name === textOf(one.node, "operationId") || isEndpoint(name, endpointName(one)),
    )
    for (const one of priced)
      matched.set(endpointName(one), withPrice(one.node, typeof entry === "number" ? { price_micro_usd: entry } : entry))
    return priced.length === 0
  })
  if (unknown.length > 0)
    return refuse(
      `The price list prices what the document does not have: ${listNames(unknown.map(([name]) => sanitize(name)))}. ` +
        `It has ${listNames(operations.map(({ id }) => id))}.`,
    )
  const paths = mapMembers(objectOf(document, "paths"), (written, path) => {
    const item = followReferences(document, written)
    if (!isObject(item)) return written
    const priced = mapMembers(item, (node, method) => matched.get(endpointName({ method: method.toUpperCase(), path })) ?? node)
    return Object.keys(item).some((method) => priced[method] !== item[method]) ? priced : written
  })
  return Result.succeed({ ...document, paths })
}

/** The document with a price for the operations that have none of their own, of their path or of the document. */
export const withDefaultPrice = (document: OpenApiDocument, priceMicroUsd: number): OpenApiDocument => ({
  ...document,
  [extensionName]: { price_micro_usd: priceMicroUsd, ...objectOf(document, extensionName) },
})

/** The method in any case; the path exactly. */
const isEndpoint = (name: string, one: string): boolean => {
  const [method = "", path = ""] = name.trim().split(/\s+/, 2)
  return `${method.toUpperCase()} ${path}` === one
}

const withPrice = (node: JsonObject, entry: { readonly price_micro_usd?: number; readonly model?: string }): JsonObject => {
  const model: Json | undefined = entry.model
  return {
    ...node,
    [extensionName]: {
      ...objectOf(node, extensionName),
      ...(entry.price_micro_usd !== undefined && { price_micro_usd: entry.price_micro_usd }),
      ...(model !== undefined && { pricing: { model } }),
    },
  }
}

const refuse = (message: string) => Result.fail(new InvalidDocument({ message }))
