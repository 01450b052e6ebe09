import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { MarketplaceId } from "../../domain/connect/ids.ts"
import type { Merchant } from "../../domain/connect/Merchant.ts"
import { Merchants } from "../../domain/connect/Merchants.ts"
import { audited } from "../../domain/operating/OperatorLog.ts"
import { isoTime, isoTimeOrNull } from "../../domain/time.ts"
import { idOf, limitFlag, reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

/** The operator sees the wallet, which no answer of the API holds. */
const view = (merchant: Merchant) => ({
  merchant_id: merchant.id,
  marketplace_id: merchant.marketplace,
  external_seller_id: merchant.externalSellerId,
  origin: merchant.origin,
  status: merchant.status,
  display_name: merchant.profile?.displayName ?? null,
  email: merchant.profile?.email ?? null,
  wallet: merchant.wallet,
  wallet_verified_at: isoTimeOrNull(merchant.walletVerifiedAt),
  created_at: isoTime(merchant.createdAt),
  activated_at: isoTimeOrNull(merchant.activatedAt),
})

const line = ({ externalSellerId, id, profile, status, wallet }: Merchant) =>
  `${id}  ${status.padEnd(9)}  ${wallet ?? "no wallet".padEnd(42)}  ${externalSellerId}  ${profile?.displayName ?? ""}`

const idArgument = idOf("the merchant")

const list = Command.make(
  "list",
  {
    marketplace: Flag.optional(Flag.String("marketplace").pipe(Flag.withDescription("Only sellers of this marketplace"))),
    status: Flag.optional(
      Flag.Literals("status", ["draft", "active", "suspended"]).pipe(Flag.withDescription("Merchants of this status only")),
    ),
    before: Flag.optional(Flag.String("before").pipe(Flag.withDescription("Only sellers created before this one"))),
    limit: limitFlag(1000, 100),
    json: jsonFlag,
  },
  Effect.fn(function* ({ before, json, limit, marketplace, status }) {
    const owner = Option.getOrNull(Option.map(marketplace, (id) => MarketplaceId.make(id)))
    const filter = { status: Option.getOrUndefined(status), before: Option.getOrUndefined(before) }
    const all = yield* Effect.flatMap(Merchants, (merchants) => merchants.list(owner, filter, limit))
    yield* print(json, { merchants: all.map(view) }, all.length === 0 ? "No sellers." : all.map(line).join("\n"))
  }, withServices),
).pipe(Command.withDescription("Sellers, the newest first"))

const show = Command.make(
  "show",
  { id: idArgument, json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const merchant = yield* Effect.flatMap(Merchants, (merchants) => merchants.findAny(id))
    const more = `  marketplace ${merchant.marketplace}, named by a ${merchant.origin === "link" ? "link" : "page"}, e-mail ${merchant.profile?.email ?? "none"}`
    yield* print(json, view(merchant), [line(merchant), more].join("\n"))
  }, withServices),
).pipe(Command.withDescription("One seller with its wallet"))

const changing = (name: "suspend" | "resume", description: string, outcome: string) =>
  Command.make(
    name,
    { id: idArgument, reason: reasonFlag, json: jsonFlag },
    Effect.fn(function* ({ id, json, reason }) {
      const merchants = yield* Merchants
      const state = Effect.map(merchants.findAny(id), ({ status }) => ({ status }))
      const action = { action: `merchant ${name}`, organisation: null, subject: id, reason }
      const merchant = yield* audited(action, state, merchants.suspend(id, name === "suspend"))
      yield* print(json, view(merchant), `${merchant.externalSellerId}: ${outcome}`)
    }, withServices),
  ).pipe(Command.withDescription(description))

export const merchant = Command.make("merchant").pipe(
  Command.withDescription("Sellers of marketplaces"),
  Command.withSubcommands([
    list,
    show,
    changing(
      "suspend",
      "Refuse new checkouts and payments of this seller; a payment that was sent already still counts",
      "suspended, nothing more can be paid to it.",
    ),
    changing("resume", "End the suspension", "can be paid again."),
  ]),
)
