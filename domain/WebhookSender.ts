import { Context, type Effect } from "effect"

/** One event for the server of another company. Headers and body are sent as they are. */
export interface Webhook {
  /** As `urlProblem` accepts it. */
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array
}

/**
 * What became of a webhook. `Delivered`: the receiver answered with 200 to 299. `Refused`: with another status, a redirect among them.
 * `NotSent`: nothing reached the receiver. `Unknown`: it may have read the event and did not answer, so only an event that is sent again
 * under the same id is safe. A reason is a sentence that names no inner address.
 */
export type WebhookResult =
  | { readonly _tag: "Delivered"; readonly status: number }
  | { readonly _tag: "Refused"; readonly status: number }
  | { readonly _tag: "NotSent"; readonly reason: string }
  | { readonly _tag: "Unknown"; readonly reason: string }

/** Posts events to addresses that customers choose. The addresses are checked before each connection, and private ones are refused. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Why the gateway would not post to this URL, as the end of a sentence: "must use https". Undefined: it would. */
    readonly urlProblem: (url: string) => string | undefined
    /** One attempt. It ends within 5 seconds, follows no redirect, and throws the body of the answer away. */
    readonly send: (webhook: Webhook) => Effect.Effect<WebhookResult>
  }
>()("farthing/domain/WebhookSender") {}
