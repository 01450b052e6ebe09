import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type LogEntry, type OperatedState, OperatorLog } from "../../domain/operating/OperatorLog.ts"
import { isoTime } from "../../domain/time.ts"
import { logView } from "../http/operator/views.ts"
import { entryFlag, existing, limitFlag, ofOrganisationFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const lines = ({ action, after, at, before, host, message, operator, organisation, outcome, reason, subject }: LogEntry) => [
  `${isoTime(at)}  ${operator}@${host}  ${outcome.padEnd(10)}  ${action}  ${subject}  ${reason}${message === null ? "" : `  (${message})`}`,
  ...(organisation === null || organisation === subject ? [] : [`    organisation ${organisation}`]),
  ...(after === null ? [] : changes(before, after)),
]

/** What differs: `status: active → suspended`. */
const changes = (before: OperatedState, after: OperatedState) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [earlier, now] = [text(before[name]), text(after[name])]
    return earlier === now ? [] : [`    ${name}: ${earlier === undefined ? now : `${earlier} → ${now ?? "removed"}`}`]
  })

const text = (value: unknown) => (value === null ? "none" : typeof value === "string" ? value : JSON.stringify(value))

export const operatorLog = Command.make(
  "log",
  {
    organisation: ofOrganisationFlag,
    before: Flag.optional(entryFlag("before", "Only actions before this entry")),
    limit: limitFlag(1000, 50),
    json: jsonFlag,
  },
  Effect.fn(function* ({ before, json, limit, organisation }) {
    const log = yield* OperatorLog
    const entries = yield* log.read({ organisation: yield* existing(organisation), before: Option.getOrNull(before) }, limit)
    const last = entries.length < limit ? undefined : entries.at(-1)
    const more = last === undefined ? [] : [`There may be older entries: --before ${last.entry}`]
    const shown = entries.length === 0 ? "The log is empty." : [...entries.flatMap(lines), ...more].join("\n")
    yield* print(json, { entries: entries.map(logView) }, shown)
  }, withServices),
).pipe(Command.withDescription("What operators did, and why; the newest first"))
