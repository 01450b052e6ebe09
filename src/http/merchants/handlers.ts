import { publicBase } from "../../../rails/http/RequestContext.ts"
import { Effect, Layer, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { Merchants } from "../../../domain/connect/Merchants.ts"
import { isoTime } from "../../../domain/time.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
import { CurrentMarketplace } from "../server/marketplacePolicy.ts"
import { proveWallet, signInMessage } from "./signIn.ts"
import { merchantView, onboardingView } from "./views.ts"

const MarketplaceSide = HttpApiBuilder.group(Api, "merchants", (handlers) =>
  handlers
    .handle(
      "link",
      Effect.fnUntraced(function* ({ payload }) {
        const { id } = yield* CurrentMarketplace
        const { expiresAt, merchant, token } = yield* (yield* Merchants).startLink(id, payload.external_seller_id)
        const base = yield* publicBase(yield* HttpServerRequest)
        const secret = Redacted.value(token)
        return {
          // Behind the hash sign: a browser sends it to no server, and no log has it.
          url: `${base}/onboarding#${secret}`,
          token: secret,
          expires_at: isoTime(expiresAt),
          merchant_id: merchant.id,
          status: merchant.status,
        }
      }, answer),
    )
    .handle(
      "list",
      Effect.fnUntraced(function* ({ query: { cursor, limit = 50, status } }) {
        const { id } = yield* CurrentMarketplace
        const all = yield* (yield* Merchants).list(id, { status, before: cursor }, limit + 1)
        const page = all.slice(0, limit)
        return { merchants: page.map(merchantView), next_cursor: all.length > limit ? page.at(-1)!.id : null }
      }, answer),
    )
    .handle(
      "merchant",
      Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* CurrentMarketplace
        return merchantView(yield* (yield* Merchants).find(id, params.id))
      }, answer),
    ),
)

const Embed = HttpApiBuilder.group(Api, "embed", (handlers) =>
  handlers.handle(
    "start",
    Effect.fnUntraced(function* ({ payload }) {
      const { id, name } = yield* CurrentMarketplace
      const { expiresAt, merchant, token } = yield* (yield* Merchants).startEmbed(id, payload.external_seller_id ?? null)
      return {
        merchant_id: merchant.id,
        marketplace_id: id,
        marketplace_name: name,
        session: Redacted.value(token),
        status: merchant.status,
        expires_at: isoTime(expiresAt),
      }
    }, answer),
  ),
)

const SellerSide = HttpApiBuilder.group(Api, "onboarding", (handlers) =>
  handlers
    .handle(
      "verify",
      Effect.fnUntraced(function* ({ payload }) {
        return onboardingView(yield* (yield* Merchants).open(payload.token))
      }, answer),
    )
    .handle(
      "profile",
      Effect.fnUntraced(function* ({ payload: { country = null, display_name, email, token, website = null } }) {
        const profile = { displayName: display_name.trim(), email: email.trim(), website, country }
        return onboardingView(yield* (yield* Merchants).setProfile(token, profile))
      }, answer),
    )
    .handle("nonce", ({ payload }) => answer(signInMessage(payload.token, payload.address)))
    .handle("prove", ({ payload }) => answer(Effect.map(proveWallet(payload), onboardingView)))
    .handle(
      "activate",
      Effect.fnUntraced(function* ({ payload }) {
        return onboardingView(yield* (yield* Merchants).activate(payload.token))
      }, answer),
    ),
)

export const MerchantsHandlers = Layer.mergeAll(MarketplaceSide, Embed, SellerSide)
