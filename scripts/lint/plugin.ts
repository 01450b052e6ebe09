import { declaredElsewhere } from "./exportedNames.ts"
import { boundName, forbiddenBareNames, forbiddenNameParts, forbiddenPhrases } from "./words.ts"

/** The part of oxlint's plugin interface that the rules use: oxlint publishes no types for it. */
interface Node {
  readonly type: string
  readonly range: readonly [number, number]
  readonly parent?: Node
  readonly [member: string]: unknown
}
interface Comment {
  readonly value: string
  readonly range: readonly [number, number]
}
interface Context {
  readonly filename: string
  readonly options: ReadonlyArray<unknown>
  readonly sourceCode: { readonly getAllComments: () => ReadonlyArray<Comment>; readonly text: string }
  readonly report: (finding: { readonly message: string; readonly node: { readonly range: readonly [number, number] } }) => void
}
type Visitor = Record<string, (node: Node) => void>

const reportPhrases = (context: Context, text: string, offset: number, place: string): void => {
  for (const { pattern, instead } of forbiddenPhrases) {
    for (const match of text.matchAll(pattern)) {
      const start = offset + match.index
      context.report({ message: `"${match[0]}" in a ${place}: write ${instead}.`, node: { range: [start, start + match[0].length] } })
    }
  }
}

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** The words of a camelCase, PascalCase or snake_case name, in lower case. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .split(/[^A-Za-z0-9]+/u)
    .map((word) => word.toLowerCase())

const reportName = (context: Context, name: string, node: Node, isBinding: boolean): void => {
  for (const word of wordsOf(name)) {
    if (forbiddenNameParts.has(word)) context.report({ message: `"${name}" contains "${word}": name the thing itself.`, node })
  }
  if (isBinding && checksBareNames(context) && forbiddenBareNames.has(name))
    context.report({ message: `"${name}" does not say what it holds: use the noun.`, node })
  if (boundName.test(name)) context.report({ message: `"${name}" is a bound: call it max… or min….`, node })
}

const memberKinds = new Set([
  "TSPropertySignature",
  "TSMethodSignature",
  "PropertyDefinition",
  "MethodDefinition",
  "AccessorProperty",
  "TSEnumMember",
])
const typeKinds = new Set(["TSTypeAliasDeclaration", "TSInterfaceDeclaration", "TSEnumDeclaration", "ClassDeclaration", "ClassExpression"])
const functionKinds = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"])

/** Whether an identifier is where a variable, parameter or function gets its name. A shorthand pattern repeats the name of a member. */
const isBindingName = (node: Node): boolean => {
  const parent = node.parent
  if (parent === undefined) return false
  if (parent.type === "VariableDeclarator") return parent["id"] === node
  if (functionKinds.has(parent.type)) return parent["id"] === node || (parent["params"] as ReadonlyArray<Node>).includes(node)
  if (parent.type === "AssignmentPattern") return parent["left"] === node && parent.parent?.type !== "Property"
  if (parent.type === "ArrayPattern" || parent.type === "RestElement" || parent.type === "CatchClause") return true
  return parent.type === "Property" && parent["value"] === node && parent["shorthand"] !== true && parent.parent?.type === "ObjectPattern"
}

/** Whether an identifier is where a type or a member gets its name. */
const isDeclaredMember = (node: Node): boolean => {
  const parent = node.parent
  if (parent === undefined) return false
  if (typeKinds.has(parent.type)) return parent["id"] === node
  if (memberKinds.has(parent.type)) return (parent["key"] ?? parent["id"]) === node
  return parent.type === "Property" && parent["key"] === node && parent["shorthand"] !== true && parent.parent?.type === "ObjectExpression"
}

/** Option `{ "bareNames": false }`: a test may call its table of expected values `known` and its result `found`. */
const checksBareNames = ({ options: [options] }: Context): boolean =>
  (options as { readonly bareNames?: boolean } | undefined)?.bareNames !== false

/** Comments, strings, templates and declared names are free of the forbidden words. */
const plainWords = {
  meta: {
    schema: [{ type: "object", properties: { bareNames: { type: "boolean" } }, additionalProperties: false }],
  },
  create: (context: Context): Visitor => ({
    Program: (program) => {
      reportName(context, fileName(context.filename).replace(/\.[a-z.]+$/u, ""), program, false)
      for (const comment of context.sourceCode.getAllComments()) reportPhrases(context, comment.value, comment.range[0] + 2, "comment")
    },
    Literal: (node) => {
      if (typeof node["value"] !== "string" || node.parent?.type === "ImportDeclaration" || node.parent?.type === "ImportExpression") return
      reportPhrases(context, context.sourceCode.text.slice(...node.range), node.range[0], "string")
    },
    TemplateElement: (node) => reportPhrases(context, context.sourceCode.text.slice(...node.range), node.range[0], "string"),
    Identifier: (node) => {
      const isBinding = isBindingName(node)
      if (isBinding || isDeclaredMember(node)) reportName(context, String(node["name"]), node, isBinding)
    },
  }),
}

const exportableKinds = new Set(["TSTypeAliasDeclaration", "TSInterfaceDeclaration", "TSEnumDeclaration", "ClassDeclaration"])

/** A type or class name is exported by one file of the product, so that a reader who meets it knows which one it is. */
const oneMeaning = {
  create: (context: Context): Visitor => ({
    ExportNamedDeclaration: (node) => {
      const declaration = node["declaration"] as Node | null
      if (declaration === null || !exportableKinds.has(declaration.type)) return
      const id = declaration["id"] as Node
      const name = String(id["name"])
      const others = declaredElsewhere(name, context.filename)
      if (others.length > 0)
        context.report({ message: `"${name}" is also exported by ${others.join(" and ")}: give each its own name.`, node: id })
    },
  }),
}

export default { meta: { name: "house" }, rules: { "plain-words": plainWords, "one-meaning": oneMeaning } }
