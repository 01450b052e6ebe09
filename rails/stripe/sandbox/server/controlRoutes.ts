import { Effect, Schema } from "effect"
import type { Emulator } from "../Emulator.ts"
import { faultKinds } from "../faults.ts"
import { StripeProblem } from "../StripeProblem.ts"
import type { EmulatorAccess, Reply, Request, StateNotStored } from "./EmulatorAccess.ts"
import { isoTime } from "../../../../domain/time.ts"

/**
 * Events of the outside world, for the user of a sandbox. Requests (with `Content-Type: application/json`) and responses are JSON:
 *
 * | route below `/_sandbox` | |
 * |---|---|
 * | `GET /` | time, waiting faults, number of objects |
 * | `POST /clock` | reads the sandbox's clock now instead of within a second |
 * | `POST /checkout/sessions/{id}/accept` | the payer accepts the mandate: `iban`, `name`, `email`, `status` (`active`, `pending`) |
 * | `POST /checkout/sessions/{id}/pay` | the payer pays: `number` of a test card |
 * | `POST /customers/{id}/delete` | the operator deletes the customer in the dashboard |
 * | `POST /mandates/{id}/revoke` | the payer revokes it at the bank: shows when a debit fails |
 * | `POST /mandates/{id}/status` | Stripe changes it: `status` |
 * | `POST /mandates/{id}/fail-next` | the next debit fails: `code`, for instance `insufficient_funds` |
 * | `POST /charges/{id}/dispute` | the payer takes it back: `ends_mandate`, `reason` |
 * | `POST /disputes/{id}/reinstate` | the dispute is won: its money comes back |
 * | `POST /charges/{id}/refund` | as from the dashboard: `amount` in cents, else all |
 * | `POST /payouts` | Stripe pays out our balance, one payout for each currency |
 * | `GET`, `POST`, `DELETE /faults` | `kind`, `route`, `after`, `times`: see `rails/stripe/sandbox/faults.ts` |
 * | `POST /weather` | webhooks: `duplicate` and `drop` from 0 to 1, `shuffle`, `delay_ms` |
 * | `GET /deliveries` | the last hundred deliveries of webhooks |
 * | `POST /webhook_endpoints/{id}/roll` | a new secret; the old one signs too for `overlap_ms` (by default a day) |
 * | `POST /keys/prune` | forgets all idempotency keys |
 *
 * Faults and weather end with the process; everything else is stored.
 */
export const controlRoute = (desk: EmulatorAccess, request: Request): Effect.Effect<Reply, StateNotStored> | undefined => {
  const [, root, ...segments] = request.path.split("/")
  if (root !== "_sandbox") return undefined
  const control = routes.find(([method, path]) => method === request.method && fits(path.split("/"), segments))
  if (control === undefined)
    return Effect.succeed(json(404, { error: "The sandbox has no such control route. See rails/stripe/sandbox/server/controlRoutes.ts." }))
  const isJson = /^application\/json\b/.test(request.headers["content-type"] ?? "")
  if (request.body !== "" && !isJson)
    return Effect.succeed(json(415, { error: "Send the body as JSON, with Content-Type: application/json." }))
  const text = request.body === "" ? "{}" : request.body
  const body = decode(text)
  if (body._tag === "Failure") return Effect.succeed(json(400, { error: body.failure.message.replaceAll(/\s+/g, " ") }))
  const act = desk.run((emulator): Reply => {
    try {
      return json(200, control[2](emulator, segments[control[1].split("/").indexOf("{id}")] ?? "", body.success) ?? {})
    } catch (error) {
      if (error instanceof StripeProblem) return json(error.status, { error: error.message })
      throw error
    }
  })
  return request.path === "/_sandbox/clock" ? Effect.andThen(desk.syncClock, act) : act
}

const ControlBody = Schema.Struct({
  iban: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Schema.String),
  email: Schema.optionalKey(Schema.String),
  number: Schema.optionalKey(Schema.String),
  status: Schema.optionalKey(Schema.Literals(["active", "inactive", "pending"])),
  code: Schema.optionalKey(Schema.String),
  ends_mandate: Schema.optionalKey(Schema.Boolean),
  reason: Schema.optionalKey(Schema.String),
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

type ControlBody = typeof ControlBody.Type

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(ControlBody), { onExcessProperty: "error" })

type Control = readonly [method: string, path: string, act: (emulator: Emulator, id: string, body: ControlBody) => object | void]

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
  ["POST", "customers/{id}/delete", (emulator, id) => emulator.deleteCustomer(id)],
  ["POST", "mandates/{id}/revoke", (emulator, id) => emulator.revokeAtBank(id)],
  ["POST", "mandates/{id}/status", (emulator, id, { status = "inactive" }) => emulator.setMandate(id, status)],
  ["POST", "mandates/{id}/fail-next", (emulator, id, { code = "insufficient_funds" }) => emulator.failNextDebit(id, code)],
  [
    "POST",
    "charges/{id}/dispute",
    (emulator, id, { ends_mandate = false, reason }) =>
      emulator.dispute(id, { endsMandate: ends_mandate, ...(reason === undefined ? {} : { reason }) }),
  ],
  ["POST", "disputes/{id}/reinstate", (emulator, id) => emulator.moveDisputedFunds(id, "reinstated")],
  ["POST", "charges/{id}/refund", (emulator, id, { amount }) => emulator.refund(id, amount)],
  ["POST", "payouts", (emulator) => ({ payouts: emulator.payOut() })],
  ["GET", "faults", (emulator) => ({ faults: emulator.faults })],
  ["POST", "faults", (emulator, _, body) => addFault(emulator, body)],
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

const addFault = (emulator: Emulator, { after = 0, kind = "error_before", route, times = 1 }: ControlBody) => {
  emulator.addFault({ kind, after, times, ...(route === undefined ? {} : { route }) })
  return { faults: emulator.faults }
}

const fits = (path: ReadonlyArray<string>, segments: ReadonlyArray<string>) =>
  path.length === Math.max(1, segments.length) && path.every((segment, i) => segment === "{id}" || segment === (segments[i] ?? ""))

const json = (status: number, body: object): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
})
