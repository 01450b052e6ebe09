import type { Holds } from "../../layers/postgres/PgHealth.ts"

const oldest = (holds: ReadonlyArray<Holds>) => Math.max(0, ...holds.map(({ overdueSeconds }) => overdueSeconds))

/** How long the oldest call that only has to be ended has been waiting for it. */
export const lagOf = (holds: ReadonlyArray<Holds>): number => oldest(holds.filter(({ settlement }) => settlement !== "unknown"))

/** How long nobody has known whether a rail paid. Those calls are held until it is known, however long that takes. */
export const unknownAgeOf = (holds: ReadonlyArray<Holds>): number => oldest(holds.filter(({ settlement }) => settlement === "unknown"))
