import { type Class, type Expression, type MethodDefinition, parseSync, type Program, type TSType } from "oxc-parser"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Declarations, Scope } from "./declarations.ts"
import { type JsonSchema, listShape, pathOf, type shapesOf } from "./shapes.ts"

/** One operation of a resource. Method and path come from the SDK's code, parameters and answer from its types. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly schema: JsonSchema
}

interface Resource {
  /** Path below `resources/`, without the file extension. */
  readonly file: string
  readonly methods: ReadonlyArray<string>
}

export const operationsOf = (
  directory: string,
  declarations: Declarations,
  shapes: ReturnType<typeof shapesOf>,
  { file, methods }: Resource,
) => {
  const types = declarations.file(`resources/${file}.d.ts`)
  const code = parseSync(`${file}.js`, readFileSync(join(directory, `resources/${file}.js`), "utf8")).program
  return methods.map((name): Operation => {
    const declared = methodsOf(types.program, name)[0]
    const written = methodsOf(code, name)[0]
    if (declared === undefined || written === undefined) throw new Error(`${file} has no method ${name}`)
    const { method, path } = target(written)
    return { method, path, schema: operationShape(`${file}.${name}`, method, declared, types.root, shapes) }
  })
}

const classesOf = ({ body }: Program): ReadonlyArray<Class> =>
  body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    return declared?.type === "ClassDeclaration" ? [declared] : []
  })

const methodsOf = (program: Program, name: string): ReadonlyArray<MethodDefinition> =>
  classesOf(program).flatMap(({ body }) =>
    body.body.flatMap((member) =>
      member.type === "MethodDefinition" && member.key.type === "Identifier" && member.key.name === name ? [member] : [],
    ),
  )

/** Reads `return this._makeRequest("POST", "/v1/…", …)`. A path with ids is a template. */
const target = ({ value }: MethodDefinition) => {
  const [first] = value.body?.body ?? []
  const call = first?.type === "ReturnStatement" ? first.argument : undefined
  if (call?.type !== "CallExpression") throw new Error("a method does not return a request")
  const [method, path] = call.arguments
  if (method?.type !== "Literal" || path === undefined || path.type === "SpreadElement") throw new Error("a request has no method or path")
  return { method: String(method.value).toLowerCase(), path: pathText(path) }
}

const pathText = (path: Expression): string => {
  if (path.type === "Literal") return String(path.value)
  if (path.type !== "TemplateLiteral") throw new Error("a path is neither a text nor a template")
  return path.quasis.map(({ value }, i) => value.raw + (i < path.expressions.length ? "{id}" : "")).join("")
}

const operationShape = (
  operationId: string,
  method: string,
  declared: MethodDefinition,
  scope: Scope,
  shapes: ReturnType<typeof shapesOf>,
): JsonSchema => {
  const params = declared.value.params.flatMap((param) =>
    "name" in param && param.name === "params" && param.typeAnnotation ? [param.typeAnnotation.typeAnnotation] : [],
  )[0]
  const answer = declared.value.returnType?.typeAnnotation
  if (answer === undefined) throw new Error(`${operationId} answers nothing`)
  return {
    operationId,
    "x-params-in": method === "get" ? "query" : "body",
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": {
          schema: params === undefined ? { type: "object", additionalProperties: false } : shapes.shape(params, scope, "request"),
        },
      },
    },
    responses: { 200: { description: "ok", content: { "application/json": { schema: answerShape(answer, scope, shapes) } } } },
  }
}

/** `Promise<Response<T>>` is T, `ApiListPromise<T>` is a page of T. For an event, only the members that all event types share. */
const answerShape = (type: TSType, scope: Scope, shapes: ReturnType<typeof shapesOf>): JsonSchema => {
  if (type.type !== "TSTypeReference") return shapes.shape(type, scope, "answer")
  const [inner] = type.typeArguments?.params ?? []
  switch (pathOf(type.typeName).join(".")) {
    case "Promise":
    case "Response":
      return inner === undefined ? {} : answerShape(inner, scope, shapes)
    case "ApiListPromise":
      return listShape(inner === undefined ? {} : answerShape(inner, scope, shapes))
    case "Event":
      return shapes.object(scope, "EventBase")
    default:
      return shapes.shape(type, scope, "answer")
  }
}
