import { Data, Effect, Layer, Result, Schedule, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { advanceClock, emptyDatabase, gatewayRuns, onlyInSandbox, sandboxTime } from "../../layers/sandbox/sandboxDatabase.ts"
import { sandboxPay } from "./sandboxPay.ts"
import { jsonFlag, maxDurationMs, parseDuration, print } from "./output.ts"
import { RailDatabase } from "../../layers/postgres/Database.ts"
import { database } from "../storage.ts"
import { railClocks, railComponents, railSchemas, unfinishedJobs } from "../../rails/registry.ts"
import { Settings } from "../Settings.ts"
import { isoTime } from "../../domain/time.ts"

// Every process of the program loads the commands: only the commands below import the supervisor.
const operate = Effect.promise(() => import("../sandbox/supervisor/operate.ts"))

/** The command would delete the data of a running gateway. */
class GatewayRunning extends Data.TaggedError("GatewayRunning")<{ readonly message: string }> {}

/** A service that the gateway uses does not follow the sandbox's clock. */
class ClockNotMoved extends Data.TaggedError("ClockNotMoved")<{ readonly message: string }> {}

/** The database and nothing over it: what reads the books or the directory would look at them while they are emptied. */
const withDatabase = Effect.provide(RailDatabase.pipe(Layer.provideMerge(database), Layer.provideMerge(Settings.layer)))

const status = Command.make(
  "status",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    const components = (yield* (yield* operate).componentStatus).map(({ startedAt, ...component }) => ({
      ...component,
      since: startedAt === null ? null : isoTime(startedAt),
    }))
    const lines = components.map(({ alive, name, pid, since, url }) =>
      alive ? `up    ${name.padEnd(20)}  ${url}  pid ${pid}  since ${since}` : `down  ${name}`,
    )
    yield* print(json, { components }, lines.length === 0 ? "No component has run yet." : lines.join("\n"))
  }, withDatabase),
).pipe(Command.withDescription("What runs beside the gateways, and where"))

const stop = Command.make(
  "stop",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    const stopped = yield* (yield* operate).stopComponents
    const text = stopped.length === 0 ? "No component was running." : `Stopped ${stopped.join(", ")}.`
    yield* print(json, { stopped }, `${text} They run again from the next start of a gateway.`)
  }, withDatabase),
).pipe(Command.withDescription("Stop what runs beside the gateways, until the next start of one"))

const reset = Command.make(
  "reset",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    const settings = yield* Settings
    yield* onlyInSandbox(settings.mode, "sandbox reset")
    if (yield* gatewayRuns(settings.silentMs)) {
      return yield* new GatewayRunning({ message: "A gateway is running on this data: end it first (Ctrl-C), then reset." })
    }
    const { removeState, stopComponents } = yield* operate
    yield* stopComponents
    yield* emptyDatabase({ ...settings, schemas: railSchemas() })
    yield* removeState(settings.dataDirectory)
    yield* print(json, { ok: true }, "The sandbox is empty: the next start of a gateway is its first.")
  }, withDatabase),
).pipe(Command.withDescription("Delete all data of the sandbox: books, keys, and the state of its components"))

const Span = Schema.String.check(
  Schema.makeFilter((text: string) => Result.match(parseDuration(text), { onSuccess: () => true, onFailure: (reason) => reason })),
)

/** A job of a sandbox takes a few seconds. */
const jobsWait = "60 seconds"

/** Waits until the jobs that were due have run by this time. Answers which of them ran, and which did not. */
const waitForJobs = Effect.fnUntraced(function* (due: ReadonlyArray<string>, at: number) {
  const isServed = due.length > 0 && (yield* gatewayRuns((yield* Settings).silentMs))
  const remaining = unfinishedJobs(at)
  if (isServed)
    yield* remaining.pipe(
      Effect.repeat({ schedule: Schedule.spaced("200 millis"), while: (jobs) => jobs.length > 0 }),
      Effect.timeoutOption(jobsWait),
    )
  const pending = yield* remaining
  return { isServed, ran: due.filter((job) => !pending.includes(job)), pending }
})

/** Whether what the time made due has happened. */
const jobsText = ({ isServed, pending, ran }: Effect.Success<ReturnType<typeof waitForJobs>>) => {
  if (pending.length > 0 && !isServed) return `No gateway is running: these jobs run when one starts: ${pending.join(", ")}.`
  const done = ran.length === 0 ? "No job was due." : `These jobs have run: ${ran.join(", ")}.`
  return pending.length === 0 ? done : `${done} After ${jobsWait} these had not ended: ${pending.join(", ")}. The gateway's log says why.`
}

const advance = Command.make(
  "advance",
  {
    by: Argument.String("duration").pipe(
      Argument.withSchema(Span),
      Argument.map((text) => Result.getOrElse(parseDuration(text), () => maxDurationMs)),
      Argument.withDescription("For instance 30d, 12h, 90m or P1DT12H"),
    ),
    json: jsonFlag,
  },
  Effect.fn(function* ({ by, json }) {
    yield* onlyInSandbox((yield* Settings).mode, "sandbox advance")
    for (const clock of railClocks()) {
      const reason = yield* clock
      if (reason !== undefined) return yield* new ClockNotMoved({ message: `The sandbox's time was not moved. ${reason}` })
    }
    // Read before the clock moves: a gateway can have run a job already when it has moved.
    const due = yield* unfinishedJobs((yield* sandboxTime) + by)
    const { from, to } = yield* advanceClock(by)
    yield* (yield* operate).notifyClock(railComponents())
    const { pending, ran, ...jobs } = yield* waitForJobs(due, to)
    const text = `The sandbox's time was ${isoTime(from)} and is ${isoTime(to)}. ${jobsText({ ...jobs, ran, pending })}`
    yield* print(json, { from: isoTime(from), to: isoTime(to), jobs: { ran, pending } }, text)
  }, withDatabase),
).pipe(
  Command.withDescription("Move the sandbox's time forward and wait for the jobs that are due: keys expire, months turn, quotes lapse"),
)

export const sandbox = Command.make("sandbox").pipe(
  Command.withDescription("The sandbox: its components, its data and its time"),
  Command.withSubcommands([status, stop, reset, advance, sandboxPay]),
)
