import { Effect } from "effect"
import type { Stored } from "../../../layers/sandbox/documents.ts"
import { malformed, type Refused } from "./Origin.ts"

/** A thing as it is answered. */
export const view = ({ createdAt, doc, id, updatedAt }: Stored): object => ({ id, ...doc, created_at: createdAt, updated_at: updatedAt })

export interface Page {
  readonly before: number
  readonly limit: number
  readonly like: Readonly<Record<string, string>>
}

const newest = Number.MAX_SAFE_INTEGER

/** `limit` (1 to 100, 20 unless said), `cursor`, and exact values of some members, each at most once. */
export const pageOf = (
  query: URLSearchParams,
  filters: Readonly<Record<string, ReadonlyArray<string> | "any">> = {},
): Effect.Effect<Page, Refused> =>
  Effect.gen(function* () {
    const like: Record<string, string> = {}
    for (const name of new Set(query.keys())) {
      const values = query.getAll(name)
      if (values.length > 1) return yield* malformed(`Send the parameter ${name} once.`, name)
      if (name === "limit" || name === "cursor") continue
      const allowed = filters[name]
      if (allowed === undefined) return yield* malformed(`There is no parameter ${name}.`, name)
      if (allowed !== "any" && !allowed.includes(values[0]!)) return yield* malformed(`${name} must be one of ${allowed.join(", ")}.`, name)
      like[name] = values[0]!
    }
    const limit = query.get("limit") ?? "20"
    if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100)
      return yield* malformed("limit must be a whole number from 1 to 100.", "limit")
    const cursor = query.get("cursor")
    const before = cursor === null ? newest : placeOf(cursor)
    if (before === undefined) return yield* malformed("cursor must be the next_cursor of a page before.", "cursor")
    return { before, limit: Number(limit), like }
  })

/** One page from rows of which one more than the page was asked for. */
export const paged = (rows: ReadonlyArray<Stored>, limit: number): object => {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data: data.map(view), next_cursor: rows.length > limit && last !== undefined ? cursorOf(last.seq) : null }
}

const cursorOf = (seq: number) => Buffer.from(`after:${seq}`).toString("base64url")

const placeOf = (cursor: string): number | undefined => {
  const place = /^after:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"))?.[1]
  return place === undefined ? undefined : Number(place)
}
