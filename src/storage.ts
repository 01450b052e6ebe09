import { Effect, Layer, References } from "effect"
import { Mailer } from "../domain/Mailer.ts"
import { smtpMailer } from "../layers/mail/smtpMailer.ts"
import { webhookSender } from "../layers/webhooks/webhookSender.ts"
import { SecretCipher } from "../domain/SecretCipher.ts"
import { appAuth } from "../layers/app/AppAuth.ts"
import { aesGcm } from "../layers/secrets/aesGcm.ts"
import { sandboxKey } from "../layers/secrets/sandboxKey.ts"
import { Deployment } from "../domain/rail/Deployment.ts"
import { PublicUrl } from "../rails/http/RequestContext.ts"
import { railSchemas, railsLayer } from "../rails/registry.ts"
import { openDatabase } from "../layers/postgres/openDatabase.ts"
import { PgCheckouts } from "../layers/postgres/connect/PgCheckouts.ts"
import { PgConnectEvents } from "../layers/postgres/connect/PgConnectEvents.ts"
import { PgEventQueue } from "../layers/postgres/connect/PgEventQueue.ts"
import { PgMarketplaces } from "../layers/postgres/connect/PgMarketplaces.ts"
import { PgMerchants } from "../layers/postgres/connect/PgMerchants.ts"
import { PgPayouts } from "../layers/postgres/publishing/PgPayouts.ts"
import { PgPublisherBooks } from "../layers/postgres/publishing/PgPublisherBooks.ts"
import { PgPublishers } from "../layers/postgres/publishing/PgPublishers.ts"
import { PgEraser } from "../layers/postgres/operating/PgEraser.ts"
import { PgOperatorQueries } from "../layers/postgres/operating/PgOperatorQueries.ts"
import { PgRailPauses } from "../layers/postgres/operating/PgRailPauses.ts"
import { PgOperatorLog } from "../layers/postgres/operating/PgOperatorLog.ts"
import { PgAudit } from "../layers/postgres/PgAudit.ts"
import { PgAuthenticator } from "../layers/postgres/PgAuthenticator.ts"
import { PgLedger } from "../layers/postgres/PgLedger.ts"
import { PgListings } from "../layers/postgres/PgListings.ts"
import { PgPriceList } from "../layers/postgres/PgPriceList.ts"
import { PgLinkedKeys } from "../layers/postgres/PgLinkedKeys.ts"
import { PgOrganisations } from "../layers/postgres/PgOrganisations.ts"
import { RailDatabase } from "../layers/postgres/Database.ts"
import { RaiseAlert, Alerts } from "../domain/alerts/Alerts.ts"
import { PgAlerts } from "../layers/postgres/alerts/PgAlerts.ts"
import { PgAlertQueue } from "../layers/postgres/alerts/PgAlertQueue.ts"
import { PgSpending } from "../layers/postgres/PgSpending.ts"
import { PgLedgerQueries } from "../layers/postgres/PgLedgerQueries.ts"
import { deploymentOf, Settings } from "./Settings.ts"

/** The migrated database of the settings. Every command of the command line uses it. */
export const database = Layer.unwrap(Effect.map(Settings, (settings) => openDatabase({ ...settings, schemas: railSchemas() })))

/** Encrypts secrets in the database with the keys of the settings; a sandbox without them has a key in its data directory. */
export const secretCipher = Layer.effect(
  SecretCipher,
  Effect.gen(function* () {
    const { dataDirectory, encryptionKeys } = yield* Settings
    const [first = yield* sandboxKey(dataDirectory), ...others] = encryptionKeys
    return aesGcm([first, ...others])
  }),
)

/** The books and the directory over one database. */
const books = Layer.mergeAll(PgLedger, PgLedgerQueries, PgAudit, PgAuthenticator, PgPriceList, PgListings).pipe(
  // A batch serves many requests and is the child of none.
  Layer.provide(Layer.succeed(References.TracerEnabled, false)),
)

const publishing = Layer.mergeAll(PgPublishers, PgPublisherBooks, PgPayouts)

/** Marketplaces with their merchants, checkouts and events. */
const connectStorage = Layer.mergeAll(PgMarketplaces, PgMerchants, PgCheckouts, PgConnectEvents, PgEventQueue)

/** The operator's mail server. */
export const mailer = Layer.effect(
  Mailer,
  Effect.flatMap(Settings, ({ mailFrom, smtpUrl }) =>
    smtpUrl === undefined || mailFrom === undefined ? Effect.succeed(Mailer.of({ send: undefined })) : smtpMailer(smtpUrl, mailFrom),
  ),
)

/** Sign-in, sessions and members of the app. A live gateway without FARTHING_APP_SECRET serves no app. */
export const appUsers = Layer.unwrap(
  Effect.gen(function* () {
    const { appSecret, dataDirectory, mode, publicUrl } = yield* Settings
    const secret = appSecret ?? (mode === "sandbox" ? yield* sandboxKey(dataDirectory, "app") : undefined)
    return appAuth({ secret, publicUrl, isSecure: publicUrl === undefined ? mode === "live" : publicUrl.startsWith("https:") })
  }),
).pipe(Layer.provide(mailer))

/** The same with those who use them. Needs the rails and the sources: swap those, keep the rest. */
export const storage = Layer.mergeAll(
  books,
  PgOrganisations,
  PgLinkedKeys,
  PgSpending,
  PgAlerts,
  PgAlertQueue,
  PgOperatorLog,
  PgOperatorQueries,
  PgRailPauses,
  PgEraser,
  connectStorage,
  publishing,
)

/** The gateway posts to public addresses; that of a sandbox also to its own machine. */
export const webhooks = Layer.unwrap(Effect.map(Settings, ({ mode }) => webhookSender({ allowLoopback: mode === "sandbox" })))

export const publicUrl = Layer.effect(
  PublicUrl,
  Effect.map(Settings, (settings) => settings.publicUrl),
)

/** Alerts that a rail raises are stored, listed and delivered like those of limits. */
export const raiseAlert = Layer.effect(
  RaiseAlert,
  Effect.map(Alerts, ({ raise }) => raise),
).pipe(Layer.provide(PgAlerts))

/** The rails that this gateway ships with, on its own books. */
export const rails = railsLayer.pipe(
  Layer.provide([
    books,
    RailDatabase,
    mailer,
    webhooks,
    publicUrl,
    raiseAlert,
    Layer.effect(Deployment, Effect.map(Settings, deploymentOf)),
  ]),
  Layer.provide(secretCipher),
)
