import type { ListedEndpoint, ListedInput } from "../../../domain/listing/Listing.ts"
import { type OpenApiDocument, followReferences, isObject, type Json, memberOf, objectOf, textOf } from "./Document.ts"
import { pricingOf } from "./GatewayExtension.ts"
import { shortText } from "./names.ts"
import { endpointName, type ListedOperation, listOperations, parametersOf } from "./operations.ts"
import { parameterBindings } from "./parameterBindings.ts"
import { mediaType } from "./responses.ts"
import { outputFacts } from "./schemaMembers.ts"
import { standaloneSchema } from "./standaloneSchema.ts"

/** Every method and path of a document that has a price or is declared free, and so can be sold unchanged through the gateway. */
export const pricedEndpoints = (document: OpenApiDocument, warn: (message: string) => void): ReadonlyArray<ListedEndpoint> =>
  listOperations(document, warn).flatMap((one): ReadonlyArray<ListedEndpoint> => {
    const pricing = pricingOf(one.extension, undefined)
    if (pricing === undefined) {
      warn(
        `${endpointName(one)} is skipped: it has no price. Give it one with x-gateway.price_micro_usd in the document, or as the price of calls that have none.`,
      )
      return []
    }
    if (pricing.model === "per_result") {
      warn(
        `${endpointName(one)} is skipped: a listed API is charged by the request, so its x-gateway.pricing.model must be per_call or free.`,
      )
      return []
    }
    const { method, node, path } = one
    const description = shortText(textOf(node, "description"), 1_000)
    return [
      {
        method,
        path,
        name: shortText(textOf(node, "summary"), 120) || endpointName(one),
        pricing,
        ...(description !== "" && { description }),
        input: requestParts(document, one),
        output: outputFacts(document, one),
      },
    ]
  })

/** The schemas of one endpoint that a listing keeps, in bytes of JSON: what is larger is left out. */
const maxSchemaBytes = 32 * 1024

/** The parts of a request to an endpoint, as the directory shows them: parameters by their place and name, and the whole body. */
const requestParts = (document: OpenApiDocument, listed: ListedOperation): ReadonlyArray<ListedInput> => {
  const bindings = parameterBindings(document, listed.path, parametersOf(document, listed) ?? [], () => undefined)
  const parameters = bindings.map(({ in: where, name, required, schema }) => ({ field: `${where}.${name}`, required, schema }))
  const parts = [...parameters, ...bodyOf(document, listed)].map(({ field, required, schema }) => ({
    field,
    required,
    jsonSchema: standaloneSchema(document, schema),
  }))
  return JSON.stringify(parts).length > maxSchemaBytes ? [] : parts
}

const bodyOf = (
  document: OpenApiDocument,
  { node }: ListedOperation,
): ReadonlyArray<{ field: string; required: boolean; schema: Json }> => {
  const body = followReferences(document, memberOf(node, "requestBody") ?? null)
  if (!isObject(body)) return []
  const content = Object.entries(objectOf(body, "content"))
  const [, media] = content.find(([name]) => mediaType(name).kind === "json") ?? content[0] ?? []
  if (media === undefined) return []
  return [{ field: "body", required: memberOf(body, "required") === true, schema: memberOf(media, "schema") ?? {} }]
}
