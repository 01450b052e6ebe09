import { Effect, Schema } from "effect"
import type { Emulator } from "../../../rails/stripe/sandbox/Emulator.ts"
import { faultKinds } from "../../../rails/stripe/sandbox/faults.ts"
import { StripeProblem } from "../../../rails/stripe/sandbox/StripeProblem.ts"
import type { Desk, StateLost } from "./Desk.ts"
import type { Reply, Request } from "./Request.ts"
import { isoTime } from "../../../domain/time.ts"

/**
 * What the world outside does, for whoever tries things in a sandbox. JSON in (with `Content-Type: application/json`) and out:
 *
 * | route below `/_sandbox` | |
 * |---|---|
 * | `GET /` | time, waiting faults, how many objects there are |
 * | `POST /clock` | follows the sandbox's clock now, not within a second |
 * | `POST /checkout/sessions/{id}/accept` | the payer accepts the mandate: `iban`, `name`, `email`, `status` (`active`, `pending`) |
 * | `POST /checkout/sessions/{id}/pay` | the payer pays: `number` of a test card |
 * | `POST /mandates/{id}/revoke` | the payer revokes it at the bank: shows when a debit fails |
 * | `POST /mandates/{id}/status` | Stripe changes it: `status` |
 * | `POST /mandates/{id}/fail-next` | the next debit fails: `code`, for instance `insufficient_funds` |
 * | `POST /charges/{id}/dispute` | the payer takes it back: `ends_mandate` |
 * | `POST /charges/{id}/refund` | as from the dashboard: `amount` in cents, else all |
 * | `GET`, `POST`, `DELETE /faults` | `kind`, `route`, `after`, `times`: see `rails/stripe/sandbox/faults.ts` |
 * | `POST /weather` | webhooks: `duplicate` and `drop` from 0 to 1, `shuffle`, `delay_ms` |
 * | `GET /deliveries` | the last hundred deliveries of webhooks |
 * | `POST /webhook_endpoints/{id}/roll` | a new secret; the old one signs too for `overlap_ms` (a day unless said) |
 * | `POST /keys/prune` | forgets all idempotency keys |
 *
 * Faults and weather are forgotten when the process ends; everything else is kept.
 */
export const controlRoute = (desk: Desk, request: Request): Effect.Effect<Reply, StateLost> | undefined => {
  const [, root, ...asked] = request.path.split("/")
  if (root !== "_sandbox") return undefined
  const found = routes.find(([method, path]) => method === request.method && fits(path.split("/"), asked))
  if (found === undefined)
    return Effect.succeed(json(404, { error: "The sandbox has no such control route. See src/sandbox/stripe/controlRoutes.ts." }))
  const isJson = /^application\/json\b/.test(request.headers["content-type"] ?? "")
  if (request.body !== "" && !isJson)
    return Effect.succeed(json(415, { error: "Send the body as JSON, with Content-Type: application/json." }))
  const sent = request.body === "" ? "{}" : request.body
  const told = decode(sent)
  if (told._tag === "Failure") return Effect.succeed(json(400, { error: told.failure.message.replaceAll(/\s+/g, " ") }))
  const act = desk.at((emulator): Reply => {
    try {
      return json(200, found[2](emulator, asked[found[1].split("/").indexOf("{id}")] ?? "", told.success) ?? {})
    } catch (error) {
      if (error instanceof StripeProblem) return json(error.status, { error: error.message })
      throw error
    }
  })
  return request.path === "/_sandbox/clock" ? Effect.andThen(desk.readClock, act) : act
}

const Told = Schema.Struct({
  iban: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Schema.String),
  email: Schema.optionalKey(Schema.String),
  number: Schema.optionalKey(Schema.String),
  status: Schema.optionalKey(Schema.Literals(["active", "inactive", "pending"])),
  code: Schema.optionalKey(Schema.String),
  ends_mandate: Schema.optionalKey(Schema.Boolean),
  amount: Schema.optionalKey(Schema.Int),
  kind: Schema.optionalKey(Schema.Literals(faultKinds)),
  route: Schema.optionalKey(Schema.String),
  after: Schema.optionalKey(Schema.Int),
  times: Schema.optionalKey(Schema.Int),
  duplicate: Schema.optionalKey(Schema.Finite),
  drop: Schema.optionalKey(Schema.Finite),
  shuffle: Schema.optionalKey(Schema.Boolean),
  delay_ms: Schema.optionalKey(Schema.Int),
  overlap_ms: Schema.optionalKey(Schema.Int),
})
type Told = typeof Told.Type

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Told), { onExcessProperty: "error" })

type Control = readonly [method: string, path: string, act: (emulator: Emulator, id: string, told: Told) => object | void]

const routes: ReadonlyArray<Control> = [
  ["GET", "", (emulator) => ({ now: isoTime(emulator.now), faults: emulator.faults, objects: emulator.counts() })],
  ["POST", "clock", (emulator) => ({ now: isoTime(emulator.now) })],
  [
    "POST",
    "checkout/sessions/{id}/accept",
    (emulator, id, { email, iban = "", name = "", status }) =>
      emulator.acceptMandate(id, { iban, name, email: email ?? null }, status === "pending" ? "pending" : "active"),
  ],
  [
    "POST",
    "checkout/sessions/{id}/pay",
    (emulator, id, { email, name, number = "" }) => emulator.pay(id, { number, name: name ?? null, email: email ?? null }),
  ],
  ["POST", "mandates/{id}/revoke", (emulator, id) => emulator.revokeAtBank(id)],
  ["POST", "mandates/{id}/status", (emulator, id, { status = "inactive" }) => emulator.setMandate(id, status)],
  ["POST", "mandates/{id}/fail-next", (emulator, id, { code = "insufficient_funds" }) => emulator.failNextDebit(id, code)],
  ["POST", "charges/{id}/dispute", (emulator, id, { ends_mandate = false }) => emulator.dispute(id, { endsMandate: ends_mandate })],
  ["POST", "charges/{id}/refund", (emulator, id, { amount }) => emulator.refund(id, amount)],
  ["GET", "faults", (emulator) => ({ faults: emulator.faults })],
  ["POST", "faults", (emulator, _, told) => addFault(emulator, told)],
  ["DELETE", "faults", (emulator) => emulator.clearFaults()],
  [
    "POST",
    "weather",
    (emulator, _, { delay_ms = 0, drop = 0, duplicate = 0, shuffle = false }) =>
      emulator.setWeather({ duplicate, drop, shuffle, delayMs: delay_ms }),
  ],
  ["GET", "deliveries", (emulator) => ({ deliveries: emulator.state.all("delivery").slice(-100) })],
  ["POST", "webhook_endpoints/{id}/roll", (emulator, id, { overlap_ms }) => ({ secret: emulator.rollSecret(id, overlap_ms) })],
  ["POST", "keys/prune", (emulator) => emulator.pruneKeys()],
]

const addFault = (emulator: Emulator, { after = 0, kind = "error_before", route, times = 1 }: Told) => {
  emulator.addFault({ kind, after, times, ...(route === undefined ? {} : { route }) })
  return { faults: emulator.faults }
}

const fits = (path: ReadonlyArray<string>, asked: ReadonlyArray<string>) =>
  path.length === Math.max(1, asked.length) && path.every((segment, i) => segment === "{id}" || segment === (asked[i] ?? ""))

const json = (status: number, body: object): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
})
