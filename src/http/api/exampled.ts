import { answerExamples, refusalExample, requestExamples, runExamples } from "./examples.ts"

type Json = Record<string, unknown>

interface Content {
  readonly schema?: { readonly $ref?: string; readonly anyOf?: ReadonlyArray<{ readonly $ref?: string }> }
  example?: unknown
  examples?: Json
}

const contentOf = (holder: unknown): Content | undefined =>
  Object(Object(Object(holder).content)["application/json"]).schema && Object(holder).content["application/json"]

/** Puts examples where a document has schemas: bodies and answers by operation, and every refusal by its code. */
export const addExamples = (operation: { readonly operationId: string } & Json, schemas: Json): void => {
  const request = contentOf(operation["requestBody"])
  if (request && operation.operationId in requestExamples) request.example = requestExamples[operation.operationId]
  for (const [status, response] of Object.entries(operation["responses"] as Record<string, Json>)) {
    const content = contentOf(response)
    if (content === undefined) continue
    if (status === "200" && operation.operationId in answerExamples) content.example = answerExamples[operation.operationId]
    if (refsOf(content).includes("Run") && status in runExamples) content.example = runExamples[status]
    const refusals = refsOf(content).flatMap((ref) => refusalOf(schemas[ref]) ?? [])
    if (refusals.length > 0) content.examples = Object.fromEntries(refusals)
  }
}

const refsOf = ({ schema }: Content): ReadonlyArray<string> =>
  [schema?.$ref, ...(schema?.anyOf ?? []).map(({ $ref }) => $ref)].flatMap((ref) => ref?.split("/").at(-1) ?? [])

/** The code of an envelope's schema and an example of it; undefined for any other schema. */
const refusalOf = (schema: unknown): ReadonlyArray<readonly [code: string, example: Json]> | undefined => {
  const error = Object(Object(Object(schema).properties).error)
  const members = Object(error.properties)
  const [code] = Object(members.code).enum ?? [Object(members.code).const]
  if (typeof code !== "string") return undefined
  const description = String(Object(schema).description ?? "")
  return [[code, { summary: description, value: refusalExample(code, description, Object.keys(members)) }]]
}
