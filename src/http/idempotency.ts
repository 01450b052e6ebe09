import { createHash } from "node:crypto"
import { InvalidRequest } from "../../domain/Refusal.ts"

export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/

export const badIdempotencyKey = () =>
  new InvalidRequest({ message: "Idempotency-Key must be 1 to 255 visible ASCII characters. Nothing was charged." })

/**
 * Two requests are the same when path, query (all but how long to wait), canonical body and pinned rail are; and the payment
 * they present, where its name stands in for an Idempotency-Key.
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

/** JSON with the members of every object in one order. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`
}
