/**
 * What can go wrong with a request:
 * - `drop_before`, `drop_after`: the connection breaks before, or after, the request took effect.
 * - `error_before`: 500 without an effect, and nothing is remembered under the idempotency key.
 * - `error_after`: 500 although it took effect. As Stripe does, the 500 is what the key answers from now on.
 * - `error_without_effect`: 500 without an effect, which the key answers from now on too.
 * - `conflict`: 409, as when another request with the key is still running. No effect.
 * - `rate_limit`: 429. No effect.
 */
export const faultKinds = [
  "drop_before",
  "drop_after",
  "error_before",
  "error_after",
  "error_without_effect",
  "conflict",
  "rate_limit",
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly kind: FaultKind
  /** For instance `POST /v1/payment_intents` or `GET /v1/payment_intents/{id}`; every route where absent. */
  readonly route?: string
  /** Requests that pass before it strikes. */
  readonly after?: number
  /** How often it strikes; once by default. */
  readonly times?: number
}

/** Faults that wait for their requests, in order: the first that fits strikes. */
export class Faults {
  #script: Array<{ readonly fault: Fault; after: number; times: number }> = []

  add(fault: Fault): void {
    this.#script.push({ fault, after: fault.after ?? 0, times: fault.times ?? 1 })
  }

  clear(): void {
    this.#script = []
  }

  get waiting(): ReadonlyArray<Fault> {
    return this.#script.map(({ after, fault, times }) => ({ ...fault, after, times }))
  }

  take(route: string): FaultKind | undefined {
    for (const entry of this.#script) {
      if (entry.fault.route !== undefined && entry.fault.route !== route) continue
      if (entry.after > 0) {
        entry.after -= 1
        continue
      }
      entry.times -= 1
      if (entry.times <= 0) this.#script = this.#script.filter((other) => other !== entry)
      return entry.fault.kind
    }
    return undefined
  }
}
