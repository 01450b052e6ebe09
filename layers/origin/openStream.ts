import { Readable } from "node:stream"
import { Effect, type Scope } from "effect"
import type { Dispatcher } from "undici"
import { type RawHeaders, rawHeaders } from "./rawHeaders.ts"
import { Sending } from "./Sending.ts"
import { oddStatus, tooLarge, type Trouble, troubleOf } from "./Trouble.ts"

export interface OpenAnswer {
  readonly status: number
  readonly headers: RawHeaders
  /** Ends with a Trouble where the origin, the size or the time ended it. */
  readonly body: Readable
}

/**
 * Sends a request and answers as soon as status and headers are there. The body is read as fast as it is taken, and the
 * connection closes with the scope.
 */
export const openStream = Effect.fnUntraced(function* (
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { maxBytes, who }: { readonly maxBytes: number; readonly who: string },
): Effect.fn.Return<OpenAnswer, Trouble, Scope.Scope> {
  const sending = new Sending()
  const body = new Readable({
    highWaterMark: 64 * 1024,
    read: () => sending.resume(),
    destroy: (error, done) => {
      sending.giveUp()
      done(error)
    },
  })
  // Whoever reads the body is told of its error; when nobody does, it must not end the process.
  body.on("error", () => undefined)
  yield* Effect.addFinalizer(() => Effect.sync(() => body.destroy()))
  return yield* Effect.callback<OpenAnswer, Trouble>((resume) => {
    let answered = false
    let size = 0
    pool.dispatch(request, {
      onRequestStart: (controller) => sending.start(controller),
      onResponseStart: (controller, status) => {
        // 1xx only announces the answer.
        if (status < 200) return
        if (status > 599) {
          resume(Effect.fail(oddStatus(who, status)))
          return sending.giveUp()
        }
        answered = true
        resume(Effect.succeed({ status, headers: rawHeaders(controller), body }))
      },
      onResponseData: (_controller, piece) => {
        size += piece.length
        if (size > maxBytes) return void body.destroy(tooLarge(who, maxBytes))
        if (!body.push(piece)) sending.pause()
      },
      onResponseEnd: () => void body.push(null),
      onResponseError: (_controller, error) => {
        const trouble = troubleOf(error, who, { written: sending.written, answered })
        if (answered) body.destroy(trouble)
        else resume(Effect.fail(trouble))
      },
    })
    return Effect.sync(() => sending.giveUp())
  })
})
