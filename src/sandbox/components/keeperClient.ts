import { Data, Deferred, Effect, Option, Schema } from "effect"
import { request } from "node:http"
import { createInterface } from "node:readline"
import { instanceHeader, Told } from "./Board.ts"

/** Nobody answers there, or not the keeper that was meant, or it went away. */
export class KeeperLost extends Data.TaggedError("KeeperLost") {}

/** Where a keeper is, and which it has to be. */
export interface KeeperAddress {
  readonly controlUrl: string
  readonly instance: string
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Told))

/** A keeper that says nothing for this long hangs: it beats every second. */
const silentMs = 10_000

/** Holds the line to a keeper, which keeps its components running, and hears what is up, until the line is lost. */
export const watchKeeper = ({ controlUrl, instance }: KeeperAddress, hear: (told: Told) => void): Effect.Effect<never, KeeperLost> =>
  Effect.callback((resume) => {
    const lost = () => resume(Effect.fail(new KeeperLost()))
    const asking = request(`${controlUrl}/watch`, { agent: false, headers: { [instanceHeader]: instance } }, (response) => {
      if (response.statusCode !== 200) return lost()
      const lines = createInterface({ input: response }).on("error", lost)
      lines.on("line", (line) => {
        const told = decode(line)
        if (Option.isSome(told) && told.value.instance === instance) hear(told.value)
        else lost()
      })
      lines.on("close", lost)
    })
    asking.setTimeout(silentMs, lost)
    asking.on("error", lost)
    asking.end()
    return Effect.sync(() => asking.destroy())
  })

/** Says something to a keeper and waits for its answer, which may be the end of all it has started. False where it cannot be reached. */
export const tellKeeper = ({ controlUrl, instance }: KeeperAddress, what: `/leave?watcher=${string}` | "/stop"): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const options = { method: "POST", agent: false, headers: { [instanceHeader]: instance } } as const
    const asking = request(`${controlUrl}${what}`, options, (response) => {
      response.resume().on("close", () => resume(Effect.succeed(response.statusCode === 200)))
    })
    asking.setTimeout(silentMs, () => asking.destroy())
    asking.on("error", () => resume(Effect.succeed(false)))
    asking.end()
    return Effect.sync(() => asking.destroy())
  })

/** What is up, from a keeper that lives; undefined where it does not answer as itself. */
export const askKeeper = Effect.fnUntraced(function* (address: KeeperAddress) {
  const heard = yield* Deferred.make<Told>()
  const watching = watchKeeper(address, (told) => Deferred.doneUnsafe(heard, Effect.succeed(told)))
  const asked = Effect.raceFirst(Deferred.await(heard), watching)
  return yield* Effect.catch(asked, () => Effect.succeed(undefined))
})
