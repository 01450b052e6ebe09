import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Exit, Layer } from "effect"
import { inject } from "vitest"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import { runFarthing } from "../../../src/cli/farthing.ts"

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

type Environment = Readonly<Record<string, string>>

/** One command of the command line with these environment variables alone, in this process: it takes a tenth of the time of a process of its own. */
export const command = Effect.fnUntraced(function* (args: ReadonlyArray<string>, env: Environment) {
  const at = Date.now()
  const written = { stdout: "", stderr: "" }
  const console: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: (line: string) => void (written.stdout += `${line}\n`),
    error: (line: string) => void (written.stderr += `${line}\n`),
  })
  const exit = yield* Effect.exit(runFarthing(args)).pipe(
    Effect.provideService(Console.Console, console),
    Effect.provide(Layer.mergeAll(NodeServices.layer, ConfigProvider.layer(ConfigProvider.fromEnvRecord(env)))),
  )
  return { code: Exit.isSuccess(exit) ? 0 : 1, ...written, ms: Date.now() - at } satisfies CommandResult
})

type Socket = Extract<DatabaseLocation, { readonly _tag: "Socket" }>

/** The same over this database. */
export const commandOn = (location: Socket, ...args: ReadonlyArray<string>) => commandWith(location, {}, args)

/** The same with more environment variables. */
export const commandWith = ({ database }: Socket, env: Environment, args: ReadonlyArray<string>) => {
  const { port, socketDirectory, superuser } = inject("postgres")
  const DATABASE_URL = `postgresql://${superuser}@localhost/${database}?host=${socketDirectory}&port=${port}`
  return command(args, { DATABASE_URL, ...env })
}
