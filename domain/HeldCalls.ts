import { Context } from "effect"
import type { Call } from "./ledger/state.ts"
import type { CallId, NodeId } from "./money/ids.ts"

/** Beyond this number the reconciler finds the calls by their deadline. */
const maxPerNode = 10_000

interface HeldCall {
  readonly call: Call
  /** Milliseconds since 1970: before this time the call is left alone. */
  readonly notBefore: number
}

/**
 * Open calls whose end a node waits for, although their deadline has not passed: the rail did not know whether it had paid, or the node took
 * them over from a dead one. They are kept in memory only. When the node dies, another one takes the calls over and keeps them.
 */
export class HeldCallsOfNodes {
  readonly #nodes = new Map<NodeId, Map<CallId, HeldCall>>()

  add(call: Call, notBefore = 0): void {
    const calls = this.#nodes.get(call.node) ?? new Map<CallId, HeldCall>()
    this.#nodes.set(call.node, calls)
    // Deleted first: the call moves behind the others.
    calls.delete(call.id)
    if (calls.size < maxPerNode) calls.set(call.id, { call, notBefore })
  }

  /** Behind the other calls of its node, if it waits. */
  moveBack({ id, node }: Call): void {
    const calls = this.#nodes.get(node)
    const held = calls?.get(id)
    if (calls === undefined || held === undefined) return
    calls.delete(id)
    calls.set(id, held)
  }

  remove({ id, node }: Call): void {
    this.#nodes.get(node)?.delete(id)
  }

  /** How many calls of a node wait, and until when the last of them is left alone. */
  waiting(node: NodeId): { readonly count: number; readonly until: number } {
    const calls = [...(this.#nodes.get(node)?.values() ?? [])]
    return { count: calls.length, until: Math.max(0, ...calls.map(({ notBefore }) => notBefore)) }
  }

  /** The calls of a node that may be looked up now, the ones that waited longest first. */
  due(node: NodeId, now: number, limit: number): ReadonlyArray<Call> {
    const calls = [...(this.#nodes.get(node)?.values() ?? [])]
    return calls
      .filter(({ notBefore }) => notBefore <= now)
      .slice(0, limit)
      .map(({ call }) => call)
  }
}

/** One for the process: calls are kept by the node that they belong to. */
export const HeldCalls = Context.Reference<HeldCallsOfNodes>("farthing/domain/HeldCalls", { defaultValue: () => new HeldCallsOfNodes() })
