import { Effect } from "effect"

export class Died extends Error {}

/**
 * Counts the steps of a node and kills it at one of them: before the step takes effect, or after it and before its answer arrives. A dead node does
 * nothing more, also where a caller catches its defect.
 */
export class Mortal {
  readonly steps: Array<string> = []
  readonly #at: number
  readonly #after: boolean
  hasDied = false
  constructor(at: number, after: boolean) {
    this.#at = at
    this.#after = after
  }
  step<A, E, R>(name: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      if (this.hasDied) return Effect.die(new Died())
      this.steps.push(name)
      if (this.steps.length !== this.#at) return effect
      this.hasDied = true
      return this.#after ? Effect.andThen(effect, Effect.die(new Died())) : Effect.die(new Died())
    })
  }
  /** The service, each of whose functions is a step. */
  wrap<S extends object>(name: string, service: S): S {
    const wrapped = Object.entries(service).map(([member, value]) => [
      member,
      typeof value === "function" ? (...given: ReadonlyArray<unknown>) => this.step(`${name}.${member}`, value(...given)) : value,
    ])
    return Object.fromEntries(wrapped) as S
  }
}
