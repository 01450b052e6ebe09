import { Deferred, Effect } from "effect"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import type { NodeId } from "../../../domain/money/ids.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { Node } from "../../../domain/Node.ts"
import { type Delivery, type ReservedCall, type Order, type PaidCallOutcome, paidCall } from "../../../domain/PaidCall.ts"
import { type Rail, Rails } from "../../../domain/rail/Rail.ts"
import { reconcile } from "../../../domain/reconcile.ts"
import { FakeRail, type FakeRailOptions } from "../fakeRail.ts"
import { LedgerFixture } from "./LedgerFixture.ts"
import { type Buyer, document, newCall, newRun, openBuyer, usd } from "./commands.ts"

/** A source that counts its dispatches. */
export class FakeSource {
  dispatches = 0
  answers: Effect.Effect<Delivery, SourceFailure> = Effect.succeed({ body: document, amount: usd(700) })
  readonly dispatch = Effect.suspend(() => {
    this.dispatches++
    return this.answers
  })
}

export const largeDocument = JSON.stringify({ data: "x".repeat(20_000) })
export const sourceDown = Effect.fail(new SourceFailure({ code: "source_unavailable", message: "The source is down." }))

export const orderOf = (
  buyer: Pick<Buyer, "organisation"> & { readonly key: Buyer["key"] | null },
  source: FakeSource,
  over: Partial<Order> = {},
): Order => ({
  buyer: { organisation: buyer.organisation, key: buyer.key },
  wallet: false,
  call: newCall(),
  run: newRun(),
  step: 0,
  begins: { kind: "direct", request: "{}", waitMs: 0, idempotency: null },
  source: "registry",
  operation: "company.read",
  name: "Read a company",
  quote: { max: usd(1000), payee: "Registry Ltd", priceId: null },
  maxSpend: null,
  pinned: null,
  preference: [],
  presented: undefined,
  dispatchTimeoutMs: 10_000,
  closingMs: 30_000,
  dispatch: source.dispatch,
  ...over,
})

/** Runs something as a node of a gateway that has these rails. */
export const asNode =
  (id: NodeId, rails: ReadonlyArray<Rail>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<Exclude<R, Node>, Rails>> =>
    effect.pipe(Effect.provideService(Node, Node.of({ id })), Effect.provideService(Rails, new Map(rails.map((rail) => [rail.id, rail]))))

/** A buyer with one rail to pay with, and a source. `here` runs what a source or a rail does over the books of the test. */
export const paidCallFixture = Effect.fnUntraced(function* (options: FakeRailOptions) {
  const fake = new FakeRail(options)
  const buyer = yield* openBuyer({ credits: 0, accounts: [{ id: fake.rail.id, creditLimit: usd(100_000) }] })
  const source = new FakeSource()
  const books = yield* Effect.context<Ledger | LedgerFixture>()
  const here = <A, E>(effect: Effect.Effect<A, E, Ledger | LedgerFixture>) => Effect.provide(effect, books)
  return { fake, rails: [fake.rail], buyer, source, node: buyer.node, order: orderOf(buyer, source), here }
})

/** The call as its node pays for it, and every hold it reported. */
export const pay = Effect.fnUntraced(function* (order: Order, node: NodeId, rails: ReadonlyArray<Rail>) {
  const opened: Array<ReservedCall> = []
  const paid = yield* asNode(node, rails)(paidCall(order, (hold) => void opened.push(hold)))
  return { paid, opened }
})

/** The call's end where it is of this kind; any other is a defect. */
export const ended = <Tag extends PaidCallOutcome["_tag"]>(
  paid: PaidCallOutcome,
  tag: Tag,
): Extract<PaidCallOutcome, { readonly _tag: Tag }> => {
  if (paid._tag !== tag) throw new Error(`the call ended ${paid._tag}, not ${tag}`)
  return paid as Extract<PaidCallOutcome, { readonly _tag: Tag }>
}

/** One pass of a node's reconciler, to which every node that did not beat is dead. */
export const reconcileAs = (node: NodeId, rails: ReadonlyArray<Rail>) => asNode(node, rails)(reconcile({ silentMs: 0, batch: 100 }))

/**
 * The steps of one node, any of which may be its last. At the step it dies at it says so and does nothing more; a test
 * then interrupts its fiber, or, where the node was only slow, lets it continue.
 */
export class MortalNode {
  readonly passed: Array<string> = []
  readonly died = Deferred.makeUnsafe<void>()
  readonly woken = Deferred.makeUnsafe<void>()
  readonly diesAt: number

  constructor(diesAt: number) {
    this.diesAt = diesAt
  }

  step(name: string): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.passed.push(name)
      if (this.passed.length - 1 !== this.diesAt) return Effect.void
      Deferred.doneUnsafe(this.died, Effect.void)
      return Deferred.await(this.woken)
    })
  }

  around<A, E, R>(name: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return this.step(`before ${name}`).pipe(
      Effect.andThen(Effect.result(effect)),
      Effect.tap(() => this.step(`after ${name}`)),
      Effect.flatMap(Effect.fromResult),
    )
  }

  rail(rail: Rail): Rail {
    return { ...rail, settle: (call, amount) => this.around("settle", rail.settle(call, amount)) }
  }

  ledger(ledger: Ledger["Service"]): Ledger["Service"] {
    return Ledger.of({ ...ledger, execute: (command) => this.around(command._tag, ledger.execute(command)) })
  }
}

/** Pays as a mortal node, in a fiber of its own. */
export const payAsMortalNode = Effect.fnUntraced(function* (order: Order, node: NodeId, rails: ReadonlyArray<Rail>, mortal: MortalNode) {
  const ledger = yield* Ledger
  const mine = { ...order, dispatch: mortal.around("dispatch", order.dispatch) }
  const watched = rails.map((rail) => mortal.rail(rail))
  const call = Effect.provideService(pay(mine, node, watched), Ledger, mortal.ledger(ledger))
  return yield* Effect.forkScoped(call, { startImmediately: true })
})

/** Reconciles as another node, until nothing of this organisation is left to it. */
export const reconcileAll = Effect.fnUntraced(function* (
  { organisation }: Pick<Buyer, "organisation">,
  node: NodeId,
  rails: ReadonlyArray<Rail>,
) {
  const bench = yield* LedgerFixture
  for (let pass = 0; pass < 5; pass++) {
    if ((yield* bench.rows(organisation)).calls.every((call) => call.state !== "reserved")) return
    yield* reconcileAs(node, rails)
  }
})
