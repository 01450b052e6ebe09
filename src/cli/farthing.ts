import { Console, Effect } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { ServeError } from "effect/http/HttpServerError"
import { isSqlError } from "effect/sql/SqlError"
import { innermostMessage } from "../../layers/postgres/sqlErrors.ts"
import { isRefused } from "../../domain/Refusal.ts"
import { ledger, payments, reconcileCommand } from "./books.ts"
import { price, source } from "./catalogue.ts"
import { listing } from "./listings.ts"
import { credits } from "./credits.ts"
import { account } from "./accounts.ts"
import { call, holds, unknowns } from "./calls.ts"
import { events } from "./events.ts"
import { erase } from "./erase.ts"
import { key } from "./keys.ts"
import { marketplace } from "./marketplaces.ts"
import { merchant } from "./merchants.ts"
import { payouts } from "./payouts.ts"
import { publisher } from "./publishers.ts"
import { rail } from "./rails.ts"
import { operatorLog } from "./log.ts"
import { org } from "./organisations.ts"
import { CheckFailed } from "./output.ts"
import { sandbox } from "./sandbox.ts"
import { commandTools } from "./services.ts"
import { railCommands } from "../../rails/registry.ts"
import { secrets } from "./secrets.ts"
import { migrate, serve } from "./serve.ts"
import { version } from "../version.ts"
import { user } from "./users.ts"
import { webhook } from "./webhooks.ts"

const farthing = Command.make("farthing").pipe(
  Command.withDescription("The pay-per-call data gateway"),
  Command.withSubcommands([
    serve,
    migrate,
    org,
    user,
    key,
    credits,
    source,
    price,
    listing,
    marketplace,
    events,
    webhook,
    merchant,
    payments,
    publisher,
    payouts,
    ledger,
    ...railCommands().map((command) => command(commandTools)),
    secrets,
    reconcileCommand,
    account,
    call,
    rail,
    holds,
    unknowns,
    erase,
    operatorLog,
    sandbox,
  ]),
)

/** One command line, to its end. It fails after the reason was printed: with `--json` as one JSON object, otherwise as one sentence. */
export const runFarthing = (args: ReadonlyArray<string>) =>
  Command.runWith(farthing, { version })(args).pipe(
    Effect.catch((error) => complain(error, args.includes("--json"))),
    Effect.provide(presenting),
  )

/** Requested help goes to standard output. A wrong invocation prints only its sentence, on standard error. */
const presenting = CliOutput.layerPresenter({
  present: (event) => (event._tag === "InvalidInvocation" ? Effect.void : CliOutput.defaultPresenter.present(event)),
})

const complain = (error: unknown, json: boolean) => {
  if (error instanceof CheckFailed) return Effect.fail(error)
  const message = sentence(error)
  if (message === undefined) return Effect.void
  const shown = json ? Console.log(JSON.stringify({ error: { code: codeOf(error), message } })) : Console.error(message)
  return Effect.andThen(shown, Effect.fail(new CheckFailed()))
}

/** The code that the API gives to the same refusal, otherwise the name of the error: `key_limit_reached`, `invalid_settings`. */
const codeOf = (error: unknown): string => {
  if (isRefused(error)) return error.code
  if (error instanceof CliError.ShowHelp) return "invalid_invocation"
  const name = error instanceof Error && "_tag" in error && typeof error._tag === "string" ? error._tag : "command_failed"
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()
}

/** Undefined where nothing went wrong: a group of commands was named, and its help was shown. */
const sentence = (error: unknown): string | undefined => {
  if (error instanceof CliError.ShowHelp) {
    const mistakes = error.errors.map((mistake) =>
      (mistake._tag === "InvalidValue" ? invalidValue(mistake) : mistake.message).replaceAll(/\s+/g, " ").replace(/\.$/, ""),
    )
    return mistakes.length === 0 ? undefined : `${mistakes.join("; ")}. See: ${error.commandPath.join(" ")} --help`
  }
  if (error instanceof ServeError) return `${messageOf(error.cause)}. Set PORT (or HOST) to an address that is free.`
  if (isSqlError(error)) return `The database did not do what the command needs: ${innermostMessage(error)}.`
  return messageOf(error)
}

/** The rule of a flag or an argument as one sentence, which the library puts behind "Expected: " whatever its form is. */
const invalidValue = ({ expected, kind, option, value }: CliError.InvalidValue): string => {
  const name = kind === "flag" ? `--${option}` : `<${option}>`
  const rule = expected.replace(/^Schema validation failed: /, "")
  if (/^Expected a value with a length of at least 1$/.test(rule)) return `${name} must not be empty`
  if (rule.startsWith("Expected ")) return `${name} must be ${rule.slice("Expected ".length)}, not "${value}"`
  if (rule.startsWith("must ")) return `${name} ${rule}, not "${value}"`
  if (/^"[^"]*"( \| "[^"]*")+$/.test(rule))
    return `${name} must be one of ${rule.replaceAll('"', "").replaceAll(" | ", ", ")}, not "${value}"`
  return rule
}

const messageOf = (error: unknown) => (error instanceof Error && error.message !== "" ? error.message : String(error))
