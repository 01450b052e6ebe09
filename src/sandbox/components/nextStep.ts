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

/** After this long a launch counts as failed. Should its keeper answer yet, it finds that another took its place, and ends. */
const launchMs = 10_000

export const nextStep = (
  row: KeeperRow,
  now: { readonly version: string; readonly starting: boolean; readonly launchFailed: boolean },
): Step => {
  const { claimedMsAgo, controlUrl, instance, version, wanted } = row
  if (!wanted) return { _tag: "Rest" }
  if (instance === null) return { _tag: "Launch" }
  if (controlUrl === null) return { _tag: now.launchFailed || claimedMsAgo > launchMs ? "Launch" : "Wait" }
  return { _tag: now.starting && version !== now.version ? "Replace" : "Watch", controlUrl, instance }
}
