import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { storage } from "../../src/Gateway.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { railsLayer } from "../../rails/registry.ts"
import { freshDatabase } from "../support/database.ts"
import { newBuyer } from "../support/gateway.ts"
import { call, send } from "../support/processClient.ts"
import { spawnGateway } from "../support/processGateway.ts"
it()
function it() {
layer(Layer.empty, { excludeTestServices: true })("x", (it) => {
  it.effect.each(["none", "idle", "busy"])("drain %s", (how) => Effect.gen(function*(){
    const location = yield* freshDatabase
    const g = yield* spawnGateway({ location, dispatchLog: "/tmp/zz.log", settings: { drainMs: 12000 } })
    const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), railsLayer)))
    const { secret } = yield* newBuyer().pipe(Effect.provide(books))
    if (how !== "none") yield* send({ baseUrl: g.baseUrl, secret, path: "/v2/balance" })
    const c = how === "busy" ? yield* Effect.forkChild(call({ baseUrl: g.baseUrl, secret, script: "slow", token: "x" })) : undefined
    yield* Effect.sleep(100)
    const at = Date.now()
    g.signal("SIGTERM")
    const end = yield* g.ended
    console.log(how, Date.now() - at, end)
  }))
})
}
