import type Stripe from "stripe"
import { guards, type Kind, type Kinds } from "./kinds.ts"
import { EmulatorBug } from "./StripeProblem.ts"

/** A document as a store keeps it: text, or null where it was removed. */
export interface DocumentChange {
  readonly kind: string
  readonly id: string
  readonly doc: string | null
}

/**
 * All documents in memory, and which of them have changed since the last `takeChanges`. A caller that wants to keep
 * them stores the changes before it sends an answer.
 */
export class State {
  readonly #tables: { readonly [K in Kind]: Map<string, Kinds[K]> } = emptyTables()
  readonly #changed = new Map<string, { readonly kind: Kind; readonly id: string }>()
  #undo: Array<() => void> = []

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#tables[kind].get(id)
  }

  /** Oldest first. */
  all<K extends Kind>(kind: K): ReadonlyArray<Kinds[K]> {
    return [...this.#tables[kind].values()]
  }

  put<K extends Kind>(kind: K, doc: Kinds[K]): Kinds[K] {
    this.#remember(kind, doc.id)
    this.#tables[kind].set(doc.id, doc)
    this.#changed.set(`${kind} ${doc.id}`, { kind, id: doc.id })
    return doc
  }

  remove(kind: Kind, id: string): void {
    if (this.get(kind, id) === undefined) return
    this.#remember(kind, id)
    this.#tables[kind].delete(id)
    this.#changed.set(`${kind} ${id}`, { kind, id })
  }

  #remember<K extends Kind>(kind: K, id: string) {
    const table: Map<string, Kinds[K]> = this.#tables[kind]
    const before = table.get(id)
    this.#undo.push(() => (before === undefined ? table.delete(id) : table.set(id, before)))
  }

  /** All or nothing: an action that throws has changed nothing, unless `keepsChanges` is true for its error. */
  atomically<A>(work: () => A, keepsChanges: (error: unknown) => boolean): A {
    this.#undo = []
    try {
      return work()
    } catch (error) {
      if (!keepsChanges(error)) for (const undo of this.#undo.toReversed()) undo()
      throw error
    } finally {
      this.#undo = []
    }
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(Object.entries(this.#tables).map(([kind, table]) => [kind, table.size]))
  }

  /** Changes since the last call. */
  takeChanges(): ReadonlyArray<DocumentChange> {
    const changes = [...this.#changed.values()].map(({ id, kind }) => {
      const doc = this.#tables[kind].get(id)
      return { kind, id, doc: doc === undefined ? null : JSON.stringify(doc) }
    })
    this.#changed.clear()
    return changes
  }

  /** Takes over what a store has kept, in the order in which things came. */
  load(stored: ReadonlyArray<{ readonly kind: string; readonly doc: unknown }>): this {
    for (const { doc, kind } of stored) {
      if (!isKind(kind)) throw new EmulatorBug(`a stored document is of an unknown kind: ${kind}`)
      this.#load(kind, doc)
    }
    return this
  }

  #load<K extends Kind>(kind: K, doc: unknown) {
    const guard: (value: unknown) => value is Kinds[K] = guards[kind]
    if (!guard(doc))
      throw new EmulatorBug(
        `a stored ${kind} is invalid: ${JSON.stringify(doc).slice(0, 200)}. Empty the sandbox with \`farthing sandbox reset\`.`,
      )
    this.#tables[kind].set(doc.id, doc)
  }
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(guards, kind)

const emptyTables = () => ({
  customer: new Map<string, Kinds["customer"]>(),
  deleted_customer: new Map<string, Kinds["deleted_customer"]>(),
  payment_method: new Map<string, Kinds["payment_method"]>(),
  mandate: new Map<string, Kinds["mandate"]>(),
  setup_intent: new Map<string, Kinds["setup_intent"]>(),
  payment_intent: new Map<string, Kinds["payment_intent"]>(),
  charge: new Map<string, Kinds["charge"]>(),
  refund: new Map<string, Kinds["refund"]>(),
  dispute: new Map<string, Kinds["dispute"]>(),
  balance_transaction: new Map<string, Kinds["balance_transaction"]>(),
  payout: new Map<string, Kinds["payout"]>(),
  paid_out: new Map<string, Kinds["paid_out"]>(),
  session: new Map<string, Kinds["session"]>(),
  webhook_endpoint: new Map<string, Kinds["webhook_endpoint"]>(),
  event: new Map<string, Kinds["event"]>(),
  bank: new Map<string, Kinds["bank"]>(),
  plan: new Map<string, Kinds["plan"]>(),
  timer: new Map<string, Kinds["timer"]>(),
  delivery: new Map<string, Kinds["delivery"]>(),
  signing: new Map<string, Kinds["signing"]>(),
  key: new Map<string, Kinds["key"]>(),
  meta: new Map<string, Kinds["meta"]>(),
})

/** What was sent as metadata, as it is kept: text to text, without what was sent empty. */
export const metadataOf = (sent: Stripe.Emptyable<Stripe.MetadataParam> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof sent === "object" && sent !== null ? sent : {})
      .map(([name, value]): [string, string] => [name, String(value ?? "")])
      .filter(([, value]) => value !== ""),
  )
