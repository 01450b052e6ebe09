import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv"
import { readFileSync } from "node:fs"
import { EmulatorBug, invalid, type StripeProblem } from "./StripeProblem.ts"

/** Stripe's own shapes, derived from the installed `stripe` package by `scripts/deriveStripeSchema.ts`. */
const document: AnySchemaObject = JSON.parse(readFileSync(new URL("schema.json", import.meta.url), "utf8"))

export const apiVersion: string = document["info"].version

// Requests come as forms, where everything is text: what reads as the type is that type. Answers are taken as they are.
// What is compiled is used a few times: compiling it fast is worth more than checking it fast.
const options = {
  strict: false,
  validateSchema: false,
  allErrors: false,
  logger: false,
  inlineRefs: false,
  code: { optimize: false },
} as const
const requests = new Ajv({ ...options, coerceTypes: true }).addSchema(document, "stripe")
const answers = new Ajv(options).addSchema(document, "stripe")

const pointer = (path: string, method: string) => `stripe#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}`

/** The parameters of an operation, decoded from a form or a query: true where they are what Stripe takes. */
export const parametersOf = <P>(method: string, path: string): ((value: unknown) => value is P) & { problem: () => StripeProblem } => {
  let compiled: ValidateFunction<P> | undefined
  const check = (value: unknown): value is P => {
    compiled ??= requests.compile<P>({ $ref: `${pointer(path, method)}/requestBody/content/application~1x-www-form-urlencoded/schema` })
    return compiled(value)
  }
  return Object.assign(check, { problem: () => problemOf(compiled?.errors ?? []) })
}

const answerChecks = new Map<string, ValidateFunction>()

/** Fails loudly where an answer is not what Stripe's types say. */
export const checkAnswer = (method: string, path: string, answer: object): void =>
  checkAgainst(`${pointer(path, method)}/responses/200/content/application~1json/schema`, answer)

/** The same for an object of Stripe's by the name of its type. */
export const checkObject = (name: string, value: object): void => checkAgainst(`stripe#/components/schemas/${name}`, value)

const checkAgainst = (ref: string, value: object) => {
  const cached = answerChecks.get(ref)
  const check = cached ?? answers.compile({ $ref: ref })
  if (cached === undefined) answerChecks.set(ref, check)
  if (!check(value)) {
    throw new EmulatorBug(
      `not what Stripe would answer (${ref}): ${answers.errorsText(check.errors?.slice(0, 5))}: ${JSON.stringify(value).slice(0, 500)}`,
    )
  }
}

/** Whether a stored document still is an object of Stripe's. */
export const isObject = <T>(name: string): ((value: unknown) => value is T) => {
  let compiled: ValidateFunction<T> | undefined
  return (value): value is T => (compiled ??= answers.compile<T>({ $ref: `stripe#/components/schemas/${name}` }))(value)
}

/** `/payment_method_options/sepa_debit` and `target_dat` as `payment_method_options[sepa_debit][target_dat]`. */
const parameterName = (instancePath: string, member?: string) => {
  const [first = "", ...rest] = [...instancePath.split("/").slice(1), ...(member === undefined ? [] : [member])]
  return first + rest.map((part) => `[${part}]`).join("")
}

// A choice reports what is wrong with each branch. What is deepest, and an unknown member before anything else, is what was meant.
const rank = ({ instancePath, keyword }: ErrorObject) =>
  instancePath.split("/").length * 10 + (keyword === "additionalProperties" ? 5 : keyword === "enum" ? 2 : 0)

const problemOf = (errors: ReadonlyArray<ErrorObject>): StripeProblem => {
  const error = [...errors].filter(({ keyword }) => keyword !== "anyOf").sort((a, b) => rank(b) - rank(a))[0]
  if (error === undefined) return invalid("The parameters are not what this operation takes.")
  const name = parameterName(error.instancePath)
  switch (error.keyword) {
    case "additionalProperties": {
      const unknown = parameterName(error.instancePath, String(error.params["additionalProperty"]))
      return unknown === "payment_method_types"
        ? invalid(
            "`payment_method_types` is no longer supported in this API version. Use `allowed_payment_method_types`.",
            "payment_method_types_no_longer_supported",
            unknown,
          )
        : invalid(`Received unknown parameter: ${unknown}`, "parameter_unknown", unknown)
    }
    case "required": {
      const lacking = parameterName(error.instancePath, String(error.params["missingProperty"]))
      return invalid(`Missing required param: ${lacking}.`, "parameter_missing", lacking)
    }
    case "enum":
      return invalid(`Invalid ${name}: must be one of ${error.params["allowedValues"].join(", ")}`, undefined, name)
    case "type":
      return typeProblem(String(error.params["type"]), name)
    default:
      return invalid(`Invalid ${name}: ${error.message}`, undefined, name)
  }
}

const typeProblem = (type: string, name: string) => {
  if (type === "integer") return invalid(`Invalid integer: ${name}`, "parameter_invalid_integer", name)
  if (type === "object") return invalid(`Invalid object: ${name}`, undefined, name)
  if (type === "array") return invalid(`Invalid array: ${name}`, undefined, name)
  return invalid(`Invalid ${type}: ${name}`, undefined, name)
}
