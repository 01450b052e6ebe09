import { Effect } from "effect"
import type { Dispatcher } from "undici"
import { Grown } from "./Grown.ts"
import type { OriginAnswer } from "./OriginRequest.ts"
import { declaredLength, type RawHeaders, rawHeaders } from "./rawHeaders.ts"
import { Sending } from "./Sending.ts"
import { oddStatus, tooLarge, type Trouble, troubleOf } from "./Trouble.ts"

/** Sends a request and reads the whole answer, of at most `maxBytes`. Interrupting it closes the connection. */
export const collect = (
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { maxBytes, who }: { readonly maxBytes: number; readonly who: string },
): Effect.Effect<OriginAnswer, Trouble> =>
  Effect.callback((resume) => {
    const sending = new Sending()
    let answer: { readonly status: number; readonly headers: RawHeaders } | undefined
    let body = new Grown(0)
    const refuse = (why = tooLarge(who, maxBytes)) => {
      resume(Effect.fail(why))
      sending.giveUp()
    }
    pool.dispatch(request, {
      onRequestStart: (controller) => sending.start(controller),
      onResponseStart: (controller, status) => {
        // 1xx only announces the answer.
        if (status < 200) return
        if (status > 599) return refuse(oddStatus(who, status))
        answer = { status, headers: rawHeaders(controller) }
        const declared = hasBody(request.method, status) ? declaredLength(answer.headers) : 0
        if (declared > maxBytes) return refuse()
        body = new Grown(declared)
      },
      onResponseData: (_controller, piece) => {
        if (body.size + piece.length > maxBytes) return refuse()
        body.add(piece)
      },
      onResponseEnd: () => {
        if (answer !== undefined) resume(Effect.succeed({ ...answer, body: body.whole }))
      },
      onResponseError: (_controller, error) =>
        resume(Effect.fail(troubleOf(error, who, { written: sending.written, answered: answer !== undefined }))),
    })
    return Effect.sync(() => sending.giveUp())
  })

/** The others declare the length of a body that they do not carry. */
const hasBody = (method: string, status: number): boolean => method !== "HEAD" && status !== 204 && status !== 304
