import { appUsers } from "../../../src/storage.ts"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { createServer } from "node:http"
import { RunningCalls } from "../../../domain/RunningCalls.ts"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { NodeId } from "../../../domain/money/ids.ts"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { Listings } from "../../../domain/listing/Listing.ts"
import { Node } from "../../../domain/Node.ts"
import { Origins, type OriginSettings } from "../../../layers/origin/Origins.ts"
import { type Resolve, Resolver } from "../../../layers/origin/Resolver.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { callTimeouts } from "../../../src/http/paid/order.ts"
import { originLocator } from "../../../src/http/relay/outbound.ts"
import { RelayRoutes } from "../../../src/http/relay/routes.ts"
import { requestGuard } from "../../../src/http/server/requestGuard.ts"
import { requestMiddleware } from "../../../src/http/server/requestMiddleware.ts"
import { Settings } from "../../../src/Settings.ts"
import { Heartbeat } from "../../../src/workers.ts"
import { freshDatabase } from "../database.ts"
import { baseUrl, storage, testSettings } from "../gateway.ts"
import { RelayFixture } from "./fixture.ts"

export interface RelayOptions {
  readonly origins?: Partial<OriginSettings>
  /** In place of the system's resolver. */
  readonly resolve?: Resolve
  readonly sourceTimeoutMs?: number
}

/** The relay's routes with all their services, and the test's own client for origins. */
export const relayGateway = ({ origins = {}, resolve, sourceTimeoutMs = testSettings.sourceTimeoutMs }: RelayOptions) => {
  const settings = Layer.succeed(Settings, { ...testSettings, sourceTimeoutMs })
  const client = resolve === undefined ? Resolver.layer : Layer.succeed(Resolver, resolve)
  const here = Layer.mergeAll(
    Layer.succeed(Node, { id: NodeId.make(crypto.randomUUID()) }),
    Origins.layerNoDeps(origins).pipe(Layer.provide(client)),
    requestGuard({ perNode: 512 }),
    callTimeouts,
    originLocator,
  )
  const server = HttpRouter.serve(RelayRoutes.pipe(Layer.provide(requestMiddleware)), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { host: "127.0.0.1", port: 0 })),
    Layer.provideMerge(RunningCalls.layer(5_000)),
    Layer.provideMerge(Heartbeat),
    Layer.provideMerge(here),
  )
  return Layer.effectContext(
    Effect.gen(function* () {
      const database = Database.layer(yield* freshDatabase)
      const whole = server.pipe(
        Layer.provideMerge(Layer.provide(appUsers, settings)),
        Layer.provideMerge(storage),
        Layer.provideMerge(Layer.mergeAll(database, prepaidAlone)),
        Layer.provide(settings),
      )
      const gateway = yield* Layer.build(whole)
      const scene = RelayFixture.of({
        baseUrl: yield* Effect.provide(baseUrl, gateway),
        origin: "",
        received: [],
        answerWith: () => Effect.void,
        list: () => Effect.void,
      })
      return Context.add(Context.pick(Audit, Database, Ledger, Listings, Organisations)(gateway), RelayFixture, scene)
    }),
  )
}
