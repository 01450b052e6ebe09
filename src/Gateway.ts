import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Metric, References } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as HttpRouter from "effect/http/HttpRouter"
import { randomUUID } from "node:crypto"
import { AskRuns } from "../domain/ask/AskRuns.ts"
import { providedWorkflows } from "../domain/workflow/Recipes.ts"
import { providedPlanner } from "../domain/ask/Planner.ts"
import { RunningCalls } from "../domain/RunningCalls.ts"
import { NodeId } from "../domain/money/ids.ts"
import { LoopSuccesses } from "../domain/backgroundLoop.ts"
import { Node } from "../domain/Node.ts"
import { Mailer } from "../domain/Mailer.ts"
import { smtpMailer } from "../layers/mail/smtpMailer.ts"
import { webhookSender } from "../layers/webhooks/webhookSender.ts"
import { SecretCipher } from "../domain/SecretCipher.ts"
import { aesGcm } from "../layers/secrets/aesGcm.ts"
import { sandboxKey } from "../layers/secrets/sandboxKey.ts"
import { Origins } from "../layers/origin/Origins.ts"
import { pausable, PausedRails, RailPauses } from "../domain/operating/RailPauses.ts"
import { Rails } from "../domain/rail/Rail.ts"
import { Deployment } from "../domain/rail/Deployment.ts"
import { PublicUrl } from "../rails/http/RequestContext.ts"
import { railHandlers, railSchemas, railsLayer } from "../rails/registry.ts"
import { PgAskStore } from "../layers/postgres/asks/PgAskStore.ts"
import { PgStateSigner } from "../layers/postgres/asks/PgStateSigner.ts"
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
import { PgCatalogue } from "../layers/postgres/PgCatalogue.ts"
import { PgAuthenticator } from "../layers/postgres/PgAuthenticator.ts"
import { PgLedger } from "../layers/postgres/PgLedger.ts"
import { PgListings } from "../layers/postgres/PgListings.ts"
import { PgPriceList } from "../layers/postgres/PgPriceList.ts"
import { PgOrganisations } from "../layers/postgres/PgOrganisations.ts"
import { RailDatabase } from "../layers/postgres/Database.ts"
import { PgLedgerQueries } from "../layers/postgres/PgLedgerQueries.ts"
import { askStoreWithMetrics, plannerWithMetrics } from "./observability/askMetrics.ts"
import { measuredCalls, measuredPorts } from "./observability/stageMetrics.ts"
import { tracedCalls, tracedPorts, tracing } from "./observability/tracing.ts"
import { Api } from "./http/Api.ts"
import { DocsRoute } from "./http/docs.ts"
import { AsksHandlers } from "./http/asks/handlers.ts"
import { AskSettings } from "./http/asks/plan.ts"
import { BillingHandlers } from "./http/billing/handlers.ts"
import { CallsHandlers } from "./http/calls/handlers.ts"
import { CheckoutsHandlers } from "./http/checkouts/handlers.ts"
import { callTimeouts } from "./http/paid/order.ts"
import { MarketplacesHandlers } from "./http/marketplaces/handlers.ts"
import { MerchantsHandlers } from "./http/merchants/handlers.ts"
import { PayHandlers } from "./http/pay/handlers.ts"
import { OrganisationHandlers } from "./http/organisation/handlers.ts"
import { PreflightHandlers } from "./http/preflights/handlers.ts"
import { publisherGuarded } from "./http/publishers/guard.ts"
import { PublishersHandlers } from "./http/publishers/handlers.ts"
import { originLocator } from "./http/relay/outbound.ts"
import { RelayRoutes } from "./http/relay/routes.ts"
import { RunsHandlers } from "./http/runs/handlers.ts"
import { listener, ClientTimeouts } from "./http/server/listener.ts"
import { anonymousGuarded } from "./http/server/anonymousGuard.ts"
import { marketplaceGuarded } from "./http/server/marketplaceGuard.ts"
import { paymentsGuarded } from "./http/server/paymentsGuard.ts"
import { guarded, requestGuard } from "./http/server/requestGuard.ts"
import { requestMiddleware } from "./http/server/requestMiddleware.ts"
import { SourcesHandlers } from "./http/sources/handlers.ts"
import { PublicHandlers } from "./http/status/handlers.ts"
import { MetricsRoute } from "./http/status/metrics.ts"
import { Settings } from "./Settings.ts"
import { CheckoutWorkers } from "./checkoutWorkers.ts"
import { EventDispatcher } from "./webhooks/dispatcher.ts"
import { AskRecovery, CancelledCalls, Heartbeat, PublisherPayouts, RailWorkers, Reconciler } from "./workers.ts"

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

/** The same with those who use them. Needs the rails and the sources: swap those, keep the rest. */
export const storage = Layer.mergeAll(
  books,
  PgOrganisations,
  PgOperatorLog,
  PgOperatorQueries,
  PgRailPauses,
  PgEraser,
  connectStorage,
  publishing,
)

/** The operator's mail server. */
const mailer = Layer.effect(
  Mailer,
  Effect.flatMap(Settings, ({ mailFrom, smtpUrl }) =>
    smtpUrl === undefined || mailFrom === undefined ? Effect.succeed(Mailer.of({ send: undefined })) : smtpMailer(smtpUrl, mailFrom),
  ),
)

/** The gateway posts to public addresses; that of a sandbox also to its own machine. */
export const webhooks = Layer.unwrap(Effect.map(Settings, ({ mode }) => webhookSender({ allowLoopback: mode === "sandbox" })))

const publicUrl = Layer.effect(
  PublicUrl,
  Effect.map(Settings, (settings) => settings.publicUrl),
)

/** The rails that this gateway ships with, on its own books. */
export const rails = railsLayer.pipe(
  Layer.provide([
    books,
    RailDatabase,
    mailer,
    webhooks,
    publicUrl,
    Layer.effect(
      Deployment,
      Effect.map(Settings, ({ mode, testMoney }) => ({ mode, testMoney: testMoney || mode === "sandbox" })),
    ),
  ]),
  Layer.provide(secretCipher),
)

const thisNode = Layer.sync(Node, () => Node.of({ id: NodeId.make(randomUUID()) }))

const calls = Layer.unwrap(Effect.map(Settings, ({ drainMs }) => RunningCalls.layer(drainMs)))

const asks = Layer.unwrap(
  Effect.map(Settings, ({ closingMs, drainMs, quoteTtlMs, sourceTimeoutMs }) =>
    Layer.mergeAll(
      AskRuns.layer({ dispatchTimeoutMs: sourceTimeoutMs, closingMs, drainMs, answerWithinMs: quoteTtlMs, lookEveryMs: 250 }).pipe(
        Layer.provideMerge(Layer.provide(askStoreWithMetrics, PgAskStore)),
      ),
      PgStateSigner,
      Layer.provide(plannerWithMetrics, providedPlanner),
      providedWorkflows,
      Layer.succeed(AskSettings, { quoteTtlMs }),
    ),
  ),
)

const routes = Layer.mergeAll(HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }), DocsRoute, MetricsRoute, RelayRoutes).pipe(
  Layer.provide([
    CallsHandlers,
    AsksHandlers,
    PreflightHandlers,
    RunsHandlers,
    SourcesHandlers,
    BillingHandlers,
    OrganisationHandlers,
    MarketplacesHandlers,
    PublishersHandlers,
    MerchantsHandlers,
    CheckoutsHandlers,
    PayHandlers,
    PublicHandlers,
    ...railHandlers(),
  ]),
  Layer.provide(paymentsGuarded),
  Layer.provide([guarded, marketplaceGuarded, publisherGuarded, anonymousGuarded]),
  Layer.provide(requestMiddleware),
)

const guard = Layer.unwrap(Effect.map(Settings, ({ maxExecuting }) => requestGuard({ perNode: maxExecuting })))

const server = Layer.unwrap(
  Effect.gen(function* () {
    const { drainMs, host, port } = yield* Settings
    const timeouts = yield* ClientTimeouts
    return NodeHttpServer.layer(() => listener(timeouts), { host, port, gracefulShutdownTimeout: drainMs })
  }),
)

/** One path, one route: no other case, slashes or endings. A parameter may be as long as the headers let it. */
const routerConfig = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: false, maxParamLength: 16_384 }

/**
 * A whole gateway: it answers on its port once this layer is built, and drains when it is closed. It serves the rails
 * and sources it is given, over the database it is given.
 */
export const gatewayNoStorage = HttpRouter.serve(routes, { routerConfig, disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(server),
  Layer.provide([Reconciler, RailWorkers, AskRecovery, CancelledCalls, PublisherPayouts, EventDispatcher, CheckoutWorkers]),
  // Above the calls, so that the runs of asks stop first.
  Layer.provideMerge(asks),
  Layer.provideMerge(measuredCalls.pipe(Layer.provide(tracedCalls), Layer.provide(calls))),
  // Below the calls, so that the node leaves only once they have drained.
  Layer.provideMerge(Heartbeat),
  Layer.provideMerge(Layer.mergeAll(PgCatalogue, callTimeouts, originLocator, Origins.layer(), guard, publicUrl, webhooks)),
  Layer.provide(Layer.provideMerge(tracedPorts, measuredPorts)),
  Layer.provide(tracing),
  Layer.provideMerge(thisNode),
  Layer.provide(Layer.sync(LoopSuccesses, () => new Map())),
)

const ownMetrics = Layer.sync(Metric.MetricRegistry, () => new Map())

/** The rails, which pay for nothing while an operator has paused them. */
const pausableRails = Layer.effectContext(
  Effect.gen(function* () {
    const { current } = yield* RailPauses
    const rails = new Map([...(yield* Rails)].map(([id, rail]) => [id, pausable(rail, current)]))
    return Context.make(Rails, rails).pipe(Context.add(PausedRails, current))
  }),
)

/** The same over PostgreSQL. */
export const gateway = gatewayNoStorage.pipe(
  Layer.provide(pausableRails),
  Layer.provideMerge(storage),
  Layer.provide(ownMetrics),
  Layer.provide(secretCipher),
)
