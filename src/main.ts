import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer, Logger, Runtime } from "effect"
import { Command } from "effect/cli"
import { ledger, payments, reconcileCommand } from "./cli/books.ts"
import { credits, key, org } from "./cli/organisations.ts"
import { FoundWrong } from "./cli/output.ts"
import { migrate, serve } from "./cli/serve.ts"
import { version } from "./version.ts"

const farthing = Command.make("farthing").pipe(
  Command.withDescription("The pay-per-call data gateway"),
  Command.withSubcommands([serve, migrate, org, key, credits, payments, ledger, reconcileCommand]),
)

/** Standard output is for answers: what is logged goes to standard error, one line of JSON each. */
const logging = Logger.layer([Logger.withConsoleError(Logger.formatJson)])

/** A command that fails says why in one sentence; what it was carrying does not matter to the one who typed it. */
const complain = (error: unknown) =>
  error instanceof FoundWrong ? Effect.fail(error) : Effect.andThen(Console.error(sentence(error)), Effect.fail(new FoundWrong()))

const sentence = (error: unknown) => (error instanceof Error && error.message !== "" ? error.message : String(error))

Command.run(farthing, { version }).pipe(
  Effect.catch(complain),
  Effect.provide(Layer.mergeAll(NodeServices.layer, logging)),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    // Asked to stop, and stopped.
    teardown: (exit, onExit) => Runtime.defaultTeardown(exit, (code) => onExit(code === 130 ? 0 : code)),
  }),
)
