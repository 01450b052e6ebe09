import { Cause, Effect, Schedule } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { readBytes } from "../origins/readBody.ts"
import { portOf } from "../components/portOf.ts"
import { controlRoute } from "./controlRoutes.ts"
import { type Desk, openDesk, type StateLost } from "./Desk.ts"
import { hostedRoute } from "./hostedRoutes.ts"
import { postWebhooks } from "./postWebhooks.ts"
import type { Reply, Request } from "./Request.ts"

/**
 * Serves the sandbox's Stripe on a free port of loopback, for the scope: its API below `/v1`, the pages that payers see,
 * and the control routes. Answers its base URL and what keeps it going: `going` ends only by failing.
 */
export const serveStripe = Effect.fnUntraced(function* (seed: string) {
  const desk = yield* openDesk(seed)
  const context = yield* Effect.context()
  let broken: (lost: StateLost) => void = () => undefined
  const unstored = Effect.callback<never, StateLost>((resume) => {
    broken = (lost) => resume(Effect.fail(lost))
  })
  const answer = answering(desk)
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    Effect.runForkWith(context)(
      answer(request).pipe(
        Effect.map((reply) => send(response, reply)),
        Effect.catchTag("StateLost", (lost) => Effect.sync(() => (response.destroy(), broken(lost)))),
      ),
    )
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => (server.close(() => resume(Effect.void)), server.closeAllConnections())),
  )
  const url = `http://127.0.0.1:${portOf(server)}`
  yield* desk.at((emulator) => (emulator.pagesAt = url))
  const going = Effect.all([unstored, following(desk), delivering(desk), tidying(desk)], { concurrency: "unbounded", discard: true })
  return { url, going }
})

/** Moves with the sandbox's clock: what comes due happens within a second. */
const following = (desk: Desk) =>
  Effect.repeat(
    Effect.andThen(
      desk.readClock,
      desk.at(() => undefined),
    ),
    Schedule.spaced("1 second"),
  )

const delivering = (desk: Desk) => Effect.repeat(postWebhooks(desk), Schedule.spaced("100 millis"))

const tidying = (desk: Desk) =>
  Effect.repeat(
    desk.at((emulator) => emulator.tidy()),
    Schedule.spaced("1 hour"),
  )

type Answer = Reply | "nothing"

const answering =
  (desk: Desk) =>
  (incoming: IncomingMessage): Effect.Effect<Answer, StateLost> =>
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
        Effect.as(Effect.logError("a request failed", Cause.die(defect)), text(500, `The sandbox's Stripe is at fault: ${String(defect)}`)),
      ),
    )

const stripe = (desk: Desk, { body, headers, method, url }: Request) =>
  Effect.map(
    desk.atNow((emulator) => emulator.handle({ method, path: url, headers, body })),
    (answer): Answer => (answer.dropped ? "nothing" : answer),
  )

const text = (status: number, message: string): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ error: { type: "api_error", message } }),
})

const send = (response: ServerResponse, answer: Answer) => {
  if (answer === "nothing") return void response.destroy()
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, "content-length": body.length })
  response.end(body)
}
