import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { PublicUrl } from "../../../rails/http/RequestContext.ts"

/** The address of this gateway, as its clients reach it: the public one of the settings, otherwise the host name of the request. */
export const publicBase = ({ headers }: Pick<HttpServerRequest, "headers">) =>
  Effect.map(PublicUrl, (publicUrl) => publicUrl ?? `http://${headers["host"] ?? "localhost"}`)
