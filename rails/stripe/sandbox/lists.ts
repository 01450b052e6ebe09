import { invalid } from "./StripeProblem.ts"
import type { Kind } from "./kinds.ts"
import type { World } from "./World.ts"

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

const kindsByPrefix: Readonly<Record<string, Kind>> = {
  cus: "customer",
  pm: "payment_method",
  mandate: "mandate",
  seti: "setup_intent",
  pi: "payment_intent",
  ch: "charge",
  py: "charge",
  re: "refund",
  pyr: "refund",
  du: "dispute",
  txn: "balance_transaction",
  po: "payout",
}

const deepest = 4

/** A copy of an answer in which the identities at these paths are the objects themselves. `data.` goes into a list. */
export const expand = (world: World, answer: object, paths: ReadonlyArray<string>): object => {
  const copy: unknown = JSON.parse(JSON.stringify(answer))
  for (const path of paths) {
    const members = path.split(".")
    if (members.length > deepest) throw invalid(`You cannot expand more than ${deepest} levels of a property.`, undefined, "expand")
    into(world, copy, members, path)
  }
  if (!isRecord(copy)) throw invalid("Nothing can be expanded here.")
  return copy
}

const into = (world: World, at: unknown, [member, ...rest]: ReadonlyArray<string>, path: string): void => {
  if (member === undefined || at === null) return
  if (Array.isArray(at)) return at.forEach((item) => into(world, item, [member, ...rest], path))
  if (!isRecord(at) || !(member in at)) throw notExpandable(path)
  const value = at[member]
  if (typeof value === "string") {
    const object = objectOf(world, value)
    if (object === undefined) throw notExpandable(path)
    at[member] = JSON.parse(JSON.stringify(object))
  } else if (value !== null && typeof value !== "object") throw notExpandable(path)
  into(world, at[member], rest, path)
}

const objectOf = (world: World, id: string): object | undefined => {
  const kind = kindsByPrefix[id.slice(0, Math.max(0, id.lastIndexOf("_")))]
  return kind === undefined ? undefined : world.state.get(kind, id)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)

const notExpandable = (path: string) => invalid(`This property cannot be expanded (${path}).`, undefined, "expand")
