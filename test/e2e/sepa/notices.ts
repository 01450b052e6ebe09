import { expect } from "@effect/vitest"
import { Effect, Queue, Redacted } from "effect"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { RailDatabase } from "../../../layers/postgres/Database.ts"
import { makeSepaReports } from "../../../rails/sepa/store/reports.ts"
import { ok, testOrigin } from "../../layers/origin/testOrigin.ts"
import { underLie } from "./checks.ts"
import { clientOf, type Json, until } from "./client.ts"
import { advance } from "./fixture.ts"

/** Debits on their way whose notice has arrived by no channel, while every stored debit has these states of mail and webhook. */
const unsentUnder = (delivery: object, webhook: object) =>
  underLie(
    { notice: { delivery, webhook } },
    Effect.provide(
      Effect.flatMap(makeSepaReports, ({ unsentNotices }) => unsentNotices),
      RailDatabase,
    ),
  )

/** Gives an organisation a receiver of its notices. The answer expects the notice of one debit there. */
export const noticeReceiver = Effect.fnUntraced(function* (organisation: OrganisationId, secret: string) {
  const organisations = yield* Organisations
  const receiver = yield* testOrigin((socket) => socket.write(ok))
  yield* organisations.change(organisation, { notices: { url: `${receiver.origin}/hooks`, secret: Redacted.make("shared") } })
  return Effect.fnUntraced(function* (collection: string) {
    const { get } = yield* clientOf(secret)
    yield* advance(2 / 1_440)
    const posted = yield* until(get(`/v1/payments/${collection}`), ({ rail_details }) => rail_details.notice.webhook !== null)
    expect(posted["rail_details"].notice).toMatchObject({ sent_by: "stripe", webhook: { attempts: 1, error: null } })
    const events = posted["events"].map(({ data, type }: Json) => [type, data["channel"]])
    expect(events).toEqual([
      ["noticed", undefined],
      ["notice_sent", "webhook"],
    ])
    expect(yield* Queue.take(receiver.requests)).toContain(`"collection_id":"${collection}","organisation_id":"${organisation}"`)
    yield* organisations.change(organisation, { notices: null })
    expect(yield* unsentUnder({ error: "no" }, {})).toBeGreaterThan(0)
    expect(yield* unsentUnder({ error: "no" }, { sentAt: 1 })).toBe(0)
  })
})
