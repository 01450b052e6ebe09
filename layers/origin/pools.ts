import { Effect, type Scope, Semaphore } from "effect"
import { Pool } from "undici"
import { makeConnector } from "./connector.ts"
import type { Resolve } from "./Resolver.ts"
import type { Destination } from "./OriginRequest.ts"
import { type OriginError, tooManyCallers } from "./OriginError.ts"

/** The connections to one origin. `permits` are as many as connections: requests wait here, where they can still leave. */
interface OriginPool {
  readonly pool: Pool
  readonly permits: Semaphore.Semaphore
  /** Of each caller that uses a connection or waits for one. */
  readonly shares: Map<string | undefined, CallerShare>
  /** Requests that use a connection of this origin or wait for one. */
  requests: number
}

/** `share` has as many permits as one caller may use connections at once. */
interface CallerShare {
  readonly share: Semaphore.Semaphore
  requests: number
}

/** A request's place at an origin: first it needs a permit of its caller's share, then one of the origin's. */
export interface PoolPlace {
  readonly pool: Pool
  readonly share: Semaphore.Semaphore
  readonly permits: Semaphore.Semaphore
  readonly leave: () => void
}

export interface PoolSettings {
  readonly connectTimeoutMs: number
  /** How long a connection may idle, 0: each request has its own. Below the 5 s after which common servers close theirs, so that the two seldom cross. */
  readonly keepAliveMs: number
  readonly connectionsPerOrigin: number
  /** Of these, what one caller may use at once. */
  readonly connectionsPerCaller: number
  /** Requests to one origin that may wait for a connection. */
  readonly maxWaitingPerOrigin: number
  /** The number of origins whose connections are kept. The one that was idle longest is closed to make room. */
  readonly maxOrigins: number
  readonly maxHeaderBytes: number
}

export interface OriginPools {
  readonly acquire: (destination: Destination) => Effect.Effect<PoolPlace, OriginError>
  readonly release: (place: PoolPlace) => Effect.Effect<void>
}

/** One pool for each origin, and a second one if the operator allowed the origin, because its connections are checked by other rules. */
export const makePools = (settings: PoolSettings, resolve: Resolve): Effect.Effect<OriginPools, never, Scope.Scope> =>
  Effect.gen(function* () {
    const kept = new Map<string, OriginPool>()
    yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([...kept.values()].map(({ pool }) => pool.destroy()))))

    const open = ({ allowed, baseUrl }: Destination): OriginPool => ({
      pool: new Pool(baseUrl.origin, {
        connect: makeConnector({ resolve, allowed, timeoutMs: settings.connectTimeoutMs }),
        connections: settings.connectionsPerOrigin,
        maxHeaderSize: settings.maxHeaderBytes,
        keepAliveTimeout: Math.max(1, settings.keepAliveMs),
        keepAliveMaxTimeout: Math.max(1, settings.keepAliveMs),
        // One request at a time on a connection: of several, undici would send those behind a broken one again. 0 closes it behind the request.
        pipelining: settings.keepAliveMs === 0 ? 0 : 1,
        allowH2: false,
      }),
      permits: Semaphore.makeUnsafe(settings.connectionsPerOrigin),
      shares: new Map(),
      requests: 0,
    })

    const makeRoom = (): boolean => {
      if (kept.size < settings.maxOrigins) return true
      const idle = [...kept].find(([, line]) => line.requests === 0)
      if (idle === undefined) return false
      kept.delete(idle[0])
      void idle[1].pool.destroy()
      return true
    }

    const enter = (line: OriginPool, caller: string | undefined): PoolPlace => {
      const { permits, pool, shares } = line
      line.requests++
      // The gateway's own requests are bounded by the origin's permits alone.
      const places = caller === undefined ? settings.connectionsPerOrigin : settings.connectionsPerCaller
      const mine = shares.get(caller) ?? { share: Semaphore.makeUnsafe(places), requests: 0 }
      shares.set(caller, mine)
      mine.requests++
      const leave = () => {
        line.requests--
        mine.requests--
        if (mine.requests === 0) shares.delete(caller)
      }
      return { pool, permits, share: mine.share, leave }
    }

    return {
      acquire: (destination) =>
        Effect.suspend(() => {
          const { allowed, baseUrl, displayName } = destination
          const key = `${allowed ? "allowed" : "public"} ${baseUrl.origin}`
          const existing = kept.get(key)
          if (existing === undefined && !makeRoom()) return Effect.fail(tooManyCallers("The gateway's relay"))
          const line = existing ?? open(destination)
          if (line.requests >= settings.connectionsPerOrigin + settings.maxWaitingPerOrigin) return Effect.fail(tooManyCallers(displayName))
          // The order of the map is the order of use.
          kept.delete(key)
          kept.set(key, line)
          return Effect.succeed(enter(line, destination.caller))
        }),
      release: ({ leave }) => Effect.sync(leave),
    }
  })
