import { Deferred, Effect, Stream, SubscriptionRef } from "effect"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type Board, instanceHeader, type Told } from "./Board.ts"
import { portOf } from "./portOf.ts"

const beatMs = 1_000
const firstGraceMs = 10_000

/**
 * The keeper's own address. `GET /watch` tells what is up for as long as it is held, and holding it is what keeps the
 * components running; `POST /leave` is said by a gateway that goes, `POST /stop` by the operator: they are answered when
 * all has ended. `ended` completes when it is to end.
 */
export const control = Effect.fnUntraced(function* (options: {
  readonly instance: string
  readonly board: SubscriptionRef.SubscriptionRef<Board>
  readonly graceMs: number
}) {
  const ended = yield* Deferred.make<void>()
  const desk = openDesk(options.instance, options.graceMs, () => Deferred.doneUnsafe(ended, Effect.void))
  const server = createServer({ keepAliveTimeout: 1_000 }, desk.answer)
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        desk.close()
        server.close(() => resume(Effect.void))
        server.closeIdleConnections()
      }).pipe(
        Effect.timeoutOrElse({ duration: "1 second", orElse: () => Effect.void }),
        Effect.andThen(Effect.sync(() => server.closeAllConnections())),
      ),
  )
  yield* Effect.forkScoped(Stream.runForEach(SubscriptionRef.changes(options.board), (board) => Effect.sync(() => desk.tell(board))))
  return { url: `http://127.0.0.1:${portOf(server)}`, ended: Deferred.await(ended) }
})

const openDesk = (instance: string, graceMs: number, end: () => void) => {
  const watchers = new Map<string, ServerResponse>()
  const waiting = new Set<ServerResponse>()
  let components: Board = {}
  // Whoever launched it needs a moment to find it.
  let grace = setTimeout(end, Math.max(graceMs, firstGraceMs))
  const beat = setInterval(() => tell(components), beatMs)

  const tell = (board: Board) => {
    components = board
    for (const [watcher, response] of watchers) response.write(`${JSON.stringify({ instance, watcher, components } satisfies Told)}\n`)
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
    tell(components)
  }
  const leave = (response: ServerResponse, watcher: string | null) => {
    watchers.get(watcher ?? "")?.destroy()
    watchers.delete(watcher ?? "")
    if (watchers.size > 0) return void response.end()
    waiting.add(response)
    end()
  }

  return {
    tell,
    answer: (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? "/", "http://keeper")
      const asked = `${request.method} ${url.pathname}`
      if (request.headers[instanceHeader] !== instance) return void response.writeHead(404).end()
      if (asked === "GET /watch") return watch(response)
      if (asked === "POST /leave") return leave(response, url.searchParams.get("watcher"))
      if (asked === "POST /stop") {
        waiting.add(response)
        return end()
      }
      return void response.writeHead(404).end()
    },
    /** All has ended: whoever waited is told. */
    close: () => {
      clearTimeout(grace)
      clearInterval(beat)
      for (const response of watchers.values()) response.destroy()
      for (const response of waiting) response.end()
    },
  }
}
