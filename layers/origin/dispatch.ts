import type { Dispatcher } from "undici"
import { Effect, type Scope } from "effect"
import { Readable } from "node:stream"
import { declaredLength, type OriginAnswer, type RawHeaders, rawHeaders } from "./OriginRequest.ts"
import { invalidStatus, type OriginError, originErrorOf, tooLarge } from "./OriginError.ts"

/**
 * One request on its way. It is written at most once: undici puts a request back in its queue when a connection closes in
 * certain ways, and a second start is refused here, whatever its method. It can be cancelled at any moment, also before it
 * has a connection.
 */
export class InFlightRequest {
  private controller: Dispatcher.DispatchController | undefined
  private cancelled = false
  private answered = false

  get written(): boolean {
    return this.controller !== undefined
  }

  start(controller: Dispatcher.DispatchController): void {
    if (this.cancelled || this.controller !== undefined) return controller.abort(new Error("cancelled"))
    this.controller = controller
  }

  /** The answer is complete, so the connection stays open for other requests. */
  end(): void {
    this.answered = true
  }

  /** Closes the connection, unless the answer is complete. */
  cancel(): void {
    if (this.answered) return
    this.cancelled = true
    this.controller?.abort(new Error("cancelled"))
  }

  pause(): void {
    this.controller?.pause()
  }

  resume(): void {
    this.controller?.resume()
  }
}

/** Sends a request and reads the whole answer, of at most `maxBytes`. Interrupting it closes the connection. */
export const readBody = (
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { maxBytes, displayName }: { readonly maxBytes: number; readonly displayName: string },
): Effect.Effect<OriginAnswer, OriginError> =>
  Effect.callback((resume) => {
    const inFlight = new InFlightRequest()
    let answer: { readonly status: number; readonly headers: RawHeaders } | undefined
    let body = new GrowableBuffer(0)
    const refuse = (why = tooLarge(displayName, maxBytes)) => {
      resume(Effect.fail(why))
      inFlight.cancel()
    }
    pool.dispatch(request, {
      onRequestStart: (controller) => inFlight.start(controller),
      onResponseStart: (controller, status) => {
        // 1xx only announces the answer.
        if (status < 200) return
        if (status > 599) return refuse(invalidStatus(displayName, status))
        answer = { status, headers: rawHeaders(controller) }
        const declared = carriesBody(request.method, status) ? declaredLength(answer.headers) : 0
        if (declared > maxBytes) return refuse()
        body = new GrowableBuffer(declared)
      },
      onResponseData: (_controller, piece) => {
        if (body.size + piece.length > maxBytes) return refuse()
        body.add(piece)
      },
      onResponseEnd: () => {
        inFlight.end()
        if (answer !== undefined) resume(Effect.succeed({ ...answer, body: body.whole }))
      },
      onResponseError: (_controller, error) =>
        resume(Effect.fail(originErrorOf(error, displayName, { written: inFlight.written, answered: answer !== undefined }))),
    })
    return Effect.sync(() => inFlight.cancel())
  })

/** The others declare the length of a body that they do not carry. */
const carriesBody = (method: string, status: number): boolean => method !== "HEAD" && status !== 204 && status !== 304

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
  const inFlight = new InFlightRequest()
  const body = new Readable({
    highWaterMark: 64 * 1024,
    read: () => inFlight.resume(),
    destroy: (error, done) => {
      inFlight.cancel()
      done(error)
    },
  })
  // A reader of the body gets its error. Without a reader, an unhandled error event would end the process.
  body.on("error", () => undefined)
  yield* Effect.addFinalizer(() => Effect.sync(() => body.destroy()))
  return yield* Effect.callback<OpenedStream, OriginError>((resume) => {
    let answered = false
    let size = 0
    pool.dispatch(request, {
      onRequestStart: (controller) => inFlight.start(controller),
      onResponseStart: (controller, status) => {
        // 1xx only announces the answer.
        if (status < 200) return
        if (status > 599) {
          resume(Effect.fail(invalidStatus(displayName, status)))
          return inFlight.cancel()
        }
        answered = true
        resume(Effect.succeed({ status, headers: rawHeaders(controller), body }))
      },
      onResponseData: (_controller, piece) => {
        size += piece.length
        if (size > maxBytes) return void body.destroy(tooLarge(displayName, maxBytes))
        if (!body.push(piece)) inFlight.pause()
      },
      onResponseEnd: () => {
        inFlight.end()
        body.push(null)
      },
      onResponseError: (_controller, error) => {
        const trouble = originErrorOf(error, displayName, { written: inFlight.written, answered })
        if (answered) body.destroy(trouble)
        else resume(Effect.fail(trouble))
      },
    })
    return Effect.sync(() => inFlight.cancel())
  })
})

/**
 * Bytes put together as they arrive, in one buffer that doubles: an answer that comes in millions of tiny pieces costs its
 * size, not millions of objects.
 */
export class GrowableBuffer {
  private bytes: Uint8Array<ArrayBuffer>
  size = 0

  constructor(expected: number) {
    this.bytes = new Uint8Array(Math.min(Math.max(expected, 0) || 0, maxInitialBytes))
  }

  add(piece: Uint8Array): void {
    const needed = this.size + piece.length
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2))
      larger.set(this.bytes.subarray(0, this.size))
      this.bytes = larger
    }
    this.bytes.set(piece, this.size)
    this.size = needed
  }

  get whole(): Uint8Array {
    return this.bytes.subarray(0, this.size)
  }
}

/** A declared length is only a promise: no more than this is set aside for it. */
const maxInitialBytes = 64 * 1024
