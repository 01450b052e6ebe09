import { createServer as createTcpServer, type AddressInfo, connect, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { Effect, Layer, Queue, type Scope } from "effect"
import type { OriginRequest } from "../../../layers/origin/OriginRequest.ts"
import { Origins, type OriginSettings } from "../../../layers/origin/Origins.ts"
import { Resolver } from "../../../layers/origin/Resolver.ts"

/** A server on loopback that writes exactly the bytes of a test, valid HTTP or not. */
export interface TestOrigin {
  readonly origin: string
  readonly port: number
  /** Each request as it came, head and body. */
  readonly requests: Queue.Queue<string>
  /** One entry for each connection that ended. */
  readonly closed: Queue.Queue<void>
  readonly connections: () => number
  readonly open: () => number
}

type Answering = (socket: Socket, request: string, nth: number) => void

export const testOrigin = (
  answer: Answering,
  certificate?: { readonly cert: string; readonly key: string },
): Effect.Effect<TestOrigin, never, Scope.Scope> =>
  Effect.gen(function* () {
    const requests = yield* Queue.unbounded<string>()
    const closed = yield* Queue.unbounded<void>()
    const sockets = new Set<Socket>()
    let connections = 0
    let nth = 0
    const serve = (socket: Socket) => {
      sockets.add(socket)
      let text = ""
      socket.setEncoding("latin1")
      socket.on("error", () => undefined)
      socket.on("close", () => {
        sockets.delete(socket)
        Queue.offerUnsafe(closed, undefined)
      })
      socket.on("data", (piece) => {
        text += String(piece)
        for (let request = firstOf(text); request !== undefined; request = firstOf(text)) {
          text = text.slice(request.length)
          Queue.offerUnsafe(requests, request)
          answer(socket, request, nth++)
        }
      })
    }
    const server = certificate === undefined ? createTcpServer(serve) : createTlsServer(certificate, serve)
    server.on("connection", () => connections++)
    yield* listening(server, () => sockets.forEach((socket) => socket.destroy()))
    const { port } = server.address() as AddressInfo
    const scheme = certificate === undefined ? "http" : "https"
    return { origin: `${scheme}://127.0.0.1:${port}`, port, requests, closed, connections: () => connections, open: () => sockets.size }
  })

const listening = (server: Server, end: () => void) =>
  Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        end()
        server.close(() => resume(Effect.void))
      }),
  )

/** The first request of what came so far, if all of it is there. */
const firstOf = (text: string): string | undefined => {
  const head = text.indexOf("\r\n\r\n")
  if (head === -1) return undefined
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  return text.length >= head + 4 + length ? text.slice(0, head + 4 + length) : undefined
}

/** Opens and closes one connection: afterwards the server has counted every earlier connection. */
export const knock = (port: number) =>
  Effect.callback<void>((resume) => {
    // The socket closes after the server has accepted it and ended its side too.
    const socket = connect(port, "127.0.0.1", () => socket.end())
    socket.resume().on("close", () => resume(Effect.void))
  })

/** No process listens on port 1 and no system assigns it; a port that was just closed could be reused by another process. */
export const unreachable = { origin: "http://127.0.0.1:1" }

export const answering =
  (...pieces: ReadonlyArray<string>): Answering =>
  (socket) => {
    for (const piece of pieces) socket.write(piece, "latin1")
  }

export const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

export const to = ({ origin }: { readonly origin: string }, more: Partial<OriginRequest> = {}): OriginRequest => ({
  origin,
  method: "GET",
  path: "/",
  headers: [],
  body: undefined,
  deadlineMs: 5_000,
  maxBytes: 1_000,
  allowed: true,
  ...more,
})

/** The client as it is served; `resolve` in place of the system's resolver. */
export const client = (settings: Partial<OriginSettings> = {}, resolve?: (hostname: string) => Promise<ReadonlyArray<string>>) =>
  resolve === undefined ? Origins.layer(settings) : Origins.layerNoDeps(settings).pipe(Layer.provide(Layer.succeed(Resolver, resolve)))

export const exchange = (request: OriginRequest) => Effect.flatMap(Origins, (origins) => origins.exchange(request))

/** `code: message` of a failure. */
export const failure = <A, R>(call: Effect.Effect<A, { readonly code: string; readonly message: string }, R>) =>
  Effect.map(Effect.flip(call), ({ code, message }) => `${code}: ${message}`)
