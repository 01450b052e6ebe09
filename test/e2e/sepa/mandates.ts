import { expect } from "@effect/vitest"
import { Effect } from "effect"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { RailPauses } from "../../../domain/operating/RailPauses.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { newBuyer } from "../../support/gateway.ts"
import { clientOf, type Json, until } from "./client.ts"

const documentPath = "/v1/me/sepa/mandate/document"

/** The message of the refusal while the payer has no mandate. */
export const noMandateDocument = Effect.fnUntraced(function* (secret: string) {
  const { body, status } = yield* (yield* clientOf(secret)).ask("GET", documentPath)
  expect([status, body["error"].code]).toEqual([404, "mandate_not_found"])
  return String(body["error"].message)
})

/** The payer reads its mandate at Stripe. A key without `billing:read` and another organisation do not. */
export const expectMandateDocument = Effect.fnUntraced(function* (secret: string, { id, reference }: Json) {
  const { body, headers, status } = yield* (yield* clientOf(secret)).ask("GET", documentPath)
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"])
  expect(body).toEqual({ mandate: id, reference, url: expect.any(String) })
  expect(yield* Effect.promise(async () => (await fetch(body["url"])).text())).toContain(reference)
  const spender = yield* newBuyer({ dollars: 0, key: { scopes: ["sources:execute"] } })
  const refused = yield* (yield* clientOf(spender.secret)).ask("GET", documentPath)
  expect([refused.status, refused.body["error"].code]).toEqual([403, "insufficient_scope"])
  yield* noMandateDocument((yield* newBuyer({ dollars: 0 })).secret)
})

/** What refuses the next call of a payer with a mandate is a gap of its account. */
export const expectRefusalsAreGaps = Effect.fnUntraced(function* (organisation: OrganisationId, secret: string) {
  const { get, pay } = yield* clientOf(secret)
  const organisations = yield* Organisations
  yield* organisations.change(organisation, { spending: false })
  expect(yield* get("/v1/me/sepa")).toMatchObject({ can_spend: false, gaps: [{ code: "spending_not_permitted" }] })
  expect((yield* pay()).body["error"].code).toBe("spending_not_permitted")
  yield* organisations.change(organisation, { spending: true })
  yield* Effect.flatMap(RailPauses, (pauses) => pauses.set("sepa", true))
  expect(yield* until(get("/v1/me/sepa"), ({ can_spend }) => can_spend === false)).toMatchObject({ gaps: [{ code: "rail_paused" }] })
  expect((yield* pay()).body["error"].message).toContain("an operator has paused this rail")
  yield* Effect.flatMap(RailPauses, (pauses) => pauses.set("sepa", false))
  yield* until(get("/v1/me/sepa"), ({ can_spend }) => can_spend === true)
  // The days of the monthly fee follow at once, as after `farthing rail resume`.
  yield* (yield* Rails).get("sepa")!.resumed!
  const { money: sql } = yield* Database
  const usable = sql`select from rail_sepa.debtor where org = ${organisation} and doc->'usable'->-1->>'to' is null`
  yield* until(Effect.orDie(Effect.map(usable, ({ length }) => ({ length }))), ({ length }) => length === 1)
})
