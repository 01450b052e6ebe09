import { Effect } from "effect"
import type { Outgoing } from "../../../rails/stripe/sandbox/deliveries.ts"
import type { Desk } from "./Desk.ts"

const timeoutMs = 10_000
const atOnce = 8

/** Posts what is due, and writes down how it went. One that was posted and not written down is posted again. */
export const postWebhooks = Effect.fnUntraced(function* (desk: Desk) {
  const due = yield* desk.at((emulator) => emulator.takeDeliveries())
  yield* Effect.forEach(
    due,
    (outgoing) => Effect.flatMap(post(outgoing), (status) => desk.at((emulator) => emulator.delivered(outgoing.id, status))),
    {
      concurrency: atOnce,
      discard: true,
    },
  )
})

/** The status of the answer, or 0 where there was none in time. */
const post = ({ body, headers, url }: Outgoing) =>
  Effect.tryPromise(async (signal) => {
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal })
    await answer.body?.cancel()
    return answer.status
  }).pipe(
    Effect.timeout(timeoutMs),
    Effect.orElseSucceed(() => 0),
  )
