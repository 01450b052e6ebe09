import { Context, Effect, Layer, Redacted } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Alerts } from "../../../domain/alerts/Alerts.ts"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { type ListedEndpoint, type Listing, Listings } from "../../../domain/listing/Listing.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { Rail } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import type { SettingsShape } from "../../../src/SettingsShape.ts"
import { freshDatabase } from "../database.ts"
import { baseUrl, testGateway } from "../gateway.ts"

/** A request as an origin received it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly rawHeaders: ReadonlyArray<string>
  readonly headers: IncomingMessage["headers"]
  readonly body: Buffer
}

export type OriginHandler = (request: Received, response: ServerResponse) => void

/** A gateway with listed APIs whose origin does as the test says. */
export class RelayFixture extends Context.Service<
  RelayFixture,
  {
    readonly baseUrl: string
    readonly origin: string
    readonly received: Array<Received>
    /** How the origin answers from now on. */
    readonly answerWith: (how: OriginHandler) => Effect.Effect<void>
    /** Lists an API at the origin, and waits until the gateway shows it. */
    readonly list: (listing?: Partial<Listing>) => Effect.Effect<void>
  }
>()("farthing/test/support/RelayFixture") {}

export const endpoint = (method: string, path: string, micro: number): ListedEndpoint => ({
  method,
  path,
  name: `${method} ${path}`,
  pricing: { model: micro === 0 ? "free" : "per_call", price: microUsd(BigInt(micro)) },
})

export const listingAt = (origin: string, more: Partial<Listing> = {}): Listing => ({
  slug: "parcels",
  name: "Parcels",
  publisher: "Parcel Co",
  origin,
  allowPrivate: true,
  status: "active",
  signing: null,
  dailyCap: null,
  maxAnswerBytes: 1024 * 1024,
  endpoints: [
    endpoint("GET", "/parcels", 1_000),
    endpoint("POST", "/parcels", 2_000),
    endpoint("GET", "/parcels/{id}", 1_500),
    endpoint("DELETE", "/parcels/{id}", 1_500),
    endpoint("POST", "/parcels/{id}/track", 3_000),
    endpoint("POST", "/parcels/bulk/track", 50_000),
    endpoint("GET", "/health", 0),
  ],
  ...more,
})

export const echoing: OriginHandler = ({ body, method, url }, response) => {
  const text = JSON.stringify({ method, url, body: body.toString("utf8") })
  response.writeHead(200, { "content-type": "application/json", "x-origin": "parcels" }).end(text)
}

const startOrigin = Effect.acquireRelease(
  Effect.promise(async () => {
    const state = { how: echoing, received: new Array<Received>() }
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { headers, method = "", rawHeaders, url = "" } = request
        const received = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) }
        state.received.push(received)
        state.how(received, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { state, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    }),
)

export const relayFixture = (options: { readonly settings?: Partial<SettingsShape>; readonly rails?: Record<string, Rail> } = {}) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const location = yield* freshDatabase
      const { state, url } = yield* startOrigin
      const gateway = yield* Layer.build(testGateway(location, { sources: [], ...options }))
      const listings = Context.get(gateway, Listings)
      const list = Effect.fnUntraced(function* (more: Partial<Listing> = {}) {
        const listing = listingAt(url, more)
        yield* Effect.orDie(listings.put(listing))
        const shown = Effect.map(listings.current, (all) => JSON.stringify(all.get(listing.slug), comparable))
        const wanted = JSON.stringify(listing, comparable)
        yield* Effect.repeat(Effect.delay(shown, "20 millis"), { until: (now) => now === wanted })
      })
      yield* list()
      const scene = RelayFixture.of({
        baseUrl: yield* Effect.provideContext(baseUrl, gateway),
        origin: url,
        received: state.received,
        answerWith: (how) => Effect.sync(() => void (state.how = how)),
        list,
      })
      return Context.add(
        Context.pick(Alerts, Audit, Database, Ledger, Listings, Organisations, LedgerQueries)(gateway),
        RelayFixture,
        scene,
      )
    }),
  )

/** What a listing is, without the ids of its prices; in one order of members. */
const comparable = (key: string, value: unknown): unknown => {
  if (key === "pricing") return { model: Object(value).model, price: String(Object(value).price) }
  if (typeof value === "bigint") return value.toString()
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export interface RelayedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
  readonly moved: string | null
}

/** A request to the gateway under `/parcels/…`. */
export const relayRequest = Effect.fnUntraced(function* (
  secret: string,
  method: string,
  path: string,
  { body, headers }: { readonly body?: string | Buffer; readonly headers?: Record<string, string> } = {},
) {
  const { baseUrl } = yield* RelayFixture
  return yield* Effect.promise(async (signal): Promise<RelayedAnswer> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: "manual",
      headers: { authorization: `Bearer ${secret}`, ...headers },
      signal,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      text: bytes.toString("utf8"),
      moved: answer.headers.get("x-money-moved"),
    }
  })
})
