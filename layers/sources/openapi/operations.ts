import {
  type OpenApiDocument,
  followReferences,
  isObject,
  type JsonObject,
  listOf,
  memberOf,
  objectOf,
  textOf,
  textsOf,
} from "./Document.ts"
import { type GatewayExtension, readExtension } from "./GatewayExtension.ts"
import { idPart, unusedName } from "./names.ts"

/** An operation as the document lists it. */
export interface ListedOperation {
  /** `<domain>.<action>`, unique in its document. */
  readonly id: string
  readonly domain: string
  /** Upper case. */
  readonly method: string
  /** The path template, unchanged from the document. */
  readonly path: string
  readonly item: JsonObject
  readonly node: JsonObject
  readonly extension: GatewayExtension
}

const methods = ["get", "put", "post", "delete", "patch"]
const maxOperations = 10_000

/** `GET /pets/{id}`: how warnings and price lists call an operation. */
export const endpointName = ({ method, path }: Pick<ListedOperation, "method" | "path">): string => `${method} ${path}`

/**
 * The operations of a document in its order, with their ids: what `x-gateway` says, else tag and operationId, else method
 * and path. Ids belong to all of them, priced or not, so that a price never changes another operation's id.
 */
export const listOperations = (document: OpenApiDocument, warn: (message: string) => void): ReadonlyArray<ListedOperation> => {
  const taken = new Set<string>()
  const operations: Array<ListedOperation> = []
  for (const [path, written] of Object.entries(objectOf(document, "paths"))) {
    const item = followReferences(document, written)
    if (path.startsWith("x-")) continue
    if (!isObject(item)) warn(`${path} is skipped: it leads nowhere in the document.`)
    for (const method of methods) {
      const node = memberOf(item, method)
      if (!isObject(item) || !isObject(node)) continue
      if (operations.length === maxOperations) {
        warn(`Only the first ${maxOperations} operations are read.`)
        return operations
      }
      const place = { method: method.toUpperCase(), path }
      const levels = [
        { where: "The document", node: document },
        { where: path, node: item },
        { where: endpointName(place), node },
      ]
      const extension = readExtension(levels, warn)
      const { action, domain } = domainAndAction(document, extension, node, place)
      const id = unusedName(`${domain}.${action}`, taken)
      if (id !== `${domain}.${action}`) warn(`${endpointName(place)} is called ${id}, for another operation is ${domain}.${action}.`)
      operations.push({ ...place, id, domain, item, node, extension })
    }
  }
  return operations
}

const domainAndAction = (
  document: OpenApiDocument,
  extension: GatewayExtension,
  node: JsonObject,
  { method, path }: { method: string; path: string },
) => {
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"))
  const operationId = textOf(node, "operationId")
  const domain =
    idPart(extension.domain) ??
    idPart(textsOf(node, "tags")[0]) ??
    idPart(segments.find((segment) => !/^(api|rest|v\d[\d.]*)$/i.test(segment))) ??
    idPart(textOf(memberOf(document, "info"), "title")) ??
    "api"
  const action = idPart(extension.action) ?? idPart(operationId) ?? idPart(`${method.toLowerCase()} ${path}`) ?? method.toLowerCase()
  return { domain: domain.toLowerCase(), action }
}

/** The parameters of an operation: its own, and those of its path that it does not replace. Undefined if a reference among them is broken. */
export const parametersOf = (document: OpenApiDocument, { item, node }: ListedOperation): ReadonlyArray<JsonObject> | undefined => {
  const parameters = new Map<string, JsonObject>()
  for (const written of [...listOf(item, "parameters"), ...listOf(node, "parameters")]) {
    const parameter = followReferences(document, written)
    if (parameter === undefined) return undefined
    const name = textOf(parameter, "name")
    const where = textOf(parameter, "in")
    if (isObject(parameter) && name !== undefined && where !== undefined) parameters.set(JSON.stringify([where, name]), parameter)
  }
  return [...parameters.values()]
}
