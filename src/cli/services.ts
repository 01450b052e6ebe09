import { Effect, Layer } from "effect"
import { hostname, userInfo } from "node:os"
import { audited, Operator } from "../../domain/operating/OperatorLog.ts"
import { requireNotErased } from "../../domain/operating/organisations.ts"
import { Components, ComponentUnavailable } from "../../domain/sandbox/Component.ts"
import { hasDatabase } from "../../layers/embedded/paths.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { componentRows } from "../../layers/postgres/PgComponents.ts"
import { prepaidAlone } from "../../rails/credits/rail.ts"
import { appUsers, database, rails, secretCipher, storage, webhooks } from "../storage.ts"
import type { CommandTools } from "../../rails/RailModule.ts"
import { otherView } from "../http/billing/payments.ts"
import { checkedSettings } from "../checkedSettings.ts"
import { Settings } from "../Settings.ts"
import { reasonFlag } from "./flags.ts"
import { checkoutPayments } from "../books/checkoutPayments.ts"
import { payoutPayments } from "../books/payoutPayments.ts"
import { jsonFlag, print } from "./output.ts"

/** The account of the process. A container may run under a number that has no name. */
const userName = () => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? "without a number"}`
  }
}

const operator = Layer.sync(Operator, () => Operator.of({ user: userName(), host: hostname() }))

/** A command for a gateway whose directory it was not given would otherwise answer from a new, empty database in silence. */
const warnOfNewDatabase = Effect.gen(function* () {
  const { dataDirectory, databaseUrl } = yield* Settings
  if (databaseUrl !== undefined || hasDatabase(dataDirectory)) return
  yield* Effect.logWarning(
    `There is no database in ${dataDirectory} yet: this command makes a new, empty one. For a gateway with another database, set FARTHING_DATA_DIR or DATABASE_URL as it has.`,
  )
})

const commandDatabase = Layer.unwrap(Effect.as(warnOfNewDatabase, database))

/** What a command needs besides its flags: the books, over the same database as a running gateway, or one that is started for it. */
const books = appUsers.pipe(
  Layer.provideMerge(storage),
  Layer.provideMerge(prepaidAlone),
  Layer.provideMerge(webhooks),
  Layer.provideMerge(secretCipher),
  Layer.provideMerge(commandDatabase),
  Layer.provideMerge(Settings.layer),
  Layer.provideMerge(operator),
)

export const withServices = <A, E, R>(command: Effect.Effect<A, E, R>) => Effect.provide(command, books)

/** The components of a running gateway, for a command beside it, which starts none itself. */
const recordedComponents = Layer.effect(
  Components,
  Effect.map(Database, (database) =>
    Components.of({
      url: (name) =>
        componentRows.pipe(
          Effect.provideService(Database, database),
          Effect.map((rows) => rows.find((row) => row.name === name)?.url ?? undefined),
          Effect.catch(() => Effect.undefined),
          Effect.filterOrFail(
            (url) => url !== undefined,
            () => new ComponentUnavailable({ name, message: `The sandbox's ${name} is not running. Start a gateway first: npm start.` }),
          ),
        ),
    }),
  ),
)

/** The same with every rail, for a command that asks them. */
const withAll = checkoutPayments.pipe(
  Layer.provideMerge(payoutPayments),
  Layer.provideMerge(storage),
  Layer.provideMerge(Layer.provide(rails, recordedComponents)),
  Layer.provideMerge(webhooks),
  Layer.provideMerge(secretCipher),
  Layer.provideMerge(commandDatabase),
  Layer.provideMerge(checkedSettings),
  Layer.provideMerge(operator),
)

export const withRails = <A, E, R>(command: Effect.Effect<A, E, R>) => Effect.provide(command, withAll)

/** What commands of a rail need of the command line. */
export const commandTools: CommandTools = {
  jsonFlag,
  run: (json, command) => withRails(Effect.flatMap(command, ({ text, value }) => print(json, value, text))),
  reasonFlag,
  operate: (json, action, command, { alsoErased = false } = {}) =>
    withRails(
      Effect.gen(function* () {
        const line = Effect.isEffect(action) ? yield* action : action
        if (line.organisation !== null && !alsoErased) yield* requireNotErased(line.organisation)
        const { text, value } = yield* audited(line, Effect.succeed({}), command, ({ value }) => ({ ...value }))
        yield* print(json, value, text)
      }),
    ),
  otherPaymentView: otherView,
}
