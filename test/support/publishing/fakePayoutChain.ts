import { Effect } from "effect"
import { Unavailable } from "../../../domain/rail/Rail.ts"
import type { ChainPayout, PayoutChainShape, PayoutState } from "../../../domain/publishing/PayoutChain.ts"

/** A chain in this process that keeps the laws of `PayoutChain`: an id is paid once, however often it is handed over, and only `pay` begins a payment. */
export class FakePayoutChain {
  /** What arrived, by wallet. */
  readonly received = new Map<string, bigint>()
  readonly #payments = new Map<string, { readonly payout: ChainPayout; state: PayoutState }>()
  /** Nothing answers, although what was handed over is stored. */
  outage = false
  pays = 0

  readonly shape: PayoutChainShape = {
    network: "eip155:84532",
    wallet: `0x${"9".repeat(40)}`,
    balance: Effect.succeed(10n ** 12n),
    walletProblem: (wallet) => (/^0x0{40}$/.test(wallet) ? "It is the zero address." : undefined),
    pay: (payout) =>
      Effect.suspend(() => {
        this.pays++
        if (!this.#payments.has(payout.id)) this.#payments.set(payout.id, { payout, state: pending })
        return this.outage ? Effect.fail(new Unavailable({ message: "the chain does not answer" })) : this.#look(payout.id)
      }),
    lookup: (payout) =>
      Effect.suspend(() => (this.outage ? Effect.fail(new Unavailable({ message: "the chain does not answer" })) : this.#look(payout.id))),
  }

  /** Includes the payment in a block; final or not yet. */
  include(id: string, final = true): void {
    const payment = this.#payments.get(id)
    if (payment === undefined || payment.state._tag === "Refused") throw new Error(`the payout ${id} was not handed over`)
    if (payment.state._tag === "Pending") {
      const { amount, wallet } = payment.payout
      this.received.set(wallet, (this.received.get(wallet) ?? 0n) + amount)
    }
    payment.state = { _tag: "Settled", final, transactionHash: `0x${id.replaceAll("-", "").padEnd(64, "0")}`, blockNumber: 7n, logIndex: 0 }
  }

  /** Proves that the payment moved nothing and never will. */
  refuse(id: string): void {
    this.#payments.get(id)!.state = { _tag: "Refused", reason: "the authorization expired unused" }
  }

  #look(id: string): Effect.Effect<PayoutState> {
    return Effect.succeed(this.#payments.get(id)?.state ?? { _tag: "Unknown" })
  }
}

const pending: PayoutState = { _tag: "Pending", transactionHash: null, reason: "it is stored and is sent next" }
