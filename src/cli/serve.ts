import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

/** Loaded for the one who serves: the planner and the sandbox are of no use to other commands. */
const live = Effect.promise(() => import("./live.ts"))

export const serve = Command.make("serve", { json: jsonFlag }, ({ json }) =>
  Effect.flatMap(live, (loaded) => Layer.launch(loaded.live((value, text) => print(json, value, text)))),
).pipe(Command.withDescription("Run the gateway; with --json its address is one JSON object"))

export const migrate = Command.make(
  "migrate",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    yield* print(json, { ok: true }, "The database is up to date.")
  }, withServices),
).pipe(Command.withDescription("Bring the database's schema up to date"))
