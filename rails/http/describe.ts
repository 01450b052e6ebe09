import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { toMoney, microUsd } from "../../domain/money/Money.ts"

/** What the document says of an endpoint beside its schemas. */
export interface Description {
  /** What the endpoint does, in one line. */
  readonly summary: string
  readonly description?: string
  /** An example of the request's body. */
  readonly request?: unknown
  /** Examples of responses by status. */
  readonly responses?: Readonly<Record<number, unknown>>
  /** Response headers of this endpoint alone, by status: name and description. */
  readonly headers?: Readonly<Record<number, Readonly<Record<string, string>>>>
}

export class EndpointDescription extends Context.Service<EndpointDescription, Description>()("farthing/rails/http/EndpointDescription") {}

/** The annotations of an endpoint for the document: `.annotateMerge(describe({ summary: "…" }))`. */
export const describe = (described: Description) =>
  Context.add(
    OpenApi.annotations({
      summary: described.summary,
      ...(described.description !== undefined && { description: described.description }),
    }),
    EndpointDescription,
    described,
  )
/** A Money object for examples, from micro-USD. */
export const usd = (micro: number) => toMoney(microUsd(BigInt(micro)))
