import { Context } from "effect"

/** Seconds a request waits for its run where it does not say. */
export const defaultWaitSeconds = 25

export class AskSettings extends Context.Service<
  AskSettings,
  {
    /** How long a quote holds its prices, and a question to the buyer waits for its answer. */
    readonly quoteTtlMs: number
  }
>()("farthing/src/http/handlers/AskSettings") {}
