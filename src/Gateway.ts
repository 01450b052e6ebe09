import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Metric } from "effect"
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
import { Origins } from "../layers/origin/Origins.ts"
import { pausable, PausedRails, RailPauses } from "../domain/operating/RailPauses.ts"
import { Rails } from "../domain/rail/Rail.ts"
import { railHandlers } from "../rails/registry.ts"
import { PgAskStore } from "../layers/postgres/asks/PgAskStore.ts"
import { PgStateSigner } from "../layers/postgres/asks/PgStateSigner.ts"
import { PgCatalogue } from "../layers/postgres/PgCatalogue.ts"
import { askStoreWithMetrics, plannerWithMetrics } from "./observability/askMetrics.ts"
import { measuredCalls, measuredPorts } from "./observability/stageMetrics.ts"
import { tracedCalls, tracedPorts, tracing } from "./observability/tracing.ts"
import { Api } from "./http/Api.ts"
import { AppAuthRoutes } from "./http/app/authRoutes.ts"
import { AppPageRoutes } from "./http/app/pageRoutes.ts"
import { DocsRoute } from "./http/docs.ts"
import { AlertsHandlers } from "./http/alerts/handlers.ts"
import { AttentionHandlers } from "./http/attention/handlers.ts"
import { AsksHandlers } from "./http/asks/handlers.ts"
import { PlanningShare } from "./http/asks/planningShare.ts"
import { AskSettings } from "./http/asks/plan.ts"
import { BillingHandlers } from "./http/billing/handlers.ts"
import { CallsHandlers } from "./http/calls/handlers.ts"
import { CheckoutsHandlers } from "./http/checkouts/handlers.ts"
import { callTimeouts } from "./http/paid/order.ts"
import { LinksHandlers } from "./http/links/handlers.ts"
import { MarketplacesHandlers } from "./http/marketplaces/handlers.ts"
import { MerchantsHandlers } from "./http/merchants/handlers.ts"
import { PageRoutes } from "./http/pages/routes.ts"
import { PayHandlers } from "./http/pay/handlers.ts"
import { OperatorApi } from "./http/operator/api.ts"
import { operatorGuarded } from "./http/operator/guard.ts"
import { OperatorHandlers } from "./http/operator/handlers.ts"
import { OrganisationHandlers } from "./http/organisation/handlers.ts"
import { PreflightHandlers } from "./http/preflights/handlers.ts"
import { publisherGuarded } from "./http/publishers/guard.ts"
import { PublishersHandlers } from "./http/publishers/handlers.ts"
import { originLocator } from "./http/relay/outbound.ts"
import { RelayRoutes } from "./http/relay/routes.ts"
import { RunsHandlers } from "./http/runs/handlers.ts"
import { layeredContexts } from "./http/server/layeredContexts.ts"
import { listener, ClientTimeouts } from "./http/server/listener.ts"
import { anonymousGuarded } from "./http/server/anonymousGuard.ts"
import { marketplaceGuarded } from "./http/server/marketplaceGuard.ts"
import { paymentsGuarded } from "./http/server/paymentsGuard.ts"
import { guarded, requestGuard } from "./http/server/requestGuard.ts"
import { ProxiesInFront } from "./http/server/clientAddress.ts"
import { requestMiddleware } from "./http/server/requestMiddleware.ts"
import { SpendingHandlers } from "./http/spending/handlers.ts"
import { SourcesHandlers } from "./http/sources/handlers.ts"
import { PublicHandlers } from "./http/status/handlers.ts"
import { MetricsRoute } from "./http/status/metrics.ts"
import { Settings } from "./Settings.ts"
import { appUsers, mailer, publicUrl, secretCipher, storage, webhooks } from "./storage.ts"
import { AlertWorkers } from "./webhooks/alertNotices.ts"
import { EventDispatcher } from "./webhooks/dispatcher.ts"
import {
  AskRecovery,
  CancelledCalls,
  Heartbeat,
  IdleAccounts,
  PublisherPayouts,
  RailWorkers,
  Reconciler,
  CheckoutWorkers,
  SpendingSums,
} from "./workers.ts"

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
      PlanningShare.layer,
    ),
  ),
)

const proxies = Layer.effect(
  ProxiesInFront,
  Effect.map(Settings, (settings) => settings.proxies),
)

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }),
  HttpApiBuilder.layer(OperatorApi),
  DocsRoute,
  MetricsRoute,
  PageRoutes,
  AppPageRoutes,
  AppAuthRoutes,
  RelayRoutes,
).pipe(
  Layer.provide([
    CallsHandlers,
    AsksHandlers,
    PreflightHandlers,
    RunsHandlers,
    SourcesHandlers,
    BillingHandlers,
    SpendingHandlers,
    AlertsHandlers,
    AttentionHandlers,
    OrganisationHandlers,
    OperatorHandlers,
    LinksHandlers,
    MarketplacesHandlers,
    PublishersHandlers,
    MerchantsHandlers,
    CheckoutsHandlers,
    PayHandlers,
    PublicHandlers,
    ...railHandlers(),
  ]),
  Layer.provide(paymentsGuarded),
  Layer.provide([guarded, marketplaceGuarded, publisherGuarded, anonymousGuarded, operatorGuarded]),
  Layer.provide(Layer.provide(requestMiddleware, proxies)),
)

const guard = Layer.unwrap(Effect.map(Settings, ({ maxExecuting }) => requestGuard({ perNode: maxExecuting })))

const server = Layer.unwrap(
  Effect.gen(function* () {
    const { drainMs, host, port } = yield* Settings
    const timeouts = yield* ClientTimeouts
    return Layer.provideMerge(
      layeredContexts,
      NodeHttpServer.layer(() => listener(timeouts), { host, port, gracefulShutdownTimeout: drainMs }),
    )
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
  Layer.provide([
    Reconciler,
    RailWorkers,
    AskRecovery,
    CancelledCalls,
    PublisherPayouts,
    EventDispatcher,
    CheckoutWorkers,
    SpendingSums,
    IdleAccounts,
    AlertWorkers,
  ]),
  // Above the calls, so that the runs of asks stop first.
  Layer.provideMerge(asks),
  Layer.provideMerge(measuredCalls.pipe(Layer.provide(tracedCalls), Layer.provide(calls))),
  // Below the calls, so that the node leaves only once they have drained.
  Layer.provideMerge(Heartbeat),
  Layer.provideMerge(Layer.mergeAll(PgCatalogue, callTimeouts, originLocator, Origins.layer(), guard, publicUrl, webhooks, mailer)),
  Layer.provide(Layer.provideMerge(tracedPorts, measuredPorts)),
  Layer.provide(tracing),
  Layer.provideMerge(thisNode),
  Layer.provideMerge(Layer.sync(LoopSuccesses, () => new Map())),
)

/** The metrics of one gateway, shared by all layers that it is composed of: the layers that share the ledger with it need it too. */
export const ownMetrics = Layer.sync(Metric.MetricRegistry, () => new Map())

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
  Layer.provideMerge(appUsers),
  Layer.provideMerge(storage),
  Layer.provide(ownMetrics),
  Layer.provide(secretCipher),
)
