import type { Kind } from "./kinds.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

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
