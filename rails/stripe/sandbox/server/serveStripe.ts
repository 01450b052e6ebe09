import { Cause, Data, Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { ComponentProgram } from "../../../../domain/sandbox/Component.ts"
import { controlRoute } from "./controlRoutes.ts"
import { type EmulatorAccess, openEmulator, type Reply, type Request, type StateNotStored } from "./EmulatorAccess.ts"
import { hostedRoute } from "./hostedRoutes.ts"
import type { Outgoing } from "../deliveries.ts"

/** The sandbox's Stripe as a component. Each process makes other ids, so that no id is used twice. */
const program: ComponentProgram<SqlClient> = () => serveStripe(randomUUID())
export default program

/**
 * Serves the sandbox's Stripe on a free port of loopback: its API below `/v1`, the pages of payers, and the control routes. `running` is its
 * background work, which ends only by a failure.
 */
const serveStripe = Effect.fnUntraced(function* (seed: string) {
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
        Effect.catchTag("StateNotStored", (error) => Effect.sync(() => (response.destroy(), fail(error)))),
      ),
    )
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => (server.close(() => resume(Effect.void)), server.closeAllConnections())),
  )
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`
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
      const bytes = yield* readBody(incoming)
      const url = incoming.url ?? "/"
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
      )
      const request: Request = { method: incoming.method ?? "", url, path: url.split("?")[0] ?? "", headers, body: bytes.toString("utf8") }
      const other = hostedRoute(desk, request) ?? controlRoute(desk, request)
      return yield* other ?? stripe(desk, request)
    }).pipe(
      Effect.catchTag("BodyRefused", ({ message, status }) => Effect.succeed(text(status, message))),
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

class BodyRefused extends Data.TaggedError("BodyRefused")<{ readonly status: 400 | 413; readonly message: string }> {}

const maxBodyBytes = 65_536

/** The whole body. A larger one is read to its end and dropped, so that the client receives the response instead of a reset connection. */
const readBody = (request: IncomingMessage): Effect.Effect<Buffer, BodyRefused> =>
  Effect.callback((resume) => {
    const pieces: Array<Buffer> = []
    let size = 0
    request.on("data", (piece: Buffer) => {
      size += piece.length
      if (size <= maxBodyBytes) pieces.push(piece)
    })
    request.on("end", () => {
      const tooLarge = new BodyRefused({ status: 413, message: "The body is larger than 64 KB." })
      resume(size > maxBodyBytes ? Effect.fail(tooLarge) : Effect.succeed(Buffer.concat(pieces)))
    })
    request.on("error", () => resume(Effect.fail(new BodyRefused({ status: 400, message: "The body was cut off." }))))
  })
