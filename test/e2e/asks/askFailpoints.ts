import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import { databaseWithFailpointsOf } from "../../support/cluster/failpoints.ts"

/** A durable step of a run, named after the row it writes: a row of one of its calls, or of the ask itself. */
type Step = "reserve" | "deliver" | "capture" | "release" | "ask"

/** A step is hit when it is written but not committed, or committed but not answered; a dispatch, when it has started and before it answers. */
export type AskFailpoint = `${Step}:${"written" | "committed"}` | `dispatch:${"started" | "answered"}`

/** The database of a location, whose steps pass failpoints. */
export const watchedAsks = (location: DatabaseLocation, pass: (point: AskFailpoint) => void) =>
  databaseWithFailpointsOf<Step>(location, stepsOfTransaction, pass)

const stepsOfTransaction = `
  select distinct case when state = 'captured' then 'capture' when state = 'released' then 'release' when delivered then 'deliver' else 'reserve' end as step
    from call where xmin = pg_current_xact_id_if_assigned()::xid
  union all select 'ask' from ask where xmin = pg_current_xact_id_if_assigned()::xid`
