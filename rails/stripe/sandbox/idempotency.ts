import { createHash } from "node:crypto"
import type { Kinds } from "./kinds.ts"
import { StripeProblem } from "./StripeProblem.ts"
import type { World } from "./World.ts"

const keptMs = 24 * 3_600_000

/** The request, to detect the same key with another one. */
export const fingerprint = (method: string, path: string, body: string): string =>
  createHash("sha256").update(`${method} ${path}\n${body}`).digest("base64url")

/** The first answer of a key, for 24 hours. The same key for another request is an error of the client. */
export const remembered = (world: World, key: string, request: string, path: string): Kinds["key"] | undefined => {
  const earlier = world.state.get("key", key)
  if (earlier === undefined) return undefined
  if (world.now - earlier.at >= keptMs) {
    world.state.remove("key", key)
    return undefined
  }
  if (earlier.request !== request) {
    throw new StripeProblem(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request (${path}).`,
    })
  }
  return earlier
}

/** Forgets keys: all of them, or those whose 24 hours are over. */
export const prune = (world: World, which: "all" | "old"): void => {
  for (const { at, id } of world.state.all("key")) if (which === "all" || world.now - at >= keptMs) world.state.remove("key", id)
}
