import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { describe } from "../../../rails/http/describe.ts"
import { MarketplaceGuarded } from "../server/marketplacePolicy.ts"

export const MarketplaceView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "suspended"]),
  fee_basis_points: Schema.Int,
  /** Whether its share can be paid. No answer holds the wallet itself. */
  has_wallet: Schema.Boolean,
  webhook_url: Schema.NullOr(Schema.String),
  rate_per_minute: Schema.Int,
  created_at: Schema.String,
}).annotate({ identifier: "Marketplace" })

const exampleMarketplace = {
  id: "0d0b2a8e-6c5c-4a5f-9d43-1f0a3c1f7b11",
  name: "Harbour Market",
  status: "active",
  fee_basis_points: 250,
  has_wallet: true,
  webhook_url: "https://market.example.com/hooks/farthing",
  rate_per_minute: 600,
  created_at: "2026-11-22T09:00:00.000Z",
} satisfies typeof MarketplaceView.Encoded

/** For the servers of marketplaces, with their secret key. */
export class MarketplacesGroup extends HttpApiGroup.make("marketplaces")
  .add(
    HttpApiEndpoint.get("me", "/v1/marketplaces/me", { success: MarketplaceView }).annotateMerge(
      describe({ summary: "The marketplace of the key", responses: { 200: exampleMarketplace } }),
    ),
  )
  .middleware(MarketplaceGuarded) {}
