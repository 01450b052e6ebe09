import { forwardableHeaders } from "../../origin/headers.ts"
import { type OpenApiDocument, isObject, type Json, type JsonObject, memberOf, objectOf, textOf } from "./Document.ts"
import type { UnnamedBinding } from "./InputBinding.ts"

/**
 * The bindings of an operation's parameters. Who calls and with which rights is never an input: cookies, credentials, API keys
 * and the headers that the gateway or the connection writes are left out and named to `warn`.
 */
export const parameterBindings = (
  document: OpenApiDocument,
  path: string,
  parameters: ReadonlyArray<JsonObject>,
  warn: (message: string) => void,
): ReadonlyArray<UnnamedBinding> => {
  const keys = securityParameters(document)
  const inPath = new Set(templateNames(path))
  const bindings = parameters.flatMap((parameter): ReadonlyArray<UnnamedBinding> => {
    const name = textOf(parameter, "name") ?? ""
    const where = textOf(parameter, "in")
    if (where === "path") return inPath.has(name) ? [bindingOf(parameter, name, "path")] : []
    if (where === "header" && ["accept", "content-type"].includes(name.toLowerCase())) return []
    if ((where === "query" || where === "header") && maySet(where, name, keys)) return [bindingOf(parameter, name, where)]
    warn(`the ${where} parameter ${name.slice(0, 60)} is not for a buyer to set, and is left out.`)
    return []
  })
  const undeclared = [...inPath].filter((name) => !bindings.some((binding) => binding.in === "path" && binding.name === name))
  return [...undeclared.map((name) => bindingOf({ schema: { type: "string" } }, name, "path")), ...bindings]
}

/** The names between braces. */
export const templateNames = (path: string): ReadonlyArray<string> => Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name ?? "")

const maySet = (where: "query" | "header", name: string, keys: ReadonlySet<string>): boolean =>
  !keys.has(`${where} ${name.toLowerCase()}`) &&
  !credential.test(name) &&
  (where === "query" || forwardableHeaders([[name, "value"]]).length > 0)

/** Names by which APIs take a key that their documents do not declare as security. */
const credential = /^(x[-_])?((api|app|auth|access|subscription)[-_]?(key|token|secret)|authorization|client[-_]secret)$/i

const securityParameters = (document: OpenApiDocument): ReadonlySet<string> =>
  new Set(
    Object.values(objectOf(memberOf(document, "components"), "securitySchemes")).flatMap((scheme) =>
      memberOf(scheme, "type") === "apiKey" ? [`${textOf(scheme, "in")} ${textOf(scheme, "name")?.toLowerCase()}`] : [],
    ),
  )

const bindingOf = (parameter: JsonObject, name: string, where: "path" | "query" | "header"): UnnamedBinding => {
  const style = textOf(parameter, "style") ?? (where === "query" ? "form" : "simple")
  const explode = memberOf(parameter, "explode")
  const content = Object.values(objectOf(parameter, "content"))[0]
  const schema: Json = memberOf(content ?? parameter, "schema") ?? {}
  return {
    in: where,
    name,
    required: where === "path" || memberOf(parameter, "required") === true,
    schema: isObject(schema) || typeof schema === "boolean" ? schema : {},
    documented: parameter,
    style,
    explode: typeof explode === "boolean" ? explode : style === "form" || style === "deepObject",
    allowReserved: memberOf(parameter, "allowReserved") === true,
    jsonEncoded: content !== undefined,
  }
}
