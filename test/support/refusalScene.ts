import { Context, Effect, Latch, Layer, Schema } from "effect"
import { defineOperation } from "../../domain/catalogue/defineOperation.ts"
import { type Source, SourceFailure } from "../../domain/catalogue/Source.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { Audit, Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Database, type DatabaseLocation } from "../../layers/postgres/Database.ts"
import { Patience, type PatienceShape } from "../../src/http/listener.ts"
import type { SettingsShape } from "../../src/Settings.ts"
import { freshDatabase } from "./database.ts"
import { baseUrl, testGateway } from "./gateway.ts"
import { type Answer, say } from "./hostileWire.ts"
import { undocumented } from "./openapi.ts"
import { sampleSource } from "./sampleSource.ts"

/** One gateway over a database of its own, and a source that notes who was served. */
export class Scene extends Context.Service<
  Scene,
  {
    readonly port: number
    /** The tokens of the calls that reached the source, in order. */
    readonly served: Array<string>
    /** `goods.slow` answers while this is open. */
    readonly counter: Latch.Latch
  }
>()("farthing/test/support/Scene") {}

/** What one call costs, in micro-USD. */
export const prices = { plain: 1_000, fails: 2_000, slow: 3_000 } as const

export const openScene = Effect.fnUntraced(function* (
  location: DatabaseLocation,
  settings: Partial<SettingsShape> = {},
  patience?: PatienceShape,
) {
  const served: Array<string> = []
  const counter = Latch.makeUnsafe(false)
  const market = marketOf((token) => served.push(token), counter)
  const gateway = testGateway(location, { sources: [market, brochure], settings })
  const context = yield* Layer.build(
    Layer.fresh(patience === undefined ? gateway : Layer.provide(gateway, Layer.succeed(Patience, patience))),
  )
  const port = Number(new URL(yield* Effect.provide(baseUrl, context)).port)
  return Context.add(Context.pick(Audit, Database, Ledger, Organisations)(context), Scene, { port, served, counter })
})

export const scene = (settings?: Partial<SettingsShape>, patience?: PatienceShape) =>
  Layer.effectContext(Effect.flatMap(freshDatabase, (location) => openScene(location, settings, patience)))

const marketOf = (serve: (token: string) => void, counter: Latch.Latch): Source => {
  const token = { "goods.token": Schema.String.annotate({ examples: ["a"] }) }
  const goods = <const Name extends keyof typeof prices>(name: Name) => ({
    id: `goods.${name}` as const,
    name: `Goods ${name}`,
    description: "Sells what it is asked for.",
    output: ["goods.token"] as const,
    pricing: { model: "per_call", price: microUsd(BigInt(prices[name])) } as const,
    freshnessSeconds: 0,
    examples: [],
  })
  const sold = (bought: string) => ({ data: { goods: { token: bought } }, documents: 1 })
  return {
    ...brochure,
    id: "market",
    name: "Corner Market",
    operations: [
      defineOperation({
        ...goods("plain"),
        fields: {
          ...token,
          "goods.count": Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))),
          "goods.size": Schema.optionalKey(Schema.String),
          "shop.size": Schema.optionalKey(Schema.String),
        },
        native: { "goods.size": "goodsSize", "shop.size": "shopSize" },
        run: (input) => Effect.sync(() => (serve(input["goods.token"]), sold(input["goods.token"]))),
      }),
      defineOperation({
        ...goods("fails"),
        fields: { ...token, "goods.how": Schema.Literals(["source_error", "source_timeout", "source_unavailable", "defect"]) },
        run: Effect.fnUntraced(function* (input) {
          serve(input["goods.token"])
          const code = input["goods.how"]
          if (code === "defect") return yield* Effect.die(new Error("select * from secrets at /etc/passwd"))
          return yield* new SourceFailure({ code, message: "The market is out of it." })
        }),
      }),
      defineOperation({
        ...goods("slow"),
        fields: token,
        run: (input) =>
          Effect.andThen(
            Effect.sync(() => serve(input["goods.token"])),
            counter.whenOpen(Effect.succeed(sold(input["goods.token"]))),
          ),
      }),
    ],
  }
}

/** Sells nothing. */
const brochure = sampleSource("brochure", {})

export interface Asked {
  readonly method?: string
  readonly path?: string
  /** Null: no Authorization header. */
  readonly secret?: string | null
  /** Come after the usual ones, in this order. */
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
  /** Text and bytes go out as they are, anything else as JSON. */
  readonly body?: unknown
  readonly contentType?: string | null
}

export const plain = "/v1/execute/market/goods.plain"

/** The bytes of one request: a paid call of `goods.plain` unless it says otherwise. */
export const bytesOf = ({
  body = { token: "t" },
  contentType = "application/json",
  headers = [],
  method = "POST",
  path,
  secret,
}: Asked) => {
  const bodiless = method === "GET" || method === "HEAD"
  const payload = bodiless
    ? Buffer.alloc(0)
    : Buffer.isBuffer(body)
      ? body
      : Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
  const lines = [
    `${method} ${path ?? plain} HTTP/1.1`,
    "Host: gateway.test",
    ...(secret === null || secret === undefined ? [] : [`Authorization: Bearer ${secret}`]),
    ...(bodiless || contentType === null ? [] : [`Content-Type: ${contentType}`]),
    ...(bodiless ? [] : [`Content-Length: ${payload.length}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), payload])
}

/** One request on a connection of its own, and its answer, which is as its route is documented. */
export const ask = Effect.fnUntraced(function* (asked: Asked) {
  const { port } = yield* Scene
  const { method = "POST", path = plain } = asked
  const { answers, rest } = yield* say(port, { bytes: bytesOf(asked), answers: 1 })
  const [answer] = answers
  if (answer === undefined) return yield* Effect.die(new Error(`no answer to ${method} ${path}: ${rest.slice(0, 200)}`))
  const { header, status, text: body } = answer
  const said = { method, path: path.split("?", 1)[0]!, status, headers: { get: header }, body }
  const wrong = method === "HEAD" || beforeRouting.has(status) ? undefined : undocumented(said)
  return wrong === undefined ? answer : yield* Effect.die(new Error(`not as documented: ${wrong}`))
})

/** What the listener says of a request that never became one. */
const beforeRouting = new Set([408, 417, 431])

export const bodyOf = (answer: Answer) => JSON.parse(answer.text) as Record<string, unknown>

const tables = ["account", "call", "claim", "idempotency", "open_call", "payment_event", "post_ref", "result", "run", "spend", "transfer"]

/** All that the books say, in short: equal before and after means that nothing was written. */
export const digest = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const each = tables.map(
    (t) =>
      `select '${t}' as name, count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from "${t}" t`,
  )
  return yield* sql.unsafe<{ readonly name: string; readonly rows: number; readonly hash: string }>(each.join(" union all "))
})
