import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Exit, Layer } from "effect"
import { inject } from "vitest"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import { runFarthing } from "../../../src/cli/farthing.ts"
import type { CommandResult } from "./commandLine.ts"

/** One command of the command line over this database, in this process: it takes a tenth of the time of a process of its own. */
export const commandOn = (location: Socket, ...args: ReadonlyArray<string>) => commandWith(location, {}, args)

type Socket = Extract<DatabaseLocation, { readonly _tag: "Socket" }>

/** The same with more environment variables. */
export const commandWith = Effect.fnUntraced(function* (
  { database }: Socket,
  env: Readonly<Record<string, string>>,
  args: ReadonlyArray<string>,
) {
  const { port, socketDirectory, superuser } = inject("postgres")
  const DATABASE_URL = `postgresql://${superuser}@localhost/${database}?host=${socketDirectory}&port=${port}`
  const at = Date.now()
  const written = { stdout: "", stderr: "" }
  const console: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: (line: string) => void (written.stdout += `${line}\n`),
    error: (line: string) => void (written.stderr += `${line}\n`),
  })
  const exit = yield* Effect.exit(runFarthing(args)).pipe(
    Effect.provideService(Console.Console, console),
    Effect.provide(Layer.mergeAll(NodeServices.layer, ConfigProvider.layer(ConfigProvider.fromEnvRecord({ DATABASE_URL, ...env })))),
  )
  return { code: Exit.isSuccess(exit) ? 0 : 1, ...written, ms: Date.now() - at } satisfies CommandResult
})
