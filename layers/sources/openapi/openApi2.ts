import {
  type OpenApiDocument,
  followReferences,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  mapMembers,
  memberOf,
  objectOf,
  textOf,
  textsOf,
  withoutMembers,
} from "./Document.ts"

/**
 * An OpenAPI 2.0 document in the form of 3.0. Shared parameters and responses are put where they are used; references to
 * `#/definitions` stay as they are. Whatever has the wrong shape is left out.
 */
export const upgradeOpenApi2 = (document: OpenApiDocument): JsonObject => ({
  ...withoutMembers(
    document,
    "swagger",
    "host",
    "basePath",
    "schemes",
    "paths",
    "definitions",
    "parameters",
    "responses",
    "securityDefinitions",
  ),
  openapi: "3.0.4",
  servers: serversOf(document),
  paths: mapMembers(objectOf(document, "paths"), (item) => upgradePathItem(document, followReferences(document, item))),
  components: { schemas: objectOf(document, "definitions"), securitySchemes: objectOf(document, "securityDefinitions") },
})

const serversOf = (document: OpenApiDocument): ReadonlyArray<Json> => {
  const host = textOf(document, "host")
  const path = textOf(document, "basePath") ?? ""
  const schemes = textsOf(document, "schemes")
  if (host === undefined) return path === "" ? [] : [{ url: path }]
  return [{ url: `${schemes.length === 0 || schemes.includes("https") ? "https" : schemes[0]}://${host}${path}` }]
}

const methods = new Set(["get", "put", "post", "delete", "patch"])

const upgradePathItem = (document: OpenApiDocument, item: Json | undefined): JsonObject => {
  if (!isObject(item)) return {}
  const shared = parametersOf(document, item)
  return mapMembers(withoutMembers(item, "parameters"), (value, name) =>
    methods.has(name) && isObject(value) ? upgradeOperation(document, value, shared) : value,
  )
}

/** The parameters of a 2.0 document. A broken reference is kept, so that its operation is skipped later. */
const parametersOf = (document: OpenApiDocument, node: JsonObject): ReadonlyArray<JsonObject> =>
  listOf(node, "parameters").flatMap((parameter) => {
    const resolved = followReferences(document, parameter)
    return isObject(resolved) ? [resolved] : isObject(parameter) ? [parameter] : []
  })

const upgradeOperation = (document: OpenApiDocument, node: JsonObject, shared: ReadonlyArray<JsonObject>): JsonObject => {
  const own = parametersOf(document, node)
  const same = (a: JsonObject, b: JsonObject) => a.name !== undefined && a.name === b.name && a.in === b.in
  const all = [...shared.filter((parameter) => !own.some((other) => same(parameter, other))), ...own]
  const body = requestBody(document, node, all)
  const produces = mediaTypes(document, node, "produces")
  return {
    ...withoutMembers(node, "parameters", "consumes", "produces", "responses", "requestBody"),
    parameters: all.filter((parameter) => parameter.in !== "body" && parameter.in !== "formData").map(upgradeParameter),
    ...(body && { requestBody: body }),
    responses: mapMembers(objectOf(node, "responses"), (response) =>
      responseObject(followReferences(document, response) ?? response, produces),
    ),
  }
}

const mediaTypes = (document: OpenApiDocument, node: JsonObject, name: "consumes" | "produces"): ReadonlyArray<string> => {
  const own = memberOf(node, name) === undefined ? textsOf(document, name) : textsOf(node, name)
  return own.length > 0 ? own : ["application/json"]
}

const requestBody = (document: OpenApiDocument, node: JsonObject, all: ReadonlyArray<JsonObject>): JsonObject | undefined => {
  const body = all.find((parameter) => parameter.in === "body")
  const consumes = mediaTypes(document, node, "consumes")
  if (body)
    return {
      required: body.required === true,
      content: Object.fromEntries(consumes.map((type) => [type, { schema: memberOf(body, "schema") ?? {} }])),
    }
  const form = all.filter((parameter) => parameter.in === "formData" && textOf(parameter, "name") !== undefined)
  if (form.length === 0) return undefined
  const file = form.some((parameter) => parameter.type === "file")
  const type = file ? "multipart/form-data" : "application/x-www-form-urlencoded"
  const named = form.map((parameter) => [String(parameter.name), parameter] as const)
  const schema = {
    type: "object",
    properties: Object.fromEntries(named.map(([name, parameter]) => [name, withoutMembers(parameter, ...parameterOnlyMembers)])),
    required: named.filter(([, parameter]) => parameter.required === true).map(([name]) => name),
  }
  const encoding = Object.fromEntries(
    named.filter(([, { type }]) => type === "array").map(([name, parameter]) => [name, styleOf(parameter)]),
  )
  return { required: schema.required.length > 0, content: { [type]: { schema, encoding } } }
}

const parameterOnlyMembers = ["name", "in", "required", "collectionFormat", "allowEmptyValue", "x-example", "x-examples"]

const upgradeParameter = (parameter: JsonObject): JsonObject => {
  if (memberOf(parameter, "$ref") !== undefined) return parameter
  const example = memberOf(parameter, "x-example")
  return {
    ...(parameter.name !== undefined && { name: parameter.name }),
    ...(parameter.in !== undefined && { in: parameter.in }),
    required: parameter.required === true,
    ...(parameter.description !== undefined && { description: parameter.description }),
    ...(example !== undefined && { example }),
    ...(parameter.type === "array" && styleOf(parameter)),
    schema: withoutMembers(parameter, ...parameterOnlyMembers, "description"),
  }
}

/** A list without `collectionFormat` is comma-separated. Tab-separated lists have no 3.x style. */
const styleOf = (parameter: JsonObject): JsonObject => {
  const query = parameter.in === "query" || parameter.in === "formData"
  switch (parameter.collectionFormat) {
    case "multi":
      return { style: query ? "form" : "simple", explode: query }
    case "ssv":
      return { style: query ? "spaceDelimited" : "simple", explode: false }
    case "tsv":
      return { style: query ? "x-tabDelimited" : "simple", explode: false }
    case "pipes":
      return { style: query ? "pipeDelimited" : "simple", explode: false }
    default:
      return { style: query ? "form" : "simple", explode: false }
  }
}

const responseObject = (response: Json, produces: ReadonlyArray<string>): Json => {
  const schema = memberOf(response, "schema")
  if (!isObject(response) || schema === undefined) return response
  return { ...withoutMembers(response, "schema", "examples"), content: Object.fromEntries(produces.map((type) => [type, { schema }])) }
}
