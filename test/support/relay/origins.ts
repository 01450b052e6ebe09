import { Effect } from "effect"
import { Dice } from "../../domain/ledger/model/Dice.ts"
import { testOrigin } from "../../layers/origin/testOrigin.ts"
import type { OriginBehavior } from "./expectations.ts"
import { type Socket, createServer, type AddressInfo } from "net"

/** How often an origin does what. Resets count against it: of too many in a row its breaker would make a wall. */
const weights = {
  whole: 30,
  chunked: 15,
  closing: 10,
  large: 5,
  refuses: 10,
  breaks: 5,
  resets: 4,
  truncates: 8,
  garbage: 6,
  oversize: 4,
  stalls: 3,
} as const

export const minTooLargeBytes = 40_000

/** Everything an origin in the storm ever answered completely and below 400, by the token of its request. */
export interface Witness {
  readonly requests: Map<string, number>
  readonly delivered: Map<string, Array<string>>
}

/**
 * An origin that misbehaves at random, the same for the same seed, token and attempt whatever came in between. It is known
 * by the token in the path, `/parcels/<token>`.
 */
export const stormyOrigin = (seed: number, { requests, delivered }: Witness) =>
  Effect.map(testOrigin(storm(seed, requests, delivered)), ({ origin }) => origin)

const storm =
  (seed: number, requests: Witness["requests"], delivered: Witness["delivered"]): OriginBehavior =>
  (socket, request) => {
    const token = /^\S+ \/parcels\/(\S+) /.exec(request)![1]!
    const attempt = (requests.get(token) ?? 0) + 1
    requests.set(token, attempt)
    const dice = new Dice(seed * 1_000_003 + Number(/\d+/.exec(token)![0]) * 101 + attempt)
    const noise = Array.from({ length: 30 }, () => String.fromCharCode(dice.below(256))).join("")
    const body = `${token} ${attempt} ${noise}`
    const deliver = (text: string, head: (length: number) => string, end = "") => {
      delivered.set(token, [...(delivered.get(token) ?? []), text])
      socket.write(
        `HTTP/1.1 ${dice.pick(["200 OK", "201 Made", "302 Go"])}\r\nX-Attempt: ${attempt}\r\n${head(text.length)}${end}`,
        "latin1",
      )
    }
    const whole = (text: string) => deliver(text, (length) => `Content-Length: ${length}\r\n\r\n${text}`)
    const half = body.slice(0, 10)
    switch (dice.weighted(weights)) {
      case "whole":
        return whole(body)
      case "large":
        return whole(body + "y".repeat(30_000))
      case "chunked":
        return deliver(body, (length) => `Transfer-Encoding: chunked\r\n\r\n${length.toString(16)}\r\n${body}\r\n`, "0\r\n\r\n")
      case "closing":
        deliver(body, () => `Connection: close\r\n\r\n${body}`)
        return void socket.end()
      case "refuses":
        return void socket.write(`HTTP/1.1 ${dice.pick([400, 404, 422, 429, 500, 503])} No\r\nContent-Length: 10\r\n\r\n${half}`, "latin1")
      case "breaks":
        return void socket.end("HTTP/1.1 200 OK\r\nX-Half")
      case "resets":
        return void socket.resetAndDestroy()
      case "truncates":
        return void socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${half}`, "latin1")
      case "garbage":
        return void socket.end(`\x00${noise}\r\n\r\n`, "latin1")
      case "oversize":
        return void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${minTooLargeBytes}\r\n\r\n${half}`, "latin1")
      case "stalls":
        return void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${half}`, "latin1")
    }
  }

/** A TCP server that answers 200 to whatever looks like the end of headers, and keeps every byte it was ever sent. */
export const recordingOrigin = Effect.acquireRelease(
  Effect.promise(async () => {
    const heard: Array<string> = []
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.setEncoding("latin1")
      socket.on("error", () => undefined)
      socket.on("data", (piece) => {
        heard.push(String(piece))
        if (String(piece).includes("\r\n\r\n")) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return { origin: `http://127.0.0.1:${port}`, bytes: () => heard.join(""), server, sockets }
  }),
  ({ server, sockets }) =>
    Effect.promise(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    }),
)
