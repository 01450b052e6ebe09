import { Effect } from "effect"
import type { SandboxDocument } from "../../../layers/sandbox/documents.ts"
import { malformed, type OriginRefusal } from "./Route.ts"

/** A stored document as the API shows it. */
export const documentView = ({ createdAt, doc, id, updatedAt }: SandboxDocument): object => ({
  id,
  ...doc,
  created_at: createdAt,
  updated_at: updatedAt,
})

export interface OriginPage {
  readonly before: number
  readonly limit: number
  readonly like: Readonly<Record<string, string>>
}

const newest = Number.MAX_SAFE_INTEGER

/** `limit` (1 to 100, by default 20), `cursor`, and filters by exact values, each at most once. */
export const parsePage = (
  query: URLSearchParams,
  filters: Readonly<Record<string, ReadonlyArray<string> | "any">> = {},
): Effect.Effect<OriginPage, OriginRefusal> =>
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
    const before = cursor === null ? newest : seqOf(cursor)
    if (before === undefined) return yield* malformed("cursor must be the next_cursor of the previous page.", "cursor")
    return { before, limit: Number(limit), like }
  })

/** One page, from one row more than the page holds. */
export const pageView = (rows: ReadonlyArray<SandboxDocument>, limit: number): object => {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data: data.map(documentView), next_cursor: rows.length > limit && last !== undefined ? cursorOf(last.seq) : null }
}

const cursorOf = (seq: number) => Buffer.from(`after:${seq}`).toString("base64url")

const seqOf = (cursor: string): number | undefined => {
  const place = /^after:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"))?.[1]
  return place === undefined ? undefined : Number(place)
}
