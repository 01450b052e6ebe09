import { Effect } from "effect"
import { createHash } from "node:crypto"
import { InvalidRequest } from "../../domain/Refusal.ts"

export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/

/** The Idempotency-Key of a route that the guard looks up no run for. */
export const readIdempotencyKey = ({ headers }: { readonly headers: Readonly<Record<string, string | undefined>> }) => {
  const key = headers["idempotency-key"]
  return key === undefined || idempotencyKeyPattern.test(key) ? Effect.succeed(key ?? null) : Effect.fail(badIdempotencyKey())
}

export const badIdempotencyKey = () =>
  new InvalidRequest({ message: "Idempotency-Key must be 1 to 255 visible ASCII characters. Nothing was charged." })

/**
 * Two requests are the same if path, query (without `wait_seconds`), canonical body and pinned rail are the same; and the presented
 * payment, if its name takes the place of an Idempotency-Key.
 */
export const requestHash = (
  path: string,
  query: Readonly<Record<string, unknown>>,
  body: unknown,
  rail: string | null,
  payment?: string,
): string =>
  createHash("sha256")
    .update(canonical([path, { ...query, wait_seconds: undefined }, body, rail, ...(payment === undefined ? [] : [payment])]))
    .digest("base64url")

/** JSON with the members of every object sorted by name. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`
}
