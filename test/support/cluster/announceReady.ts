import { Console, Effect, Layer } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import { flushCompileCache } from "node:module"

/** Prints the line that `spawnNode` waits for. The process will be killed, so what it compiled is kept now. */
export const announceReady = Layer.effectDiscard(
  Effect.flatMap(HttpServer.HttpServer, ({ address }) => {
    flushCompileCache()
    return Console.log(`ready ${HttpServer.formatAddress(address)}`)
  }),
)
