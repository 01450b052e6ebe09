import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type LogEntry, OperatorLog } from "../../domain/operating/OperatorLog.ts"
import { isoTime } from "../../domain/time.ts"
import { limitFlag, organisationFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const view = ({ at, organisation, ...entry }: LogEntry) => ({ ...entry, organisation_id: organisation, at: isoTime(at) })

const line = ({ action, at, host, message, operator, outcome, reason, subject }: LogEntry) =>
  `${isoTime(at)}  ${operator}@${host}  ${outcome.padEnd(10)}  ${action}  ${subject}  ${reason}${message === null ? "" : `  (${message})`}`

export const operatorLog = Command.make(
  "log",
  {
    organisation: Flag.optional(organisationFlag),
    before: Flag.optional(Flag.String("before").pipe(Flag.withDescription("Only actions before this entry"))),
    limit: limitFlag(1000, 50),
    json: jsonFlag,
  },
  Effect.fn(function* ({ before, json, limit, organisation }) {
    const log = yield* OperatorLog
    const entries = yield* log.read({ organisation: Option.getOrNull(organisation), before: Option.getOrNull(before) }, limit)
    yield* print(json, { entries: entries.map(view) }, entries.length === 0 ? "The log is empty." : entries.map(line).join("\n"))
  }, withServices),
).pipe(Command.withDescription("What operators did, and why; the newest first"))
