import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import * as HttpRouter from "effect/http/HttpRouter"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { Calls } from "../domain/Calls.ts"
import { NodeId } from "../domain/ids.ts"
import { Node } from "../domain/Node.ts"
import { openDatabase } from "../layers/postgres/openDatabase.ts"
import { PgAudit } from "../layers/postgres/PgAudit.ts"
import { PgCatalogue } from "../layers/postgres/PgCatalogue.ts"
import { PgGate } from "../layers/postgres/PgGate.ts"
import { PgLedger } from "../layers/postgres/PgLedger.ts"
import { PgOrganisations } from "../layers/postgres/PgOrganisations.ts"
import { PgReading } from "../layers/postgres/PgReading.ts"
import { Api } from "./http/api/Api.ts"
import { edge } from "./http/edge.ts"
import { gatekeeper } from "./http/gatekeeper.ts"
import { BillingHandlers } from "./http/handlers/billing.ts"
import { CallsHandlers } from "./http/handlers/calls.ts"
import { HealthRoutes } from "./http/handlers/health.ts"
import { RunsHandlers } from "./http/handlers/runs.ts"
import { DirectCallSettings } from "./http/handlers/settings.ts"
import { SourcesHandlers } from "./http/handlers/sources.ts"
import { Traffic } from "./http/Traffic.ts"
import { Settings } from "./Settings.ts"
import { Heartbeat, Reconciler } from "./workers/node.ts"

/** The migrated database of the settings. Every command of the command line stands on it. */
export const database = Layer.unwrap(Effect.map(Settings, openDatabase))

/** The books and the directory over one database. Needs the rails and the sources: swap those, keep the rest. */
export const storage = Layer.mergeAll(PgLedger, PgReading, PgAudit, PgOrganisations, PgGate)

const thisNode = Layer.sync(Node, () => Node.of({ id: NodeId.make(randomUUID()) }))

const directCalls = Layer.effect(
  DirectCallSettings,
  Effect.map(Settings, ({ closingMs, sourceTimeoutMs }) => ({ dispatchTimeoutMs: sourceTimeoutMs, closingMs })),
)

const calls = Layer.unwrap(Effect.map(Settings, ({ drainMs }) => Calls.layer(drainMs)))

const routes = Layer.unwrap(
  Effect.map(Settings, ({ maxExecuting }) =>
    Layer.mergeAll(
      HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }),
      HttpApiScalar.layer(Api, { path: "/docs" }),
      HealthRoutes,
    ).pipe(
      Layer.provide([CallsHandlers, RunsHandlers, SourcesHandlers, BillingHandlers]),
      Layer.provide(gatekeeper({ perNode: maxExecuting })),
      Layer.provide(edge),
    ),
  ),
)

const server = Layer.unwrap(
  Effect.map(Settings, ({ drainMs, host, port }) =>
    NodeHttpServer.layer(
      () => {
        const http = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 })
        // An answer that is given while the server closes is the last one on its connection.
        return http.on("request", (_, response) =>
          response.once("finish", () => http.listening || setImmediate(() => http.closeIdleConnections())),
        )
      },
      { host, port, gracefulShutdownTimeout: drainMs },
    ),
  ),
)

/**
 * A whole gateway: it answers on its port once this layer is built, and drains when it is closed. It serves the rails
 * and sources it is given, over the database it is given.
 */
export const gatewayNoStorage = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(server),
  Layer.provide(Reconciler),
  Layer.provideMerge(calls),
  // Below the calls, so that the node leaves only once they have drained.
  Layer.provideMerge(Heartbeat),
  Layer.provideMerge(Layer.mergeAll(PgCatalogue, thisNode, directCalls, Traffic.layer)),
)

/** The same over PostgreSQL. */
export const gateway = gatewayNoStorage.pipe(Layer.provideMerge(storage))
