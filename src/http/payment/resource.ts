import { Context } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Resource } from "../../../domain/rail/Rail.ts"

/** Where the outside world finds this gateway, without a slash at its end; undefined where each request says it. */
export const PublicUrl = Context.Reference<string | undefined>("farthing/src/http/PublicUrl", { defaultValue: () => undefined })

/** The request as a payment for it is bound: absolute, with its query. */
export const resourceOf = (
  request: Pick<HttpServerRequest, "method" | "source">,
  publicUrl: string | undefined,
  { body, description, mimeType }: Pick<Resource, "description" | "mimeType"> & { readonly body: Uint8Array },
): Resource => {
  const { headers, socket, url = "/" } = request.source as IncomingMessage
  const said = `${"encrypted" in socket ? "https" : "http"}://${headers.host ?? "localhost"}`
  // A Host that is none names nobody's address.
  const base = publicUrl ?? (URL.canParse(said) ? said : "http://localhost")
  const bodyHash = createHash("sha256").update(body).digest("base64url")
  return { method: request.method, url: `${base}${url}`, description, mimeType, bodyHash }
}
