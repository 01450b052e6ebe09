import { Effect, type Scope, Semaphore } from "effect"
import { Pool } from "undici"
import { makeConnector } from "./connector.ts"
import type { Destination } from "./destination.ts"
import type { Resolve } from "./Resolver.ts"
import { busy, type Trouble } from "./Trouble.ts"

/** The connections to one origin. `permits` are as many as connections: callers wait here, where they can still leave. */
export interface Line {
  readonly pool: Pool
  readonly permits: Semaphore.Semaphore
  /** Callers that use this line or wait for it. */
  callers: number
}

export interface LineSettings {
  readonly connectTimeoutMs: number
  /** How long a connection may idle. Below the 5 s after which common servers close theirs, so that the two seldom cross. */
  readonly keepAliveMs: number
  readonly connectionsPerOrigin: number
  /** Callers of one origin that may wait for a connection. */
  readonly waitingPerOrigin: number
  /** Origins whose line is kept. The one that was idle longest makes room. */
  readonly keptOrigins: number
  readonly maxHeaderBytes: number
}

export interface Lines {
  readonly acquire: (destination: Destination) => Effect.Effect<Line, Trouble>
  readonly release: (line: Line) => Effect.Effect<void>
}

/** One line for each origin, and another where the operator allowed it: their connections were checked by different rules. */
export const makeLines = (settings: LineSettings, resolve: Resolve): Effect.Effect<Lines, never, Scope.Scope> =>
  Effect.gen(function* () {
    const kept = new Map<string, Line>()
    yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([...kept.values()].map(({ pool }) => pool.destroy()))))

    const open = ({ allowed, to }: Destination): Line => ({
      pool: new Pool(to.origin, {
        connect: makeConnector({ resolve, allowed, timeoutMs: settings.connectTimeoutMs }),
        connections: settings.connectionsPerOrigin,
        maxHeaderSize: settings.maxHeaderBytes,
        keepAliveTimeout: settings.keepAliveMs,
        keepAliveMaxTimeout: settings.keepAliveMs,
        // One request at a time on a connection: of several, undici would send those behind a broken one again.
        pipelining: 1,
        allowH2: false,
      }),
      permits: Semaphore.makeUnsafe(settings.connectionsPerOrigin),
      callers: 0,
    })

    const makeRoom = (): boolean => {
      if (kept.size < settings.keptOrigins) return true
      const idle = [...kept].find(([, line]) => line.callers === 0)
      if (idle === undefined) return false
      kept.delete(idle[0])
      void idle[1].pool.destroy()
      return true
    }

    return {
      acquire: (destination) =>
        Effect.suspend(() => {
          const { allowed, to, who } = destination
          const key = `${allowed ? "allowed" : "public"} ${to.origin}`
          const found = kept.get(key)
          if (found === undefined && !makeRoom()) return Effect.fail(busy("The gateway's relay"))
          const line = found ?? open(destination)
          if (line.callers >= settings.connectionsPerOrigin + settings.waitingPerOrigin) return Effect.fail(busy(who))
          // The order of the map is the order of use.
          kept.delete(key)
          kept.set(key, line)
          line.callers++
          return Effect.succeed(line)
        }),
      release: (line) => Effect.sync(() => void line.callers--),
    }
  })
