import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Marketplaces } from "../../../domain/connect/Marketplaces.ts"
import { LinkedKeys, type NewLinkedKey } from "../../../domain/identity/LinkedKeys.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { isoTime } from "../../../domain/time.ts"
import { isApiKey, secretHash } from "../../../layers/identity/secret.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"

/** Links of an organisation. */
const maxLinks = 20

export const LinksHandlers = HttpApiBuilder.group(Api, "links", (handlers) =>
  handlers
    .handle("list", () => answer(ownLinks))
    .handle(
      "link",
      Effect.fnUntraced(function* ({ payload: { key } }) {
        const { key: by, organisation } = yield* CurrentCaller
        const links = yield* LinkedKeys
        const owned = yield* ownerOf(key.trim())
        const others = (yield* links.list(organisation)).filter(({ account }) => account !== owned.account)
        if (others.length >= maxLinks) {
          return yield* new InvalidRequest({
            message: `An organisation has at most ${maxLinks} links. Remove one first. Nothing was linked.`,
          })
        }
        yield* links.link(organisation, { ...owned, by })
        return yield* ownLinks
      }, answer),
    )
    .handle(
      "unlink",
      Effect.fnUntraced(function* ({ params }) {
        const { organisation } = yield* CurrentCaller
        yield* Effect.flatMap(LinkedKeys, ({ unlink }) => unlink(organisation, params.id))
        return yield* ownLinks
      }, answer),
    ),
)

/** The marketplace or publisher whose active secret key this is. */
const ownerOf = Effect.fnUntraced(function* (key: string) {
  const hash = secretHash(key)
  const marketplace = isApiKey(key, "marketplaceSecret")
    ? yield* Effect.flatMap(Marketplaces, ({ authenticate }) => authenticate(hash, "secret"))
    : undefined
  if (marketplace !== undefined) return { kind: "marketplace", account: marketplace.id, hash } satisfies Omit<NewLinkedKey, "by">
  const publisher = isApiKey(key, "publisher") ? yield* Effect.flatMap(Publishers, ({ authenticate }) => authenticate(hash)) : undefined
  if (publisher !== undefined) return { kind: "publisher", account: publisher.id, hash } satisfies Omit<NewLinkedKey, "by">
  return yield* new InvalidRequest({
    message: "key must be an active secret key of a marketplace (frt_mk_…) or the key of a publisher (frt_pbl_…). Nothing was linked.",
    field: "key",
  })
})

const ownLinks = Effect.gen(function* () {
  const { organisation } = yield* CurrentCaller
  const links = yield* Effect.flatMap(LinkedKeys, ({ list }) => list(organisation))
  return {
    links: links.map(({ account, isActive, kind, linkedAt, name }) => ({
      kind,
      account_id: account,
      name,
      active: isActive,
      linked_at: isoTime(linkedAt),
    })),
  }
})
