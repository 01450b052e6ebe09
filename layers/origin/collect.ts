import { Effect } from "effect"
import type { Dispatcher } from "undici"
import { GrowableBuffer } from "./Grown.ts"
import type { OriginAnswer } from "./OriginRequest.ts"
import { declaredLength, type RawHeaders, rawHeaders } from "./rawHeaders.ts"
import { InFlightRequest } from "./Sending.ts"
import { invalidStatus, tooLarge, type OriginError, originErrorOf } from "./Trouble.ts"

/** Sends a request and reads the whole answer, of at most `maxBytes`. Interrupting it closes the connection. */
export const readBody = (
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { maxBytes, displayName }: { readonly maxBytes: number; readonly displayName: string },
): Effect.Effect<OriginAnswer, OriginError> =>
  Effect.callback((resume) => {
    const sending = new InFlightRequest()
    let answer: { readonly status: number; readonly headers: RawHeaders } | undefined
    let body = new GrowableBuffer(0)
    const refuse = (why = tooLarge(displayName, maxBytes)) => {
      resume(Effect.fail(why))
      sending.cancel()
    }
    pool.dispatch(request, {
      onRequestStart: (controller) => sending.start(controller),
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
        if (answer !== undefined) resume(Effect.succeed({ ...answer, body: body.whole }))
      },
      onResponseError: (_controller, error) =>
        resume(Effect.fail(originErrorOf(error, displayName, { written: sending.written, answered: answer !== undefined }))),
    })
    return Effect.sync(() => sending.cancel())
  })

/** The others declare the length of a body that they do not carry. */
const carriesBody = (method: string, status: number): boolean => method !== "HEAD" && status !== 204 && status !== 304
