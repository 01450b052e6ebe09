import { lookup } from "node:dns/promises"
import { Context, Layer } from "effect"

/** The addresses of a host name. Rejects with the system's error if the name has no address. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<string>>

/** The resolver of host names. It is a service so that a test can change the answers between two queries. */
export class Resolver extends Context.Service<Resolver, Resolve>()("farthing/layers/origin/Resolver") {
  /**
   * Asks the operating system. Questions about one name share the one under way: the system asks with two threads, and a
   * name that hangs must not hold both.
   */
  static readonly layer = Layer.sync(Resolver, () => {
    const lookups = new Map<string, Promise<ReadonlyArray<string>>>()
    return Resolver.of((hostname) => {
      const underWay = lookups.get(hostname)
      if (underWay !== undefined) return underWay
      const answer = lookup(hostname, { all: true })
        .then((records) => records.map(({ address }) => address))
        .finally(() => lookups.delete(hostname))
      lookups.set(hostname, answer)
      return answer
    })
  })
}
