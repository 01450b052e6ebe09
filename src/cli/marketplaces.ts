import { Data, Effect, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { CheckoutChain } from "../../domain/connect/CheckoutChain.ts"
import { type Marketplace, maxFeeBasisPoints } from "../../domain/connect/Marketplace.ts"
import { type MarketplaceChange, type MarketplaceKey, marketplaceKeyKinds, Marketplaces } from "../../domain/connect/Marketplaces.ts"
import { audited, type OperatorAction } from "../../domain/operating/OperatorLog.ts"
import { WebhookSender } from "../../domain/WebhookSender.ts"
import { isoTime, isoTimeOrNull } from "../../domain/time.ts"
import { idOf, limitFlag, Line, reasonFlag, reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"

const view = ({ createdAt, feeBasisPoints, id, name, rate, status, wallet, webhookUrl }: Marketplace) => ({
  marketplace_id: id,
  name,
  status,
  fee_basis_points: feeBasisPoints,
  wallet,
  rate_per_minute: rate,
  webhook_url: webhookUrl,
  created_at: isoTime(createdAt),
})

const keyView = ({ createdAt, id, kind, marketplace, name, revokedAt }: MarketplaceKey) => ({
  key_id: id,
  marketplace_id: marketplace,
  kind,
  name,
  created_at: isoTime(createdAt),
  revoked_at: isoTimeOrNull(revokedAt),
})

const line = ({ feeBasisPoints, id, name, status, wallet }: Marketplace) =>
  `${id}  ${status.padEnd(9)}  fee ${feeBasisPoints} basis points  ${wallet ?? "no wallet"}  ${name}`

const nameFlag = Flag.String("name").pipe(Flag.withSchema(Line), Flag.withDescription("The name that lists and pages show"))
const feeFlag = Flag.Int("fee").pipe(
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxFeeBasisPoints }))),
  Flag.withDescription(`Its share of each checkout in basis points: 0 to ${maxFeeBasisPoints}; 250 is 2.5 %`),
)
const rateFlag = Flag.Int("rate").pipe(
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
  Flag.withDescription("Requests a minute over all its keys of a kind and all nodes"),
)
const walletOf = (text: string) => (/^0x[0-9a-fA-F]{40}$/.test(text) && !/^0x0{40}$/.test(text) ? Option.some(text) : Option.none())
const walletFlag = Flag.String("wallet").pipe(
  Flag.withDescription("Where its share is paid: an address of 0x and 40 hexadecimal digits"),
  Flag.filterMap(walletOf, (text) => `"${text}" is no address that can be paid: write 0x and 40 hexadecimal digits, not all zero`),
)
const webhookFlag = Flag.optional(
  Flag.String("webhook-url").pipe(
    Flag.withDescription(
      'Where events of later checkouts are sent; "" for nowhere. Signed with FARTHING_CONNECT_WEBHOOK_SECRET until it has its own secret',
    ),
  ),
)
const idArgument = idOf("the marketplace")

const create = Command.make(
  "create",
  {
    name: nameFlag,
    feeBasisPoints: Flag.withDefault(feeFlag, 0),
    wallet: Flag.optional(walletFlag),
    rate: Flag.withDefault(rateFlag, 600),
    webhookUrl: webhookFlag,
    reason: sandboxReasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, reason, wallet, webhookUrl, ...rest }) {
    const marketplaces = yield* Marketplaces
    const url = (yield* checkedUrl(webhookUrl)) ?? null
    const checked = Option.isSome(wallet) ? yield* checkedWallet(wallet.value) : null
    const creation = Effect.gen(function* () {
      const marketplace = yield* marketplaces.create({ ...rest, wallet: checked, webhookUrl: url })
      const secret = yield* marketplaces.createKey(marketplace.id, "secret", "first")
      const publishable = yield* marketplaces.createKey(marketplace.id, "publishable", "first")
      return { marketplace, secret, publishable }
    })
    const action = actionOf("marketplace create", rest.name, yield* reasonOrSandbox(reason))
    const { marketplace, publishable, secret } = yield* audited(action, Effect.succeed({}), creation, (made) => ({
      marketplace_id: made.marketplace.id,
      ...stateOf(made.marketplace),
      keys: [made.secret.key.id, made.publishable.key.id],
    }))
    const keys = { secret_key: Redacted.value(secret.secret), publishable_key: Redacted.value(publishable.secret) }
    const notes = marketplace.feeBasisPoints > 0 && marketplace.wallet === null ? [needsWallet] : []
    yield* print(
      json,
      { ...view(marketplace), ...keys },
      [
        `Marketplace ${marketplace.name}: ${marketplace.id}. Its keys are shown this once:`,
        `  secret, for its server:      ${keys.secret_key}`,
        `  publishable, for its pages:  ${keys.publishable_key}`,
        ...notes,
      ].join("\n"),
    )
  }, withRails),
).pipe(Command.withDescription("Create a marketplace with a secret and a publishable key, which are shown once"))

class WrongUrl extends Data.TaggedError("WrongUrl")<{ readonly message: string }> {}

/** Null removes the URL; undefined: it stays. */
const checkedUrl = Effect.fnUntraced(function* (given: Option.Option<string>) {
  if (Option.isNone(given)) return undefined
  if (given.value === "") return null
  const problem = (yield* WebhookSender).urlProblem(given.value)
  return problem === undefined ? given.value : yield* new WrongUrl({ message: `The webhook URL ${problem}. Nothing was changed.` })
})

class WrongWallet extends Data.TaggedError("WrongWallet")<{ readonly message: string }> {}

/** In lower case. Every later checkout pays the marketplace's fee to it, so a mistyped address, or one of a contract that cannot be paid, is refused here. */
const checkedWallet = Effect.fnUntraced(function* (given: string) {
  const problem = (yield* CheckoutChain)?.walletProblem(given)
  return problem === undefined ? given.toLowerCase() : yield* new WrongWallet({ message: `${problem} Nothing was changed.` })
})

const needsWallet =
  "It has a fee and no wallet, so its checkouts are refused. Set one: farthing marketplace set <id> --wallet 0x… --reason …"

const list = Command.make(
  "list",
  {
    after: Flag.optional(Flag.String("after").pipe(Flag.withDescription("Only marketplaces created after this one"))),
    limit: limitFlag(1000, 100),
    json: jsonFlag,
  },
  Effect.fn(function* ({ after, json, limit }) {
    const all = yield* Effect.flatMap(Marketplaces, (marketplaces) => marketplaces.list(Option.getOrNull(after), limit))
    yield* print(json, { marketplaces: all.map(view) }, all.length === 0 ? "No marketplaces." : all.map(line).join("\n"))
  }, withServices),
).pipe(Command.withDescription("Marketplaces, the oldest first"))

const keyLine = ({ createdAt, id, kind, name, revokedAt }: MarketplaceKey) =>
  `  ${id}  ${kind.padEnd(11)}  ${revokedAt === null ? `since ${isoTime(createdAt)}` : `revoked ${isoTime(revokedAt)}`}  ${name}`

const show = Command.make(
  "show",
  { id: idArgument, json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const marketplaces = yield* Marketplaces
    const marketplace = yield* marketplaces.find(id)
    const keys = yield* marketplaces.keys(marketplace.id)
    const webhook = yield* marketplaces.webhook(marketplace.id)
    const more = { webhook_secret: webhook.hasSecret, new_secret_signs_from: isoTimeOrNull(webhook.newSecretSignsFrom) }
    const events = `  events to ${webhook.url ?? "nowhere"}${webhook.hasSecret ? "" : ", without a secret of its own"}`
    yield* print(
      json,
      { ...view(marketplace), ...more, keys: keys.map(keyView) },
      [line(marketplace), events, ...keys.map(keyLine)].join("\n"),
    )
  }, withServices),
).pipe(Command.withDescription("One marketplace with its keys"))

/** Changes a marketplace with a line in the log of the operators. */
const changeMarketplace = Effect.fnUntraced(function* (action: string, id: string, change: MarketplaceChange, reason: string) {
  const marketplaces = yield* Marketplaces
  return yield* audited(actionOf(action, id, reason), Effect.map(marketplaces.find(id), stateOf), marketplaces.change(id, change))
})

const stateOf = ({ feeBasisPoints, rate, status, wallet, webhookUrl }: Marketplace) => ({
  status,
  webhook_url: webhookUrl,
  fee_basis_points: feeBasisPoints,
  wallet,
  rate_per_minute: rate,
})

const actionOf = (action: string, subject: string, reason: string): OperatorAction => ({ action, organisation: null, subject, reason })

const changing = (name: string, change: MarketplaceChange, description: string, outcome: string) =>
  Command.make(
    name,
    { id: idArgument, reason: reasonFlag, json: jsonFlag },
    Effect.fn(function* ({ id, json, reason }) {
      const marketplace = yield* changeMarketplace(`marketplace ${name}`, id, change, reason)
      yield* print(json, view(marketplace), `${marketplace.name}: ${outcome}`)
    }, withServices),
  ).pipe(Command.withDescription(description))

class NothingToChange extends Data.TaggedError("NothingToChange")<{ readonly message: string }> {}

const set = Command.make(
  "set",
  {
    id: idArgument,
    name: Flag.optional(nameFlag),
    feeBasisPoints: Flag.optional(feeFlag),
    wallet: Flag.optional(walletFlag),
    rate: Flag.optional(rateFlag),
    webhookUrl: webhookFlag,
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ feeBasisPoints, id, json, name, rate, reason, wallet, webhookUrl }) {
    const url = yield* checkedUrl(webhookUrl)
    const change: MarketplaceChange = {
      ...(Option.isSome(name) && { name: name.value }),
      ...(Option.isSome(feeBasisPoints) && { feeBasisPoints: feeBasisPoints.value }),
      ...(Option.isSome(wallet) && { wallet: yield* checkedWallet(wallet.value) }),
      ...(Option.isSome(rate) && { rate: rate.value }),
      ...(url !== undefined && { webhookUrl: url }),
    }
    if (Object.keys(change).length === 0)
      return yield* new NothingToChange({ message: "Give at least one of --name, --fee, --wallet, --rate and --webhook-url." })
    const marketplace = yield* changeMarketplace("marketplace set", id, change, reason)
    yield* print(json, view(marketplace), `${line(marketplace)}\nCheckouts that exist keep their split and their webhook URL.`)
  }, withRails),
).pipe(Command.withDescription("Change the name, fee, wallet, rate or webhook URL; checkouts that exist keep theirs"))

const createKeyCommand = Command.make(
  "create",
  {
    marketplace: idArgument,
    kind: Flag.Literals("kind", marketplaceKeyKinds).pipe(Flag.withDescription("What the key may do")),
    name: nameFlag,
    reason: sandboxReasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, kind, marketplace, name, reason }) {
    const { createKey } = yield* Marketplaces
    const action = actionOf("marketplace keys create", marketplace, yield* reasonOrSandbox(reason))
    const made = audited(action, Effect.succeed({}), createKey(marketplace, kind, name), ({ key }) => ({ key: key.id, kind }))
    const { key, secret } = yield* made
    const shown = Redacted.value(secret)
    yield* print(json, { ...keyView(key), secret: shown }, `Key ${key.id} (${kind}, ${name}). It is shown this once:\n${shown}`)
  }, withServices),
).pipe(Command.withDescription("Create a key; it is shown once"))

const revokeKey = Command.make(
  "revoke",
  { id: idOf("the key"), reason: reasonFlag, json: jsonFlag },
  Effect.fn(function* ({ id, json, reason }) {
    const marketplaces = yield* Marketplaces
    const action = actionOf("marketplace keys revoke", id, reason)
    const key = yield* audited(action, Effect.succeed({}), marketplaces.revokeKey(id), ({ kind, marketplace, revokedAt }) => ({
      marketplace_id: marketplace,
      kind,
      revoked_at: isoTimeOrNull(revokedAt),
    }))
    yield* print(json, keyView(key), `Key ${key.id} (${key.kind}, ${key.name}) is revoked: from now on it is refused.`)
  }, withServices),
).pipe(Command.withDescription("Revoke a key; effective at once"))

export const marketplace = Command.make("marketplace").pipe(
  Command.withDescription("Marketplaces, on which merchants sell with hosted checkouts"),
  Command.withSubcommands([
    create,
    list,
    show,
    set,
    changing(
      "suspend",
      { status: "suspended" },
      "Refuse new checkouts with 403 marketplace_suspended; it can still read",
      "suspended. What was paid still settles.",
    ),
    changing("resume", { status: "active" }, "End the suspension", "active again."),
    Command.make("keys").pipe(Command.withDescription("Keys of marketplaces"), Command.withSubcommands([createKeyCommand, revokeKey])),
  ]),
)
