import { Readable } from "node:stream"
import { Effect, type Scope } from "effect"
import type { Dispatcher } from "undici"
import { type RawHeaders, rawHeaders } from "./rawHeaders.ts"
import { InFlightRequest } from "./Sending.ts"
import { invalidStatus, tooLarge, type OriginError, originErrorOf } from "./Trouble.ts"

export interface OpenedStream {
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
  { maxBytes, displayName }: { readonly maxBytes: number; readonly displayName: string },
): Effect.fn.Return<OpenedStream, OriginError, Scope.Scope> {
  const sending = new InFlightRequest()
  const body = new Readable({
    highWaterMark: 64 * 1024,
    read: () => sending.resume(),
    destroy: (error, done) => {
      sending.cancel()
      done(error)
    },
  })
  // Whoever reads the body is told of its error; when nobody does, it must not end the process.
  body.on("error", () => undefined)
  yield* Effect.addFinalizer(() => Effect.sync(() => body.destroy()))
  return yield* Effect.callback<OpenedStream, OriginError>((resume) => {
    let answered = false
    let size = 0
    pool.dispatch(request, {
      onRequestStart: (controller) => sending.start(controller),
      onResponseStart: (controller, status) => {
        // 1xx only announces the answer.
        if (status < 200) return
        if (status > 599) {
          resume(Effect.fail(invalidStatus(displayName, status)))
          return sending.cancel()
        }
        answered = true
        resume(Effect.succeed({ status, headers: rawHeaders(controller), body }))
      },
      onResponseData: (_controller, piece) => {
        size += piece.length
        if (size > maxBytes) return void body.destroy(tooLarge(displayName, maxBytes))
        if (!body.push(piece)) sending.pause()
      },
      onResponseEnd: () => void body.push(null),
      onResponseError: (_controller, error) => {
        const trouble = originErrorOf(error, displayName, { written: sending.written, answered })
        if (answered) body.destroy(trouble)
        else resume(Effect.fail(trouble))
      },
    })
    return Effect.sync(() => sending.cancel())
  })
})
