import { lookup } from "node:dns/promises"
import { Context, Layer } from "effect"

/** The addresses of a host name. Rejects with the system's error where there are none. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<string>>

/** How host names become addresses. A service, so that a test can give answers that change between two questions. */
export class Resolver extends Context.Service<Resolver, Resolve>()("farthing/layers/origin/Resolver") {
  /**
   * Asks the operating system. Questions about one name share the one under way: the system asks with two threads, and a
   * name that hangs must not hold both.
   */
  static readonly layer = Layer.sync(Resolver, () => {
    const asked = new Map<string, Promise<ReadonlyArray<string>>>()
    return Resolver.of((hostname) => {
      const underWay = asked.get(hostname)
      if (underWay !== undefined) return underWay
      const answer = lookup(hostname, { all: true })
        .then((found) => found.map(({ address }) => address))
        .finally(() => asked.delete(hostname))
      asked.set(hostname, answer)
      return answer
    })
  })
}
