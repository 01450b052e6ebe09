import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Metric, References } from "effect"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import * as HttpRouter from "effect/http/HttpRouter"
import { randomUUID } from "node:crypto"
import { AskRuns } from "../domain/ask/AskRuns.ts"
import { providedWorkflows } from "../domain/workflow/Recipes.ts"
import { providedPlanner } from "../domain/ask/Planner.ts"
import { RunningCalls } from "../domain/RunningCalls.ts"
import { NodeId } from "../domain/money/ids.ts"
import { Node } from "../domain/Node.ts"
import { Origins } from "../layers/origin/Origins.ts"
import { Deployment } from "../domain/rail/Deployment.ts"
import { railSchemas, railsLayer } from "../rails/registry.ts"
import { PgAskStore } from "../layers/postgres/asks/PgAskStore.ts"
import { PgSeal } from "../layers/postgres/asks/PgSeal.ts"
import { openDatabase } from "../layers/postgres/openDatabase.ts"
import { PgAudit } from "../layers/postgres/PgAudit.ts"
import { PgCatalogue } from "../layers/postgres/PgCatalogue.ts"
import { PgAuthenticator } from "../layers/postgres/PgAuthenticator.ts"
import { PgLedger } from "../layers/postgres/PgLedger.ts"
import { PgListings } from "../layers/postgres/PgListings.ts"
import { PgPriceList } from "../layers/postgres/PgPriceList.ts"
import { PgOrganisations } from "../layers/postgres/PgOrganisations.ts"
import { RailDatabase } from "../layers/postgres/RailDatabase.ts"
import { PgLedgerQueries } from "../layers/postgres/PgLedgerQueries.ts"
import { Api } from "./http/api/Api.ts"
import { edge } from "./http/edge.ts"
import { Admission } from "./http/Admission.ts"
import { gatekeeper } from "./http/gatekeeper.ts"
import { listener, Patience } from "./http/listener.ts"
import { AsksHandlers } from "./http/handlers/asks/asks.ts"
import { AskSettings } from "./http/handlers/asks/settings.ts"
import { BillingHandlers } from "./http/handlers/billing.ts"
import { FacilitatorHandlers } from "./http/handlers/facilitator.ts"
import { CallsHandlers } from "./http/handlers/calls.ts"
import { PublicHandlers } from "./http/handlers/health.ts"
import { MetricsRoute } from "./http/handlers/metrics.ts"
import { PreflightHandlers } from "./http/handlers/preflights.ts"
import { RelayRoutes } from "./http/handlers/relay/relay.ts"
import { relaying } from "./http/handlers/relay/whereabouts.ts"
import { RunsHandlers } from "./http/handlers/runs.ts"
import { DirectCallSettings } from "./http/handlers/settings.ts"
import { PublicUrl } from "./http/payment/resource.ts"
import { SepaHandlers } from "./http/handlers/sepa.ts"
import { SourcesHandlers } from "./http/handlers/sources.ts"
import { StripeWebhookHandlers } from "./http/handlers/stripeWebhook.ts"
import { TopupsHandlers } from "./http/handlers/topups.ts"
import { askStoreWithMetrics, plannerWithMetrics } from "./observability/askMetrics.ts"
import { tracedCalls, tracedPorts, tracing } from "./observability/tracing.ts"
import { Settings } from "./Settings.ts"
import { AskRecovery, Heartbeat, RailWorkers, Reconciler } from "./workers.ts"

/** The migrated database of the settings. Every command of the command line stands on it. */
export const database = Layer.unwrap(Effect.map(Settings, (settings) => openDatabase({ ...settings, schemas: railSchemas })))

/** The books and the directory over one database. */
const books = Layer.mergeAll(PgLedger, PgLedgerQueries, PgAudit, PgAuthenticator, PgPriceList, PgListings).pipe(
  // A batch serves many requests and is the child of none.
  Layer.provide(Layer.succeed(References.TracerEnabled, false)),
)

/** The same with those who use them. Needs the rails and the sources: swap those, keep the rest. */
export const storage = Layer.merge(books, PgOrganisations)

/** The rails that this gateway ships with, on its own books. */
export const rails = railsLayer.pipe(
  Layer.provide([
    books,
    RailDatabase,
    Layer.effect(
      Deployment,
      Effect.map(Settings, ({ mode }) => ({ mode })),
    ),
  ]),
)

const thisNode = Layer.sync(Node, () => Node.of({ id: NodeId.make(randomUUID()) }))

const publicUrl = Layer.effect(
  PublicUrl,
  Effect.map(Settings, (settings) => settings.publicUrl),
)

const directCalls = Layer.effect(
  DirectCallSettings,
  Effect.map(Settings, ({ closingMs, sourceTimeoutMs }) => ({ dispatchTimeoutMs: sourceTimeoutMs, closingMs })),
)

const calls = Layer.unwrap(Effect.map(Settings, ({ drainMs }) => RunningCalls.layer(drainMs)))

const asks = Layer.unwrap(
  Effect.map(Settings, ({ closingMs, drainMs, quoteTtlMs, sourceTimeoutMs }) =>
    Layer.mergeAll(
      AskRuns.layer({ dispatchTimeoutMs: sourceTimeoutMs, closingMs, drainMs, answerWithinMs: quoteTtlMs, lookEveryMs: 250 }).pipe(
        Layer.provideMerge(Layer.provide(askStoreWithMetrics, PgAskStore)),
      ),
      PgSeal,
      Layer.provide(plannerWithMetrics, providedPlanner),
      providedWorkflows,
      Layer.succeed(AskSettings, { quoteTtlMs }),
    ),
  ),
)

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }),
  HttpApiScalar.layer(Api, { path: "/docs" }),
  MetricsRoute,
  RelayRoutes,
).pipe(
  Layer.provide([
    CallsHandlers,
    AsksHandlers,
    FacilitatorHandlers,
    PreflightHandlers,
    RunsHandlers,
    SourcesHandlers,
    BillingHandlers,
    SepaHandlers,
    TopupsHandlers,
    StripeWebhookHandlers,
    PublicHandlers,
  ]),
  Layer.provide(gatekeeper),
  Layer.provide(edge),
)

const admission = Layer.unwrap(Effect.map(Settings, ({ maxExecuting }) => Admission.layer({ perNode: maxExecuting })))

const server = Layer.unwrap(
  Effect.gen(function* () {
    const { drainMs, host, port } = yield* Settings
    const patience = yield* Patience
    return NodeHttpServer.layer(() => listener(patience), { host, port, gracefulShutdownTimeout: drainMs })
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
  Layer.provide([Reconciler, RailWorkers, AskRecovery]),
  // Above the calls, so that the runs of asks stop first.
  Layer.provideMerge(asks),
  Layer.provideMerge(Layer.provide(tracedCalls, calls)),
  // Below the calls, so that the node leaves only once they have drained.
  Layer.provideMerge(Heartbeat),
  Layer.provideMerge(Layer.mergeAll(PgCatalogue, directCalls, relaying, Origins.layer(), admission, publicUrl)),
  Layer.provide(tracedPorts),
  Layer.provide(tracing),
  Layer.provideMerge(thisNode),
)

const ownMetrics = Layer.sync(Metric.MetricRegistry, () => new Map())

/** The same over PostgreSQL. */
export const gateway = gatewayNoStorage.pipe(Layer.provideMerge(storage), Layer.provide(ownMetrics))
