import { Effect, Result } from "effect"
import { type Operation, SourceFailure, type Variant } from "../../../domain/catalogue/Source.ts"
import { type Base, readBase, serverUrl } from "./baseAddress.ts"
import { bodyPlaces } from "./bodyPlaces.ts"
import { buildRequest, type Plan } from "./buildRequest.ts"
import { type Document, listOf, objectOf, textOf } from "./Document.ts"
import { extensionName } from "./Extension.ts"
import { inputField } from "./inputFields.ts"
import { endpoint, type Listed, parametersOf } from "./Listed.ts"
import { namePlaces } from "./namePlaces.ts"
import { prose, words } from "./names.ts"
import { outputsOf } from "./outputsOf.ts"
import { parameterPlaces } from "./parameterPlaces.ts"
import { pricingOf } from "./pricingOf.ts"
import { type Expected, readAnswer } from "./readAnswer.ts"
import { mainAnswer } from "./responses.ts"
import type { Send } from "./Send.ts"
import { type Way, waysToAsk } from "./waysToAsk.ts"

export interface Surroundings {
  readonly document: Document
  readonly base: Base
  readonly send: Send
  readonly warn: (message: string) => void
}

/** An operation for sale; undefined, with a warning that says why, where it cannot be called or has no price. */
export const compileOperation = (around: Surroundings, listed: Listed): Operation | undefined => {
  const { document } = around
  const skip = (reason: string) => {
    around.warn(`${endpoint(listed)} is skipped: ${reason}.`)
    return undefined
  }
  const plan = planOf(around, listed)
  if ("refused" in plan) return skip(plan.refused)
  const { node, said } = listed
  const warn = (message: string) => around.warn(`${endpoint(listed)} ${message}`)
  const ways = waysToAsk(plan.places, said.variants, warn)
  const sold = ways.flatMap((way) => compileWay(around, listed, plan, way) ?? [])
  const [first, ...variants] = sold
  if (first === undefined)
    return skip(`it has no price. Give it x-gateway.price_micro_usd, or an entry "${endpoint(listed)}" or "${listed.id}" in the price list`)
  if (sold.length < ways.length) warn("has variants without a price, which are left out.")
  const action = listed.id.slice(listed.id.indexOf(".") + 1)
  const name = prose(textOf(node, "summary"), 120) || words(action)
  return {
    id: listed.id,
    name,
    description: prose(textOf(node, "description") ?? textOf(node, "summary"), 2_000) || name,
    output: outputsOf(document, listed),
    freshnessSeconds: said.freshness_seconds ?? 0,
    examples: said.examples ?? [],
    ...first,
    variants,
  }
}

const maxInputs = 500

const planOf = (around: Surroundings, listed: Listed): Plan | { readonly refused: string } => {
  const { document } = around
  const { domain, item, node, path, said } = listed
  if (!path.startsWith("/") || /[?#\\]/.test(path) || path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    return { refused: "its path is not a plain one" }
  const base = baseOf(around.base, listOf(node, "servers")[0] ?? listOf(item, "servers")[0])
  if (base === undefined) return { refused: "it has a server of its own" }
  const parameters = parametersOf(document, listed)
  if (parameters === undefined) return { refused: "one of its parameters leads nowhere in the document" }
  const body = bodyPlaces(document, node)
  if ("refused" in body) return body
  const unnamed = parameterPlaces(document, path, parameters, (message) => around.warn(`${endpoint(listed)}: ${message}`))
  if (unnamed.length + body.places.length > maxInputs) return { refused: `it has more than ${maxInputs} inputs` }
  const places = namePlaces([...unnamed, ...body.places], domain, said.slots)
  for (const name of Object.keys(objectOf(objectOf(node, extensionName), "slots")))
    if (!places.some((place) => place.name === name))
      around.warn(`${endpoint(listed)} has no input ${name.slice(0, 60)}, to which a slot is given.`)
  return { method: listed.method, basePath: base.path, path, places, body, accept: mainAnswer(document, node).accept }
}

/** An operation's own server counts where it is the same host under another path. */
const baseOf = (base: Base, server: Parameters<typeof serverUrl>[0] | undefined): Base | undefined => {
  if (server === undefined) return base
  const url = serverUrl(server)
  const own = url === undefined ? undefined : readBase(url, base)
  return own?.origin === base.origin ? own : undefined
}

const compileWay = ({ document, send }: Surroundings, { node, said }: Listed, plan: Plan, way: Way): Variant | undefined => {
  const pricing = pricingOf(said, way.price)
  if (pricing === undefined) return undefined
  const expected: Expected = { document, node, counted: pricing.model === "per_result" ? { pointer: said.answer } : undefined }
  const asked: Plan = { ...plan, places: way.places }
  return {
    input: way.places.map((place) => inputField(document, place, way.required.has(place))),
    pricing,
    check: (input) => Result.match(buildRequest(asked, input), { onFailure: (unfit) => unfit, onSuccess: () => undefined }),
    run: (input, limit) =>
      Effect.fromResult(buildRequest(asked, input)).pipe(
        Effect.mapError(
          ({ field, reason }) =>
            new SourceFailure({ code: "source_error", message: `The source was not asked: ${field} does not fit, ${reason}` }),
        ),
        Effect.flatMap(send),
        Effect.flatMap((answer) => Effect.fromResult(readAnswer(expected, answer, limit))),
      ),
  }
}
