import { Deferred, Effect, Stream, SubscriptionRef } from "effect"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type StatusBoard, instanceHeader, type StatusMessage } from "./supervisorClient.ts"
import { portOf } from "../loopback.ts"

const messageEveryMs = 1_000
const minFirstGraceMs = 10_000

/**
 * The HTTP server of the supervisor. `GET /watch` streams which components are up; an open watch keeps the components running. A gateway that
 * stops posts `/leave`, the operator's command posts `/stop`: both are answered when all components have ended. `ended` completes when the
 * supervisor must end.
 */
export const controlServer = Effect.fnUntraced(function* (options: {
  readonly instance: string
  readonly board: SubscriptionRef.SubscriptionRef<StatusBoard>
  readonly graceMs: number
}) {
  const ended = yield* Deferred.make<void>()
  const handler = controlHandler(options.instance, options.graceMs, () => Deferred.doneUnsafe(ended, Effect.void))
  const server = createServer({ keepAliveTimeout: 1_000 }, handler.answer)
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        handler.close()
        server.close(() => resume(Effect.void))
        server.closeIdleConnections()
      }).pipe(
        Effect.timeoutOrElse({ duration: "1 second", orElse: () => Effect.void }),
        Effect.andThen(Effect.sync(() => server.closeAllConnections())),
      ),
  )
  yield* Effect.forkScoped(Stream.runForEach(SubscriptionRef.changes(options.board), (board) => Effect.sync(() => handler.publish(board))))
  return { url: `http://127.0.0.1:${portOf(server)}`, ended: Deferred.await(ended) }
})

const controlHandler = (instance: string, graceMs: number, end: () => void) => {
  const watchers = new Map<string, ServerResponse>()
  const waiting = new Set<ServerResponse>()
  let components: StatusBoard = {}
  // The gateway that launched the supervisor needs a moment to connect.
  let grace = setTimeout(end, Math.max(graceMs, minFirstGraceMs))
  const timer = setInterval(() => publish(components), messageEveryMs)

  const publish = (board: StatusBoard) => {
    components = board
    for (const [watcher, response] of watchers)
      response.write(`${JSON.stringify({ instance, watcher, components } satisfies StatusMessage)}\n`)
  }
  const watch = (response: ServerResponse) => {
    const watcher = randomUUID()
    clearTimeout(grace)
    watchers.set(watcher, response.writeHead(200, { "content-type": "application/x-ndjson" }))
    response.on("close", () => {
      watchers.delete(watcher)
      clearTimeout(grace)
      if (watchers.size === 0) grace = setTimeout(end, graceMs)
    })
    publish(components)
  }
  const leave = (response: ServerResponse, watcher: string | null) => {
    watchers.get(watcher ?? "")?.destroy()
    watchers.delete(watcher ?? "")
    if (watchers.size > 0) return void response.end()
    waiting.add(response)
    end()
  }

  return {
    publish,
    answer: (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? "/", "http://supervisor")
      const route = `${request.method} ${url.pathname}`
      if (request.headers[instanceHeader] !== instance) return void response.writeHead(404).end()
      if (route === "GET /watch") return watch(response)
      if (route === "POST /leave") return leave(response, url.searchParams.get("watcher"))
      if (route === "POST /stop") {
        waiting.add(response)
        return end()
      }
      return void response.writeHead(404).end()
    },
    /** All components have ended: answers the waiting requests. */
    close: () => {
      clearTimeout(grace)
      clearInterval(timer)
      for (const response of watchers.values()) response.destroy()
      for (const response of waiting) response.end()
    },
  }
}
