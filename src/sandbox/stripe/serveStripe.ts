import { Cause, Effect, Schedule } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { readBytes } from "../origins/serveOrigin.ts"
import { portOf } from "../loopback.ts"
import { controlRoute } from "./controlRoutes.ts"
import { type EmulatorAccess, openEmulator, type Reply, type Request, type StateNotStored } from "./EmulatorAccess.ts"
import { hostedRoute } from "./hostedRoutes.ts"
import type { Outgoing } from "../../../rails/stripe/sandbox/deliveries.ts"

/**
 * Serves the sandbox's Stripe on a free port of loopback: its API below `/v1`, the pages of payers, and the control routes. `running` is its
 * background work, which ends only by a failure.
 */
export const serveStripe = Effect.fnUntraced(function* (seed: string) {
  const desk = yield* openEmulator(seed)
  const context = yield* Effect.context()
  let fail: (error: StateNotStored) => void = () => undefined
  const unstored = Effect.callback<never, StateNotStored>((resume) => {
    fail = (error) => resume(Effect.fail(error))
  })
  const answer = responder(desk)
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    Effect.runForkWith(context)(
      answer(request).pipe(
        Effect.map((reply) => send(response, reply)),
        Effect.catchTag("StateLost", (error) => Effect.sync(() => (response.destroy(), fail(error)))),
      ),
    )
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => (server.close(() => resume(Effect.void)), server.closeAllConnections())),
  )
  const url = `http://127.0.0.1:${portOf(server)}`
  yield* desk.run((emulator) => (emulator.pagesAt = url))
  const running = Effect.all([unstored, followClock(desk), deliverWebhooks(desk), removeOldObjects(desk)], {
    concurrency: "unbounded",
    discard: true,
  })
  return { running, url }
})

/** Reads the sandbox's clock every second, and does what has become due. */
const followClock = (desk: EmulatorAccess) =>
  Effect.repeat(
    Effect.andThen(
      desk.syncClock,
      desk.run(() => undefined),
    ),
    Schedule.spaced("1 second"),
  )

const deliverWebhooks = (desk: EmulatorAccess) => Effect.repeat(postWebhooks(desk), Schedule.spaced("100 millis"))

const removeOldObjects = (desk: EmulatorAccess) =>
  Effect.repeat(
    desk.run((emulator) => emulator.tidy()),
    Schedule.spaced("1 hour"),
  )

type StripeResponse = Reply | "nothing"

const responder =
  (desk: EmulatorAccess) =>
  (incoming: IncomingMessage): Effect.Effect<StripeResponse, StateNotStored> =>
    Effect.gen(function* () {
      const bytes = yield* readBytes(incoming)
      const url = incoming.url ?? "/"
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
      )
      const request: Request = { method: incoming.method ?? "", url, path: url.split("?")[0] ?? "", headers, body: bytes.toString("utf8") }
      const other = hostedRoute(desk, request) ?? controlRoute(desk, request)
      return yield* other ?? stripe(desk, request)
    }).pipe(
      Effect.catchTag("Refused", ({ message, status }) => Effect.succeed(text(status, message))),
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError("a request failed", Cause.die(defect)), text(500, `The sandbox's Stripe failed: ${String(defect)}`)),
      ),
    )

const stripe = (desk: EmulatorAccess, { body, headers, method, url }: Request) =>
  Effect.map(
    desk.runAtDatabaseTime((emulator) => emulator.handle({ method, path: url, headers, body })),
    (answer): StripeResponse => (answer.dropped ? "nothing" : answer),
  )

const text = (status: number, message: string): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ error: { type: "api_error", message } }),
})

const send = (response: ServerResponse, answer: StripeResponse) => {
  if (answer === "nothing") return void response.destroy()
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, "content-length": body.length })
  response.end(body)
}

const timeoutMs = 10000
const atOnce = 8

/** Posts the webhooks that are due and stores the result. If the result could not be stored, the webhook is posted again. */
export const postWebhooks = Effect.fnUntraced(function* (desk: EmulatorAccess) {
  const due = yield* desk.run((emulator) => emulator.takeDeliveries())
  yield* Effect.forEach(
    due,
    (outgoing) => Effect.flatMap(post(outgoing), (status) => desk.run((emulator) => emulator.delivered(outgoing.id, status))),
    {
      concurrency: atOnce,
      discard: true,
    },
  )
})

/** The status of the response, or 0 without a response in time. */
const post = ({ body, headers, url }: Outgoing) =>
  Effect.tryPromise(async (signal) => {
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal })
    await answer.body?.cancel()
    return answer.status
  }).pipe(
    Effect.timeout(timeoutMs),
    Effect.orElseSucceed(() => 0),
  )
