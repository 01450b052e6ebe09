import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { flushCompileCache } from "node:module"
import { jsonFlag, print } from "./output.ts"
import { isServerProcess, printsAddress, runProcesses } from "./processes.ts"
import { checkedSettings } from "../checkedSettings.ts"
import { Settings } from "../Settings.ts"
import { database } from "../storage.ts"

export const serve = Command.make("serve", { json: jsonFlag }, ({ json }) =>
  Effect.gen(function* () {
    const { workers } = yield* Settings
    if (workers > 1 && !isServerProcess) return yield* Effect.scoped(runProcesses(workers))
    // The planner and the sandbox are of no use to other commands.
    const { live } = yield* Effect.promise(() => import("./live.ts"))
    // A gateway may be killed, and then it would not keep what it compiled.
    flushCompileCache()
    return yield* Layer.launch(live((value, text) => (printsAddress ? print(json, value, text) : Effect.void)))
  }).pipe(Effect.provide(checkedSettings)),
).pipe(Command.withDescription("Run the gateway; with --json its address is one JSON object"))

export const migrate = Command.make(
  "migrate",
  { json: jsonFlag },
  Effect.fn(
    function* ({ json }) {
      yield* print(json, { ok: true }, "The database is up to date.")
    },
    Effect.provide(Layer.provide(database, Settings.layer)),
  ),
).pipe(Command.withDescription("Bring the database's schema up to date"))
