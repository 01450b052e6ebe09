import { Data, Effect, Schema } from "effect"
import type { Database } from "../../../layers/postgres/Database.ts"

/** What a route is asked: parameters of its path in order, the query, and the body as JSON where the method has one. */
export interface Asked {
  readonly parameters: ReadonlyArray<string>
  readonly query: URLSearchParams
  readonly body: unknown
}

export interface Answer {
  readonly status: number
  readonly body: object
}

/** A request that is answered with an error: its status, a code, and a sentence for whoever sent it. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly status: 400 | 401 | 404 | 405 | 409 | 413 | 415 | 422
  readonly code: string
  readonly message: string
  readonly field?: string
}> {}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** A segment `{…}` is a parameter. */
  readonly path: string
  /** What is neither an answer nor a refusal is a fault of the origin: 500. */
  readonly run: (asked: Asked) => Effect.Effect<Answer, Refused | { readonly _tag: "SqlError" | "Taken" }, Database>
}

export const ok = (body: object): Answer => ({ status: 200, body })
export const created = (body: object): Answer => ({ status: 201, body })

/** 400: the request does not have the shape it must have. */
export const malformed = (message: string, field?: string) =>
  new Refused({ status: 400, code: "invalid_request", message, ...(field === undefined ? {} : { field }) })
/** 404: the path names a thing that is not there. */
export const notFound = (what: string, id: string) => new Refused({ status: 404, code: "not_found", message: `There is no ${what} ${id}.` })
/** 422: the shape is right, and what it says cannot be done. */
export const unfit = (code: string, message: string, field: string) => new Refused({ status: 422, code, message, field })

/** The body in the shape of a schema; a member it does not know is a mistake. */
export const bodyOf = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return (body: unknown) =>
    Effect.mapError(decode(body), (error) => {
      const said = error.message.replaceAll(/\s+/g, " ").slice(0, 300)
      const path = [...said.matchAll(/\["([^"]+)"\]/g)].map(([, member]) => member)
      return malformed(`${said}.`, path[0])
    })
}
