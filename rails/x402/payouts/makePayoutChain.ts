import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { privateKeyToAccount } from "viem/accounts"
import type { ChainPayout, PayoutChainShape, PayoutState } from "../../../domain/publishing/PayoutChain.ts"
import { Unavailable } from "../../../domain/rail/Rail.ts"
import { fromTables } from "../../RailUnavailable.ts"
import { type Authorization, transferTypes as types } from "../evm/authorization.ts"
import { Chain } from "../evm/Chain.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { payeeProblem } from "../evm/payeeProblem.ts"
import { Settlements, type SettlementState } from "../settlement/Settlements.ts"
import { authorizationOf, selectSettlements } from "../store/settlements.ts"

/** A payout that is in no block after this time is refused. */
const validForSeconds = 30 * 86_400

/** Payouts from the wallet of `key`, through the settlement queue. `reserved`: the gateway's own addresses, which are no publisher's wallet. */
export const makePayoutChain = Effect.fnUntraced(function* (
  key: Redacted.Redacted<Hex>,
  reserved: Readonly<Record<string, Hex | undefined>>,
) {
  const chain = yield* Chain
  const sql = yield* SqlClient
  const settlements = yield* Settlements
  const account = privateKeyToAccount(Redacted.value(key))
  const wallet = lowerCase(account.address)
  const token = { network: chain.network.caip2, asset: lowerCase(chain.asset.address) }
  const walletProblem = (payee: string) => payeeProblem(payee, { ...reserved, "the wallet for payouts": wallet, "the token": token.asset })

  /** The same payout always gets the same authorization, so that it joins its settlement. */
  const authorize = Effect.fnUntraced(function* ({ amount, approvedAt, id, wallet: payee }: ChainPayout) {
    const validBefore = BigInt(Math.floor(approvedAt / 1000) + validForSeconds)
    const message = { from: wallet, to: lowerCase(payee), value: amount, validAfter: 0n, validBefore, nonce: payoutNonce(id) }
    const { address, name, version } = chain.asset
    const domain = { name, version, chainId: chain.network.chainId, verifyingContract: address }
    const signature = yield* Effect.promise(() =>
      account.signTypedData({ domain, types, primaryType: "TransferWithAuthorization", message }),
    )
    return { ...message, signature } satisfies Authorization
  })

  /** What the queue has under the payout's reference comes first: it may have been signed with an earlier key, and then the nonce alone would not stop a second payment. */
  const stateOf = Effect.fnUntraced(function* (payout: ChainPayout, authorization: Authorization) {
    // The second condition is that of the index.
    const [row] = yield* fromTables(
      selectSettlements(sql, token, sql`s.reference = ${referenceOf(payout)} and s.reference like 'payout:%'`),
    )
    const stored = row === undefined ? authorization : authorizationOf(row)
    if (row !== undefined && (row.payee !== authorization.to || row.value !== authorization.value)) {
      return yield* new Unavailable({ message: `payout ${payout.id} was handed over with another wallet or amount: it is not paid again` })
    }
    return yield* settlements.lookup(stored, referenceOf(payout))
  })

  const lookup = Effect.fnUntraced(function* (payout: ChainPayout) {
    const state = yield* stateOf(payout, yield* authorize(payout))
    return state === undefined ? ({ _tag: "Unknown" } as const) : payoutState(state)
  })

  const pay = Effect.fnUntraced(function* (payout: ChainPayout) {
    const problem = payout.amount <= 0n ? "A payout must be above 0." : walletProblem(payout.wallet)
    if (problem !== undefined) return { _tag: "Refused", reason: problem } as const
    const authorization = yield* authorize(payout)
    const earlier = yield* stateOf(payout, authorization)
    if (earlier !== undefined) return yield* certain(earlier)
    const balance = yield* balanceOf(wallet)
    if (balance < payout.amount) {
      const message = `the wallet for payouts ${wallet} has ${balance} micro-USDC, and the payout is ${payout.amount}: fund the wallet`
      return yield* new Unavailable({ message })
    }
    return yield* certain(yield* settlements.settle(authorization, referenceOf(payout), 0))
  })

  const balanceOf = (owner: Hex) => Effect.mapError(chain.balanceOf(owner), ({ message }) => new Unavailable({ message }))

  const unavailable = ({ message }: { readonly message: string }) => new Unavailable({ message })
  return {
    network: chain.network.caip2,
    wallet,
    balance: balanceOf(wallet),
    walletProblem,
    pay: (payout) => Effect.mapError(pay(payout), unavailable),
    lookup: (payout) => Effect.mapError(lookup(payout), unavailable),
  } satisfies PayoutChainShape
})

/** Its identity in the settlement queue; an index keeps it unique. */
const referenceOf = ({ id }: ChainPayout) => `payout:${id}`

/** Derived, so that the chain itself refuses a second payment from the same wallet, whatever the database has lost. */
const payoutNonce = (id: string): Hex =>
  `0x${createHash("sha256")
    .update(JSON.stringify(["x402-payout", id]))
    .digest("hex")}`

/** A settlement that the queue may not hold is not pending: the caller must hand it over again. */
const certain = (state: SettlementState): Effect.Effect<PayoutState, Unavailable> =>
  state._tag === "Pending" && state.resubmit === true ? new Unavailable({ message: state.reason }) : Effect.succeed(payoutState(state))

const payoutState = (state: SettlementState): PayoutState => {
  if (state._tag === "Rejected") return { _tag: "Refused", reason: state.message }
  if (state._tag === "Pending") return { _tag: "Pending", transactionHash: state.hash, reason: state.reason }
  const { blockNumber, final, hash, logIndex } = state
  return { _tag: "Settled", final, transactionHash: hash, blockNumber, logIndex }
}
