import { invalid } from "./StripeProblem.ts"

interface Paged {
  readonly limit?: number
  readonly starting_after?: string
  readonly ending_before?: string
}

type Range = number | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number }

/** One page, the newest first, of things that are given oldest first. */
export const page = <A extends { readonly id: string }>(all: ReadonlyArray<A>, params: Paged, url: string): object => {
  const limit = params.limit ?? 10
  if (limit < 1 || limit > 100) throw invalid("Limit must be between 1 and 100.", "parameter_invalid_integer", "limit")
  const newest = all.toReversed()
  const { ending_before: before, starting_after: after } = params
  if (after !== undefined && before !== undefined) throw invalid("You can only use one of starting_after and ending_before.")
  if (before !== undefined) {
    const end = placeOf(newest, before, "ending_before")
    const start = Math.max(0, end - limit)
    return listOf(newest.slice(start, end), start > 0, url)
  }
  const start = after === undefined ? 0 : placeOf(newest, after, "starting_after") + 1
  return listOf(newest.slice(start, start + limit), newest.length > start + limit, url)
}

const placeOf = (items: ReadonlyArray<{ readonly id: string }>, id: string, param: string) => {
  const at = items.findIndex((item) => item.id === id)
  if (at < 0) throw invalid(`No such object: '${id}'`, "resource_missing", param)
  return at
}

const listOf = (data: ReadonlyArray<object>, has_more: boolean, url: string) => ({ object: "list", data, has_more, url })

/** Whether a time in seconds is in a range as lists take it. */
export const within = (seconds: number, range: Range | undefined): boolean => {
  if (range === undefined) return true
  if (typeof range === "number") return seconds === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return seconds > gt && seconds >= gte && seconds < lt && seconds <= lte
}
