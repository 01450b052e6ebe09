import type { Redacted } from "effect"

/** Which language model is asked, and when. */
export interface ModelSettings {
  readonly kind: "openai" | "anthropic"
  /** Where the API begins, for instance `https://api.openai.com/v1`. */
  readonly url: string
  readonly model: string
  readonly key: Redacted.Redacted | undefined
  /** Without the model no doubtful question is planned: 503 while it is down. */
  readonly required: boolean
  readonly timeoutMs: number
  /** Below this confidence of the plan that was made without it, from 0 to 1, the model is asked. */
  readonly threshold: number
}

/** Requests to the model at once; further questions are planned without it. */
export const mostAtOnce = 16
/** Of an answer of the model. */
export const mostBytes = 256 * 1024
export const mostTokens = 4_096
