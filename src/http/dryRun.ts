import { Effect } from "effect"
import { InvalidRequest } from "../../domain/Refusal.ts"

/** Whether a paid request only asks what would become of it: `X-Payment-Dry-Run: 1`. */
export const isDryRun = (headers: Readonly<Record<string, string | undefined>>): Effect.Effect<boolean, InvalidRequest> => {
  const value = headers["x-payment-dry-run"]
  if (value === undefined || value === "1") return Effect.succeed(value === "1")
  return new InvalidRequest({ message: "X-Payment-Dry-Run must be 1, or be left out. Nothing was charged." })
}
