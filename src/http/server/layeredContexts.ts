import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http/HttpServer"

/** A paid request adds about 15 services of its own to the 60 of the gateway. */
const maxRequestServices = 24

/**
 * The server below. The services of a request lie above those of the gateway, whose map stays as it is: by default the ninth service copies the whole
 * map, for each request.
 */
export const layeredContexts = Layer.effect(
  HttpServer,
  Effect.map(HttpServer, (server) => {
    const serve = ((httpEffect, middleware) =>
      Effect.updateContext(server.serve(httpEffect, middleware), (context) =>
        Context.makeUnsafe(context.mapUnsafe, { maxDepth: maxRequestServices }),
      )) as typeof server.serve
    return HttpServer.of({ ...server, serve })
  }),
)
