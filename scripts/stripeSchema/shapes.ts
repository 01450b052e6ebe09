import type { TSInterfaceDeclaration, TSLiteralType, TSPropertySignature, TSSignature, TSType, TSTypeName } from "oxc-parser"
import type { Declaration, Declarations, Scope } from "./declarations.ts"

export type JsonSchema = { readonly [key: string]: unknown }

/** Requests are closed: an undocumented member is rejected. Answers are open: Stripe adds members and values at any time. */
export type Direction = "request" | "answer"

/** Stripe's objects that are described in full where they are expanded. All others are described by their id only. */
const whole: ReadonlySet<string> = new Set([
  "Customer",
  "DeletedCustomer",
  "PaymentMethod",
  "Mandate",
  "SetupIntent",
  "PaymentIntent",
  "Charge",
  "Refund",
  "Dispute",
  "BalanceTransaction",
  "Payout",
  "Checkout.Session",
  "EventBase",
  "WebhookEndpoint",
])

/** Names of numbers with a fraction: the types do not distinguish them from whole numbers. */
const fractional = /(_percent|_rate|decimal|percentage|ratio)$/

/** JSON Schemas of TypeScript types, as `$ref`s into `components`, which is filled during the conversion. */
export const shapesOf = ({ resolve }: Declarations) => {
  const components = new Map<string, JsonSchema>()

  const reference = (declaration: Declaration, direction: Direction): JsonSchema => {
    const { node, scope } = declaration
    if (node.type === "TSTypeAliasDeclaration") return shape(node.typeAnnotation, scope, direction)
    const name = (direction === "request" ? "req." : "") + nameOf(declaration)
    if (direction === "answer" && isStripeObject(node) && !whole.has(name)) return { type: "object" }
    if (!components.has(name)) {
      components.set(name, {})
      components.set(name, interfaceShape(node, scope, direction))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  const interfaceShape = (node: TSInterfaceDeclaration, scope: Scope, direction: Direction): JsonSchema => {
    const members = membersOf(node, scope)
    const index = members.find(({ member }) => member.type === "TSIndexSignature")
    if (index?.member.type === "TSIndexSignature") return recordShape(index.member.typeAnnotation.typeAnnotation, index.scope, direction)
    const properties: Record<string, JsonSchema> = {}
    const required: Array<string> = []
    for (const { member, scope: at } of members) {
      if (member.type !== "TSPropertySignature" || member.typeAnnotation === null) continue
      // `deleted?: void` marks an object that was not deleted: the member is never present.
      if (member.typeAnnotation.typeAnnotation.type === "TSVoidKeyword") continue
      const name = keyOf(member)
      if (!member.optional) required.push(name)
      properties[name] = shape(member.typeAnnotation.typeAnnotation, at, direction, name)
    }
    return {
      type: "object",
      properties,
      ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
      ...(direction === "request" ? { additionalProperties: false } : {}),
    }
  }

  /** Members of an interface: first the inherited ones, then its own. */
  const membersOf = (
    node: TSInterfaceDeclaration,
    scope: Scope,
  ): ReadonlyArray<{ readonly member: TSSignature; readonly scope: Scope }> => [
    ...node.extends.flatMap(({ expression }) => {
      const path = expressionPath(expression)
      const base = path === undefined ? undefined : resolve(scope, path)
      return base?.node.type === "TSInterfaceDeclaration" ? membersOf(base.node, base.scope) : []
    }),
    ...node.body.body.map((member) => ({ member, scope })),
  ]

  /** A record of texts is Stripe's metadata, with its bounds. A form contains nothing but text. */
  const recordShape = (value: TSType, scope: Scope, direction: Direction): JsonSchema => {
    const values = shape(value, scope, direction)
    const isText =
      values["type"] === "string" || JSON.stringify(values).includes('"number"') || JSON.stringify(values).includes('"integer"')
    if (!isText) return { type: "object", additionalProperties: values }
    const bounds = direction === "request" ? { maxProperties: 50, propertyNames: { maxLength: 40 } } : {}
    return { type: "object", additionalProperties: { type: "string", maxLength: 500 }, ...bounds }
  }

  const shape = (type: TSType, scope: Scope, direction: Direction, name = ""): JsonSchema => {
    switch (type.type) {
      case "TSStringKeyword":
        return { type: "string" }
      case "TSNumberKeyword":
        return { type: fractional.test(name) ? "number" : "integer" }
      case "TSBooleanKeyword":
        return { type: "boolean" }
      case "TSNullKeyword":
        return { type: "null" }
      case "TSLiteralType":
        return literal(type)
      case "TSUnionType":
        return union(type.types, scope, direction, name)
      case "TSArrayType":
        return { type: "array", items: shape(type.elementType, scope, direction, name) }
      case "TSTypeReference":
        return named(pathOf(type.typeName), type.typeArguments?.params ?? [], scope, direction, name)
      case "TSTypeLiteral":
        return { type: "object" }
      case "TSAnyKeyword":
      case "TSUnknownKeyword":
        return {}
      default:
        throw new Error(`${scope.file.path}: a type of the kind ${type.type} is not supported`)
    }
  }

  const named = (
    path: ReadonlyArray<string>,
    args: ReadonlyArray<TSType>,
    scope: Scope,
    direction: Direction,
    name: string,
  ): JsonSchema => {
    const [argument] = args
    const of = () => (argument === undefined ? {} : shape(argument, scope, direction, name))
    switch (path.join(".")) {
      case "Array":
        return { type: "array", items: of() }
      case "Emptyable":
        // A form cannot send null: an empty text stands for it.
        return { anyOf: [of(), { type: "string", enum: [""] }] }
      case "ApiList":
        return listShape(of())
      case "Decimal":
      case "OtherString":
        return { type: "string" }
      case "Partial":
      case "Record":
        return { type: "object" }
      default: {
        const declaration = resolve(scope, path)
        if (declaration === undefined) throw new Error(`${scope.file.path}: ${path.join(".")} is declared nowhere`)
        return reference(declaration, direction)
      }
    }
  }

  const union = (types: ReadonlyArray<TSType>, scope: Scope, direction: Direction, name: string): JsonSchema => {
    const isOpen = types.some((type) => type.type === "TSTypeReference" && pathOf(type.typeName).join() === "OtherString")
    const texts = types.flatMap((type) =>
      type.type === "TSLiteralType" && typeof literalValue(type) === "string" ? [literalValue(type)] : [],
    )
    const others = types.filter(
      (type) =>
        !(type.type === "TSLiteralType" && typeof literalValue(type) === "string") &&
        !(type.type === "TSTypeReference" && pathOf(type.typeName).join() === "OtherString"),
    )
    const shapes = others.flatMap((type) => branchesOf(shape(type, scope, direction, name)))
    const hasText = shapes.some((one) => one["type"] === "string")
    // An object that is not described in full appears as its id.
    const kept = hasText ? shapes.filter((one) => !(one["type"] === "object" && Object.keys(one).length === 1)) : shapes
    const values =
      texts.length === 0
        ? []
        : [isOpen && direction === "answer" ? { type: "string", "x-known-values": texts } : { type: "string", enum: texts }]
    const branches = [...new Map([...kept, ...values].map((one) => [JSON.stringify(one), one])).values()]
    const [only] = branches
    return branches.length === 1 && only !== undefined ? only : { anyOf: branches }
  }

  /** The object of this name, as it appears in an answer. */
  const object = (scope: Scope, name: string): JsonSchema => {
    const declaration = resolve(scope, [name])
    if (declaration === undefined) throw new Error(`${scope.file.path} declares no ${name}`)
    return reference(declaration, "answer")
  }

  return { components, shape, object }
}

/** Flattens an `anyOf` inside an `anyOf`. */
const branchesOf = (one: JsonSchema): ReadonlyArray<JsonSchema> =>
  Array.isArray(one["anyOf"]) && Object.keys(one).length === 1 ? one["anyOf"] : [one]

/** A page of a list. */
export const listShape = (items: JsonSchema): JsonSchema => ({
  type: "object",
  required: ["object", "data", "has_more", "url"],
  properties: {
    object: { type: "string", enum: ["list"] },
    data: { type: "array", items },
    has_more: { type: "boolean" },
    url: { type: "string" },
  },
})

/** `Issuing.Dispute` for a declaration in `resources/Issuing/Disputes.d.ts`. */
const nameOf = ({ name, scope }: Declaration): string => {
  const folder = /^resources\/(.+)\/[^/]+$/.exec(scope.file.path)?.[1]?.split("/") ?? []
  const path = [...scope.path, name]
  return [...(folder.every((part, i) => path[i] === part) ? [] : folder), ...path].join(".")
}

/** Whether it is an object with its own id, to which other objects refer by that id. */
const isStripeObject = (node: TSInterfaceDeclaration) => {
  const names = new Set(node.body.body.map((member) => (member.type === "TSPropertySignature" ? keyOf(member) : "")))
  return names.has("id") && names.has("object")
}

export const pathOf = (name: TSTypeName): ReadonlyArray<string> => {
  if (name.type === "Identifier") return [name.name]
  return name.type === "TSQualifiedName" ? [...pathOf(name.left), name.right.name] : []
}

const expressionPath = (expression: { readonly type: string }): ReadonlyArray<string> | undefined => {
  if ("name" in expression && typeof expression.name === "string") return [expression.name]
  if (!("object" in expression && "property" in expression)) return undefined
  const { object, property } = expression
  if (!isNode(object) || !isNode(property)) return undefined
  const [left, right] = [expressionPath(object), expressionPath(property)]
  return left === undefined || right === undefined ? undefined : [...left, ...right]
}

const isNode = (value: unknown): value is { readonly type: string } => typeof value === "object" && value !== null && "type" in value

const keyOf = ({ key }: TSPropertySignature): string => {
  if (key.type === "Identifier") return key.name
  return key.type === "Literal" ? String(key.value) : ""
}

const literalValue = ({ literal: value }: TSLiteralType) => (value.type === "Literal" ? value.value : undefined)

const literal = (type: TSLiteralType): JsonSchema => {
  const value = literalValue(type)
  return { type: typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : "number", enum: [value] }
}
