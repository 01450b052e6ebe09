import type { KeeperRow } from "../../../layers/postgres/PgComponents.ts"

/** What a gateway does about the keeper, from its row. */
export type Step =
  /** Components are not wanted: look again later. */
  | { readonly _tag: "Rest" }
  /** Another gateway has launched one, and it has not answered yet. */
  | { readonly _tag: "Wait" }
  | { readonly _tag: "Watch"; readonly controlUrl: string; readonly instance: string }
  /** It is of another version than the gateway that has just started. */
  | { readonly _tag: "Replace"; readonly controlUrl: string; readonly instance: string }
  | { readonly _tag: "Launch" }

/**
 * After this long a launch counts as failed. Should its keeper answer yet, it finds that another took its place, and ends: on a
 * slow machine none would ever come up, so that whoever sees the process it launched run waits longer than the others.
 */
const launchMs = { seen: 60_000, unseen: 30_000 }

export const nextStep = (
  row: KeeperRow,
  now: { readonly version: string; readonly starting: boolean; readonly launched: "runs" | "ended" | "elsewhere" },
): Step => {
  const { claimedMsAgo, controlUrl, instance, version, wanted } = row
  if (!wanted) return { _tag: "Rest" }
  if (instance === null) return { _tag: "Launch" }
  const patience = now.launched === "runs" ? launchMs.seen : launchMs.unseen
  if (controlUrl === null) return { _tag: now.launched === "ended" || claimedMsAgo > patience ? "Launch" : "Wait" }
  return { _tag: now.starting && version !== now.version ? "Replace" : "Watch", controlUrl, instance }
}
