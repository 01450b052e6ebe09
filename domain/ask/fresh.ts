import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { CallId } from "../money/ids.ts"
import type { Fresh } from "./begin.ts"

export const randomUuid = Effect.sync(() => uuidV7Unsafe())

/** Names for a plan of so many steps. */
export const freshFor = (steps: number): Effect.Effect<Fresh> =>
  Effect.sync(() => ({
    quote: uuidV7Unsafe(),
    question: uuidV7Unsafe(),
    calls: Array.from({ length: steps }, () => CallId.make(uuidV7Unsafe())),
  }))
