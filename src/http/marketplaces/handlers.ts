import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Marketplace } from "../../../domain/connect/Marketplace.ts"
import { isoTime } from "../../../domain/time.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
import { CurrentMarketplace } from "../server/marketplacePolicy.ts"

export const MarketplacesHandlers = HttpApiBuilder.group(Api, "marketplaces", (handlers) =>
  handlers.handle("me", () => answer(Effect.map(CurrentMarketplace, marketplaceView))),
)

const marketplaceView = ({ createdAt, feeBasisPoints, id, name, rate, status, wallet, webhookUrl }: Marketplace) => ({
  id,
  name,
  status,
  fee_basis_points: feeBasisPoints,
  has_wallet: wallet !== null,
  webhook_url: webhookUrl,
  rate_per_minute: rate,
  created_at: isoTime(createdAt),
})
