import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { linkedKinds, LinkNotFound } from "../../../domain/identity/LinkedKeys.ts"
import { describe } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { exampleId } from "../runs/example.ts"

const LinkView = Schema.Struct({
  kind: Schema.Literals(linkedKinds),
  account_id: Schema.String,
  name: Schema.String,
  /** False: the key was revoked or replaced. Link it again with a new one. */
  active: Schema.Boolean,
  linked_at: Schema.String,
}).annotate({ identifier: "LinkedAccount" })

const LinkList = Schema.Struct({ links: Schema.Array(LinkView) }).annotate({ identifier: "LinkedAccountList" })

const example = {
  kind: "marketplace",
  account_id: exampleId,
  name: "Harbour Market",
  active: true,
  linked_at: "2026-11-21T12:00:00.000Z",
} as const
const policy = { scope: "organisation:manage", paid: false, noStore: true } as const

/** Marketplaces and publishers that the owners and admins of an organisation work with in the app. */
export class LinksGroup extends HttpApiGroup.make("links")
  .add(
    HttpApiEndpoint.get("list", "/v1/organisation/links", { success: LinkList })
      .annotate(RoutePolicy, policy)
      .annotateMerge(describe({ summary: "List the linked marketplaces and publishers", responses: { 200: { links: [example] } } })),
    HttpApiEndpoint.post("link", "/v1/organisation/links", {
      payload: Schema.Struct({ key: Schema.String.check(Schema.isMaxLength(200)) }),
      success: LinkList.pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Link a marketplace or a publisher by its secret key",
          description:
            "Owners and admins of the organisation then work with it in the app. Only the hash of the key is stored, and what revokes the key ends the link. Linking it again replaces the key.",
          request: { key: "frt_mk_…" },
          responses: { 201: { links: [example] } },
        }),
      ),
    HttpApiEndpoint.delete("unlink", "/v1/organisation/links/:id", {
      params: { id: Schema.String },
      success: LinkList,
      error: [envelope(LinkNotFound, "The organisation has not linked this marketplace or publisher.")],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(describe({ summary: "Remove a link. The key stays valid", responses: { 200: { links: [] } } })),
  )
  .middleware(Guarded) {}
