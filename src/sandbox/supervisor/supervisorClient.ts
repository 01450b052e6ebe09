import { Data, Deferred, Effect, Option, Schedule, Schema } from "effect"
import { request } from "node:http"
import { createInterface } from "node:readline"
import { killSupervisor, runsWith } from "./processGroup.ts"

/** A component that is up. `startedAt` is in milliseconds since 1970. */
const RunningComponent = Schema.Struct({ url: Schema.String, pid: Schema.Int, startedAt: Schema.Number })

export type RunningComponent = typeof RunningComponent.Type

/** The components that are up, by name. */
const StatusBoard = Schema.Record(Schema.String, RunningComponent)

export type StatusBoard = typeof StatusBoard.Type

/** The supervisor sends this to each watching gateway at once, at every change, and every second: one line of JSON each. */
const StatusMessage = Schema.Struct({ instance: Schema.String, watcher: Schema.String, components: StatusBoard })

export type StatusMessage = typeof StatusMessage.Type

/** Every request names the instance that it is for, so that another program on the same port is never used as the supervisor. */
export const instanceHeader = "x-sandbox-instance"

/** The supervisor does not answer at its address, or another program does, or the connection was lost. */
class SupervisorLost extends Data.TaggedError("SupervisorLost") {}

/** The address of a supervisor and the instance that must answer there. */
export interface SupervisorAddress {
  readonly controlUrl: string
  readonly instance: string
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(StatusMessage))

/** A supervisor that sends nothing for this long hangs, since it sends a message every second. */
const silentMs = 10_000

/** Keeps a connection to a supervisor open, which keeps its components running, and receives its messages until the connection is lost. */
export const watchSupervisor = (
  { controlUrl, instance }: SupervisorAddress,
  onMessage: (message: StatusMessage) => void,
): Effect.Effect<never, SupervisorLost> =>
  Effect.callback((resume) => {
    const lost = () => resume(Effect.fail(new SupervisorLost()))
    const watching = request(`${controlUrl}/watch`, { agent: false, headers: { [instanceHeader]: instance } }, (response) => {
      if (response.statusCode !== 200) return lost()
      const lines = createInterface({ input: response }).on("error", lost)
      lines.on("line", (line) => {
        const message = decode(line)
        if (Option.isSome(message) && message.value.instance === instance) onMessage(message.value)
        else lost()
      })
      lines.on("close", lost)
    })
    watching.setTimeout(silentMs, lost)
    watching.on("error", lost)
    watching.end()
    return Effect.sync(() => watching.destroy())
  })

/** Posts to a supervisor and waits for its response, which comes after its components have ended. False if it cannot be reached. */
export const postToSupervisor = (
  { controlUrl, instance }: SupervisorAddress,
  path: `/leave?watcher=${string}` | "/stop",
): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const options = { method: "POST", agent: false, headers: { [instanceHeader]: instance } } as const
    const posting = request(`${controlUrl}${path}`, options, (response) => {
      response.resume().on("close", () => resume(Effect.succeed(response.statusCode === 200)))
    })
    posting.setTimeout(silentMs, () => posting.destroy())
    posting.on("error", () => resume(Effect.succeed(false)))
    posting.end()
    return Effect.sync(() => posting.destroy())
  })

/** The first status message of a running supervisor; undefined if it does not answer as this instance. */
export const readStatus = Effect.fnUntraced(function* (address: SupervisorAddress) {
  const first = yield* Deferred.make<StatusMessage>()
  const watching = watchSupervisor(address, (message) => Deferred.doneUnsafe(first, Effect.succeed(message)))
  return yield* Effect.catch(Effect.raceFirst(Deferred.await(first), watching), () => Effect.succeed(undefined))
})

/** Stops a supervisor with all its components: by a request if it answers as this instance, then by a kill if it still runs. */
export const stopSupervisor = Effect.fnUntraced(function* ({ pid, ...address }: SupervisorAddress & { readonly pid: number | null }) {
  if ((yield* readStatus(address)) !== undefined) yield* postToSupervisor(address, "/stop")
  yield* waitForEnd(pid, address.instance)
  killSupervisor(pid, address.instance)
})

const waitForEnd = (pid: number | null, instance: string) =>
  Effect.suspend(() => (pid !== null && runsWith(pid, instance) ? Effect.fail("still running") : Effect.void)).pipe(
    Effect.retry(Schedule.upTo(Schedule.spaced("20 millis"), { duration: "2 seconds" })),
    Effect.ignore,
  )
