import { Effect, Option, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { endpointId, type Listing, Listings } from "../../domain/listing/Listing.ts"
import { toDecimal, toMoney } from "../../domain/money/Money.ts"
import { putListing, setListingStatus } from "../../domain/operating/catalogue.ts"
import { newListing } from "../listings/newListing.ts"
import { slugOf, slugRule } from "./catalogue.ts"
import { documentFlags, readDescription, warningLines } from "./documents.ts"
import { dollars, reasonFlag, reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const add = Command.make(
  "add",
  {
    slug: Flag.String("slug").pipe(Flag.filterMap(slugOf, slugRule), Flag.withDescription("The API is sold under /<slug>")),
    origin: Flag.optional(Flag.String("origin").pipe(Flag.withDescription("Where the API is; the document's first server without it"))),
    file: Flag.String("openapi").pipe(Flag.withDescription("OpenAPI document (2.0 to 3.1), JSON or YAML")),
    ...documentFlags,
    name: Flag.optional(Flag.String("name").pipe(Flag.withDescription("What the directory calls it"))),
    publisher: Flag.optional(Flag.String("publisher").pipe(Flag.withDescription("Who is paid; the API's name without it"))),
    dailyCap: Flag.optional(dollars("daily-cap", "Most an organisation may spend here in a UTC day, in USD")),
    sign: Flag.Boolean("sign").pipe(
      Flag.withDescription("Sign what is sent to the origin; the secret is shown this once"),
      Flag.withDefault(false),
    ),
    unsigned: Flag.Boolean("unsigned").pipe(
      Flag.withDescription("End the signing of an API that is listed already; without it the signing stays as it is"),
      Flag.withDefault(false),
    ),
    reason: sandboxReasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ dailyCap, json, name: given, publisher, reason: why, sign, slug, unsigned, ...flags }) {
    const reason = yield* reasonOrSandbox(why)
    const { document, origin, warnings } = yield* readDescription(flags)
    const earlier = (yield* Effect.flatMap(Listings, ({ latest }) => latest)).get(slug)
    const { listing: described, notes: read } = yield* newListing({
      slug,
      document,
      warnings,
      origin,
      sign,
      name: Option.getOrUndefined(given),
      publisher: Option.getOrUndefined(publisher),
      allowPrivate: flags.allowPrivate,
      dailyCap: Option.getOrNull(dailyCap),
      status: "active",
    })
    const keeps = !sign && !unsigned && earlier !== undefined && earlier.signing !== null
    const listing = keeps ? { ...described, signing: earlier.signing } : described
    const notes = [...read, ...(earlier === undefined ? [] : replacementNotes(earlier, listing))]
    const { endpoints, name } = listing
    const secret = keeps || listing.signing === null ? null : Redacted.value(listing.signing.secret)
    yield* putListing(listing, reason)
    const lines = endpoints.map((endpoint) => `  ${endpointId(endpoint)}  ${toDecimal(endpoint.pricing.price)} USD`)
    const signing =
      listing.signing === null || secret === null
        ? []
        : [`Requests are signed by key ${listing.signing.keyId}; its secret is shown this once:`, secret]
    yield* print(
      json,
      { ...view(listing), ...(secret === null ? {} : { signing_secret: secret }), warnings: notes },
      [`${name} is sold under /${slug}:`, ...lines, ...warningLines(notes), ...signing].join("\n"),
    )
  }, withServices),
).pipe(Command.withDescription("Sell another company's API behind the gateway"))

/** What another document, or other flags, change of an API that is listed already. */
const replacementNotes = (before: Listing, after: Listing): ReadonlyArray<string> => {
  const prices = new Map(after.endpoints.map((endpoint) => [endpointId(endpoint), endpoint.pricing.price]))
  const changed = before.endpoints.flatMap((endpoint): Array<string> => {
    const [id, price] = [endpointId(endpoint), prices.get(endpointId(endpoint))]
    if (price === undefined) return [`${id} is not sold any more.`]
    return price === endpoint.pricing.price
      ? []
      : [`${id} cost ${toDecimal(endpoint.pricing.price)} USD and costs ${toDecimal(price)} USD now.`]
  })
  if (before.dailyCap !== null && after.dailyCap === null)
    changed.push(`The daily cap of ${toDecimal(before.dailyCap)} USD is gone. Keep it with --daily-cap.`)
  if (before.signing === null) return changed
  const signing =
    after.signing === null
      ? "Requests are not signed any more. An origin that checks signatures refuses them."
      : after.signing.keyId === before.signing.keyId
        ? `Requests stay signed by key ${before.signing.keyId}. --sign makes a new secret, --unsigned ends the signing.`
        : `The secret of key ${before.signing.keyId} signs nothing any more: give the origin the new one.`
  return [...changed, signing]
}

const view = (listing: Listing) => ({
  slug: listing.slug,
  name: listing.name,
  publisher: listing.publisher,
  origin: listing.origin,
  status: listing.status,
  signing_key_id: listing.signing?.keyId ?? null,
  daily_cap: listing.dailyCap === null ? null : toMoney(listing.dailyCap),
  endpoints: listing.endpoints.map((endpoint) => ({
    method: endpoint.method,
    path: endpoint.path,
    price: toMoney(endpoint.pricing.price),
  })),
})

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    const all = [...(yield* Effect.flatMap(Listings, ({ current }) => current)).values()]
    const lines = all.map((one) => `${one.slug}  ${one.status}  ${one.endpoints.length} endpoints  ${one.origin}  paid to ${one.publisher}`)
    yield* print(json, { listings: all.map(view) }, lines.length === 0 ? "No API is listed." : lines.join("\n"))
  }, withServices),
).pipe(Command.withDescription("Listed APIs"))

const setting = (name: string, status: Listing["status"], description: string) =>
  Command.make(
    name,
    {
      slug: Argument.String("slug").pipe(Argument.withDescription("The API that is sold under /<slug>")),
      reason: reasonFlag,
      json: jsonFlag,
    },
    Effect.fn(function* ({ json, reason, slug }) {
      yield* setListingStatus(slug, status, reason)
      yield* print(json, { slug, status }, `${slug} is ${status}.`)
    }, withServices),
  ).pipe(Command.withDescription(description))

export const listing = Command.make("listing").pipe(
  Command.withDescription("APIs of other companies, sold under their slug"),
  Command.withSubcommands([
    add,
    list,
    setting("pause", "paused", "Stop selling an API; its listing stays"),
    setting("resume", "active", "Sell it again"),
  ]),
)
