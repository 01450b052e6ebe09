import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer, Runtime } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { ServeError } from "effect/http/HttpServerError"
import { ledger, payments, reconcileCommand } from "./cli/books.ts"
import { price, source } from "./cli/catalogue.ts"
import { listing } from "./cli/listings.ts"
import { credits, key, org } from "./cli/organisations.ts"
import { CheckFailed } from "./cli/output.ts"
import { sandbox } from "./cli/sandbox.ts"
import { commandTools } from "./cli/services.ts"
import { railCommands } from "../rails/registry.ts"
import { migrate, serve } from "./cli/serve.ts"
import { logging } from "./observability/logging.ts"
import { version } from "./version.ts"

const farthing = Command.make("farthing").pipe(
  Command.withDescription("The pay-per-call data gateway"),
  Command.withSubcommands([
    serve,
    migrate,
    org,
    key,
    credits,
    source,
    price,
    listing,
    payments,
    ledger,
    ...railCommands().map((command) => command(commandTools)),
    reconcileCommand,
    sandbox,
  ]),
)

/** Requested help goes to standard output. A wrong invocation prints only its sentence, on standard error. */
const presenting = CliOutput.layerPresenter({
  present: (event) => (event._tag === "InvalidInvocation" ? Effect.void : CliOutput.defaultPresenter.present(event)),
})

/** A command that fails says why in one sentence; what it was carrying does not matter to the one who typed it. */
const complain = (error: unknown) => {
  if (error instanceof CheckFailed) return Effect.fail(error)
  const message = sentence(error)
  return message === undefined ? Effect.void : Effect.andThen(Console.error(message), Effect.fail(new CheckFailed()))
}

/** Undefined where nothing went wrong: a group of commands was named, and its help was shown. */
const sentence = (error: unknown): string | undefined => {
  if (error instanceof CliError.ShowHelp) {
    const mistakes = error.errors.map(({ message }) => message.replaceAll(/\s+/g, " "))
    return mistakes.length === 0 ? undefined : `${mistakes.join("; ")}. See: ${error.commandPath.join(" ")} --help`
  }
  if (error instanceof ServeError) return `${messageOf(error.cause)}. Set PORT (or HOST) to an address that is free.`
  return messageOf(error)
}

const messageOf = (error: unknown) => (error instanceof Error && error.message !== "" ? error.message : String(error))

Command.run(farthing, { version }).pipe(
  Effect.catch(complain),
  Effect.provide(Layer.mergeAll(NodeServices.layer, logging, presenting)),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    // 130 is an orderly stop after a signal.
    teardown: (exit, onExit) => Runtime.defaultTeardown(exit, (code) => onExit(code === 130 ? 0 : code)),
  }),
)
