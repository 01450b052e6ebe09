import { Effect } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { LinkedKeys, type LinkedKind } from "../../../domain/identity/LinkedKeys.ts"
import { AppSessions } from "../../../domain/identity/Members.ts"
import { isFromOwnPage } from "./appOrigin.ts"

/** The header with which a page of the app names the linked marketplace or publisher that it works for. */
export const accountHeader = "x-farthing-account"

/**
 * The hash of the key that a session stands for on the routes of marketplaces and publishers: an owner or admin sends the session's cookie in place
 * of the key, from a page of this gateway. Undefined with a key in the Authorization header, which then counts alone.
 */
export const linkedKeyOf = Effect.gen(function* () {
  const sessions = yield* AppSessions
  const links = yield* LinkedKeys
  return Effect.fnUntraced(function* (kind: LinkedKind) {
    const { headers } = yield* HttpServerRequest
    const [account, cookies] = [headers[accountHeader], headers["cookie"]]
    if (headers["authorization"] !== undefined || account === undefined || cookies === undefined) return undefined
    if (!sessions.names(cookies) || !isFromOwnPage(headers)) return undefined
    const session = yield* sessions.find(cookies)
    return session?.keyHash === undefined ? undefined : yield* links.hashFor(session.keyHash, kind, account)
  })
})
