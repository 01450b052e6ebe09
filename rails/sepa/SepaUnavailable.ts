import { Data } from "effect"

/** The rail's tables, its rate or the ledger could not be reached. Nothing is known to have happened; doing it again is safe. */
export class SepaUnavailable extends Data.TaggedError("SepaUnavailable")<{ readonly message: string; readonly cause?: unknown }> {}
