import { Effect, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, connect, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"

export type SocketLocation = Extract<DatabaseLocation, { readonly _tag: "Socket" }>

/** A proxy between one gateway and PostgreSQL that a test can cut. */
export interface Proxy {
  readonly location: SocketLocation
  /** Ends all connections and takes no new ones, as a server that is down. */
  readonly cut: Effect.Effect<void>
  readonly restore: Effect.Effect<void>
  /** No bytes pass any more, and no connection is closed. */
  readonly freeze: (frozen: boolean) => void
  /** The n-th commit from now on happens, but its connection ends before the gateway hears of it. */
  readonly loseCommit: (nth: number) => void
  /** The same, and all other connections end with it; the next `refusals` connections, or all until `recover`, are refused with PostgreSQL's message that it recovers. */
  readonly crashAtCommit: (nth: number, refusals?: number) => void
  readonly recover: () => void
}

export const proxyTo = (target: SocketLocation): Effect.Effect<Proxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "farthing-proxy-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
    )
    const file = `.s.PGSQL.${target.port}`
    const pairs = new Set<readonly [Socket, Socket]>()
    let commitsLeft = 0
    let crash = false
    let refusals = 0
    let refusalsLeft = 0
    let frozen = false

    const join_ = (client: Socket) => {
      if (refusalsLeft > 0) {
        refusalsLeft--
        client.on("error", () => {}).once("data", () => client.end(recovering))
        return
      }
      const server = connect(join(target.directory, file))
      const pair = [client, server] as const
      pairs.add(pair)
      const end = () => {
        client.destroy()
        server.destroy()
        pairs.delete(pair)
      }
      // Workers commit too: only the connections with steps of the ledger or of asks are counted.
      let isCounted = false
      client.on("data", (data) => {
        isCounted ||= data.includes("ledger_") || data.includes("ask_load")
        server.write(data)
      })
      server.on("data", (data) => {
        if (!isCounted || commitsLeft === 0 || !data.includes("COMMIT\0") || --commitsLeft > 0) return void client.write(data)
        end()
        if (!crash) return undefined
        refusalsLeft = refusals
        for (const pair of pairs) pair.forEach((socket) => socket.destroy())
      })
      for (const socket of pair) socket.on("close", end).on("error", end)
      if (frozen) pair.forEach((socket) => socket.pause())
    }

    let server: Server | undefined
    const restore = Effect.callback<void>((resume) => {
      server = createServer(join_).listen(join(directory, file), () => resume(Effect.void))
    })
    const cut = Effect.callback<void>((resume) => {
      for (const pair of pairs) pair.forEach((socket) => socket.destroy())
      if (server === undefined) resume(Effect.void)
      else server.close(() => resume(Effect.void))
    })
    yield* Effect.acquireRelease(restore, () => cut)
    return {
      location: { ...target, directory },
      cut,
      restore,
      freeze: (on) => {
        frozen = on
        for (const pair of pairs) pair.forEach((socket) => (on ? socket.pause() : socket.resume()))
      },
      loseCommit: (nth) => {
        commitsLeft = nth
        crash = false
      },
      crashAtCommit: (nth, refusing = Infinity) => {
        commitsLeft = nth
        crash = true
        refusals = refusing
      },
      recover: () => {
        refusalsLeft = 0
      },
    }
  })

/** What PostgreSQL says while it recovers: ErrorResponse FATAL 57P03. */
const recovering = (() => {
  const fields = "SFATAL\0VFATAL\0C57P03\0Mthe database system is not yet accepting connections\0\0"
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from("E"), length, Buffer.from(fields)])
})()
