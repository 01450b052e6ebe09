import { expect, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Queue } from "effect"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { Listings } from "../../../domain/listing/Listing.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import { testOrigin } from "../../layers/origin/testOrigin.ts"
import { freshDatabase } from "../../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../../support/gateway.ts"
import type { Failpoint } from "../../support/cluster/failpoints.ts"
import { spawnGateway } from "../../support/cluster/gatewayProcess.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { listingAt, RelayFixture } from "../../support/relay/fixture.ts"
import { expectAgreement, listAll } from "../../support/relay/expectations.ts"
import { until } from "../../support/until.ts"
import { sendRaw, sendRawTo, type RawAnswer, summaryOf } from "../../support/relay/rawClient.ts"

class Place extends Context.Service<Place, { readonly location: DatabaseLocation; readonly dispatchLog: string }>()(
  "farthing/test/relay/Place",
) {}

const settings = { beatMs: 100, silentMs: 10_000, sourceTimeoutMs: 8_000, closingMs: 3_000 }
/** Who is to die takes no call over before, or it would die of another's. */
const mortal = { ...settings, silentMs: 600_000 }

/** A gateway of this process that survives, over a database that others may share. */
const survivor = Layer.effectContext(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const gateway = yield* Layer.build(testGateway(location, { sources: [], settings }))
    const scene = RelayFixture.of({
      baseUrl: yield* Effect.provide(baseUrl, gateway),
      origin: "",
      received: [],
      answerWith: () => Effect.void,
      list: () => Effect.void,
    })
    const books = Context.pick(Audit, Database, Ledger, Listings, Organisations)(gateway)
    return Context.add(Context.add(books, RelayFixture, scene), Place, { location, dispatchLog: "/dev/null" })
  }),
)

/** Above 16 KB an answer is stored in a step of its own, before the capture. */
const large = "z".repeat(20_000)

/** Where the node dies, the size of the answer, and the number of requests to the origin in the end. */
const deaths: ReadonlyArray<readonly [at: Failpoint | "requested", body: string, times: number]> = [
  ["reserve:committed", "small", 1],
  ["requested", "small", 2],
  ["deliver:committed", large, 1],
  ["capture:written", "small", 2],
  ["capture:committed", "small", 1],
]

layer(survivor, { excludeTestServices: true })("kill -9 of a gateway in the middle of a relayed call", (it) => {
  it.effect(
    "a relayed call of a killed gateway is charged exactly where its answer was stored, and the same Idempotency-Key gets one answer for one price",
    () =>
      Effect.gen(function* () {
        const place = yield* Place
        const ends = yield* Effect.forEach(
          deaths,
          Effect.fnUntraced(function* ([at, body], i) {
            const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
            const origin = yield* testOrigin((socket, _request, nth) => void ((at !== "requested" || nth > 0) && socket.write(answer)))
            yield* listAll([listingAt(origin.origin, { slug: `dies-${i}` })])
            const buyer = yield* newBuyer()
            const node = yield* spawnGateway({ ...place, settings: mortal, failpoint: at === "requested" ? undefined : { at, nth: 1 } })
            const asking = { method: "POST", path: `/dies-${i}/parcels`, body: "{}", headers: { "idempotency-key": "once" } }
            const lost = yield* Effect.forkChild(Effect.flip(sendRawTo(node.baseUrl, buyer.secret, asking)))
            if (at === "requested") {
              yield* Queue.take(origin.requests)
              expect(yield* creditsPosition(buyer.organisation)).toMatchObject({ held: 2_000, reserved: 1 })
              node.signal("SIGKILL")
            }
            yield* node.ended
            yield* Fiber.join(lost)
            const got = yield* untilKnown(sendRaw(buyer.secret, asking))
            expect([at, ...summaryOf(got), got.bytes.toString() === body]).toEqual([at, 200, null, "charged", true])
            const again = yield* sendRaw(buyer.secret, asking)
            expect([again.bytes.equals(got.bytes), again.header("x-payment-id")]).toEqual([true, got.header("x-payment-id")])
            expect((yield* expectAgreement(buyer, [got, again])).charged).toBe(1)
            expect(yield* creditsPosition(buyer.organisation)).toMatchObject({ posted: 25_000_000 - 2_000, held: 0, captured: 1 })
            return [at, body, (yield* Queue.size(origin.requests)) + (at === "requested" ? 1 : 0)] as const
          }),
          { concurrency: 3 },
        )
        expect(ends).toEqual(deaths)
        yield* expectCleanAudit
      }),
  )
})

/** Where the node dies in its second relayed look-up, and the calls that are charged in the end. The first made the rows of the buyer known. */
const earlyDeaths: ReadonlyArray<readonly [at: Failpoint | "requested", charged: number]> = [
  ["requested", 1],
  ["capture:written", 1],
  ["capture:committed", 2],
]

layer(survivor, { excludeTestServices: true })(
  "kill -9 of a gateway in the middle of a look-up that is sent before its money is held",
  (it) => {
    it.effect("it is charged exactly where its reservation and capture were committed, and nothing stays held", () =>
      Effect.gen(function* () {
        const place = yield* Place
        const ends = yield* Effect.forEach(
          earlyDeaths,
          Effect.fnUntraced(function* ([at], i) {
            const origin = yield* testOrigin(
              (socket, _request, nth) =>
                void ((at !== "requested" || nth === 0) && socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")),
            )
            yield* listAll([listingAt(origin.origin, { slug: `early-${i}` })])
            const buyer = yield* newBuyer()
            const node = yield* spawnGateway({ ...place, settings, failpoint: at === "requested" ? undefined : { at, nth: 2 } })
            const asking = { path: `/early-${i}/parcels` }
            expect((yield* sendRawTo(node.baseUrl, buyer.secret, asking)).status).toBe(200)
            yield* Queue.take(origin.requests)
            const lost = yield* Effect.forkChild(Effect.flip(sendRawTo(node.baseUrl, buyer.secret, asking)))
            yield* Queue.take(origin.requests)
            if (at === "requested") node.signal("SIGKILL")
            yield* node.ended
            yield* Fiber.join(lost)
            yield* until(Effect.map(creditsPosition(buyer.organisation), ({ open }) => open === 0))
            return [at, (yield* creditsPosition(buyer.organisation)).captured] as const
          }),
          { concurrency: 3 },
        )
        expect(ends).toEqual(earlyDeaths)
        yield* expectCleanAudit
      }),
    )
  },
)

/**
 * Asks again with the same key, as the documents say, until the call of the dead node was ended by another. Who asks in the very
 * moment in which the call is released is answered that the call failed and nothing was charged.
 */
const untilKnown = <E, R>(asking: Effect.Effect<RawAnswer, E, R>) =>
  asking.pipe(
    Effect.tap((got) =>
      Effect.sync(() => {
        if (got.status === 502) expect(summaryOf(got).at(-1)).toBe("none")
        else expect([200, 409, 503]).toContain(got.status)
      }),
    ),
    Effect.delay("100 millis"),
    Effect.repeat({ until: ({ status }) => status === 200 }),
  )
