import { Effect, Result } from "effect"
import { type Operation, type PricingModel, SourceFailure, type Variant } from "../../../domain/catalogue/Source.ts"
import { type BaseAddress, readBaseAddress, serverUrl } from "./sourceMetadata.ts"
import { bodyBindings } from "./bodyBindings.ts"
import { buildRequest, type RequestPlan, type SendRequest } from "./buildRequest.ts"
import { type OpenApiDocument, listOf, objectOf, textOf } from "./Document.ts"
import { extensionName, pricingOf } from "./GatewayExtension.ts"
import { inputField } from "./inputFields.ts"
import { endpointName, type ListedOperation, parametersOf } from "./operations.ts"
import { type InputVariant, inputVariants, nameBindings } from "./InputBinding.ts"
import { shortText, titleOf } from "./names.ts"
import { outputFacts } from "./schemaMembers.ts"
import { parameterBindings } from "./parameterBindings.ts"
import { type ExpectedAnswer, readAnswer } from "./readAnswer.ts"
import { mainResponse } from "./responses.ts"

export interface CompileContext {
  readonly document: OpenApiDocument
  readonly base: BaseAddress
  readonly send: SendRequest
  readonly warn: (message: string) => void
}

/** An operation for sale; undefined, with a warning that says why, where it cannot be called or has no price. */
export const compileOperation = (around: CompileContext, listed: ListedOperation): Operation | undefined => {
  const { document } = around
  const skip = (reason: string) => {
    around.warn(`${endpointName(listed)} is skipped: ${reason}.`)
    return undefined
  }
  const plan = requestPlan(around, listed)
  if ("refused" in plan) return skip(plan.refused)
  const { node, extension } = listed
  const warn = (message: string) => around.warn(`${endpointName(listed)} ${message}`)
  const ways = inputVariants(plan.bindings, extension.variants, warn)
  const sold = ways.flatMap((way) => compileVariant(around, listed, plan, way) ?? [])
  const [first, ...variants] = sold
  if (first === undefined)
    return skip(
      `it has no price. Give it x-gateway.price_micro_usd, or an entry "${endpointName(listed)}" or "${listed.id}" in the price list`,
    )
  if (sold.length < ways.length) warn("has variants without a price, which are left out.")
  const action = listed.id.slice(listed.id.indexOf(".") + 1)
  const name = shortText(textOf(node, "summary"), 120) || titleOf(action)
  return {
    id: listed.id,
    name,
    description: shortText(textOf(node, "description") ?? textOf(node, "summary"), 2_000) || name,
    output: outputFacts(document, listed),
    freshnessSeconds: extension.freshness_seconds ?? 0,
    ...(extension.effects === true ? { effects: true } : plan.method === "GET" && { repeatable: true }),
    examples: extension.examples ?? [],
    ...first,
    variants,
  }
}

const maxInputs = 500

const requestPlan = (around: CompileContext, listed: ListedOperation): RequestPlan | { readonly refused: string } => {
  const { document } = around
  const { domain, item, node, path, extension } = listed
  if (!path.startsWith("/") || /[?#\\]/.test(path) || path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    return { refused: "its path is not a plain one" }
  const base = operationBase(around.base, listOf(node, "servers")[0] ?? listOf(item, "servers")[0])
  if (base === undefined) return { refused: "it has a server of its own" }
  const parameters = parametersOf(document, listed)
  if (parameters === undefined) return { refused: "one of its parameters leads nowhere in the document" }
  const body = bodyBindings(document, node)
  if ("refused" in body) return body
  const unnamed = parameterBindings(document, path, parameters, (message) => around.warn(`${endpointName(listed)}: ${message}`))
  if (unnamed.length + body.bindings.length > maxInputs) return { refused: `it has more than ${maxInputs} inputs` }
  const bindings = nameBindings([...unnamed, ...body.bindings], domain, extension.slots)
  for (const name of Object.keys(objectOf(objectOf(node, extensionName), "slots")))
    if (!bindings.some((binding) => binding.name === name))
      around.warn(`${endpointName(listed)} has no input ${name.slice(0, 60)}, to which a slot is given.`)
  return { method: listed.method, basePath: base.path, path, bindings, body, accept: mainResponse(document, node).accept }
}

/** An operation's own server counts where it is the same host under another path. */
const operationBase = (base: BaseAddress, server: Parameters<typeof serverUrl>[0] | undefined): BaseAddress | undefined => {
  if (server === undefined) return base
  const url = serverUrl(server)
  const own = url === undefined ? undefined : readBaseAddress(url, base)
  return own?.origin === base.origin ? own : undefined
}

const compileVariant = (
  { document, send }: CompileContext,
  { node, extension }: ListedOperation,
  plan: RequestPlan,
  way: InputVariant,
): Variant | undefined => {
  const pricing = pricingOf(extension, way.price)
  if (pricing === undefined) return undefined
  const expectedOf = (model: PricingModel): ExpectedAnswer => ({
    document,
    node,
    counted: model === "per_result" ? { pointer: extension.answer } : undefined,
  })
  const variantPlan: RequestPlan = { ...plan, bindings: way.bindings }
  return {
    input: way.bindings.map((binding) => inputField(document, binding, way.required.has(binding))),
    pricing,
    check: (input) => Result.match(buildRequest(variantPlan, input), { onFailure: (unfit) => unfit, onSuccess: () => undefined }),
    run: (input, limit, model = pricing.model) =>
      Effect.fromResult(buildRequest(variantPlan, input)).pipe(
        Effect.mapError(
          ({ field, reason }) =>
            new SourceFailure({ code: "source_error", message: `The source was not called: ${field} does not fit, ${reason}` }),
        ),
        Effect.flatMap((request) => send({ ...request, endpoint: `${plan.method} ${plan.path}` })),
        Effect.flatMap((answer) => Effect.fromResult(readAnswer(expectedOf(model), answer, limit))),
      ),
  }
}
