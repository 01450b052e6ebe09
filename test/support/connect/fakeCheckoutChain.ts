import { Effect } from "effect"
import type { CheckoutChainShape, CheckoutProof, SeenPayment } from "../../../domain/connect/CheckoutChain.ts"
import type { WalletProofShape } from "../../../domain/connect/WalletProof.ts"
import { Unavailable } from "../../../domain/rail/Rail.ts"

export const network = "eip155:84532"
export const serviceWallet = `0x${"5e".repeat(20)}`
export const splitter = `0x${"59".repeat(20)}`

/** A chain that a test writes: the proofs of transactions by checkout, what a search brings up, and whether the nodes answer. */
export const fakeCheckoutChain = () => {
  const state = {
    isDown: false,
    /** By `<checkout> <hash>`. */
    proofs: new Map<string, CheckoutProof>(),
    seen: [] as Array<SeenPayment>,
    relays: new Map<string, CheckoutProof>(),
    nextBlock: 1n,
    reads: 0,
  }
  const answer = <A>(value: () => A): Effect.Effect<A, Unavailable> =>
    Effect.suspend(() => {
      state.reads++
      return state.isDown ? Effect.fail(new Unavailable({ message: "no node answers" })) : Effect.succeed(value())
    })
  const chain: CheckoutChainShape = {
    network,
    splitter,
    serviceWallet,
    walletProblem: (wallet) => (wallet === splitter ? "It is the contract that pays." : undefined),
    instructions: ({ amount, id, wallets }, buyer) =>
      answer(() => ({
        network,
        chainId: "0x14a34",
        transaction: [
          { method: "eth_sendTransaction" as const, params: [{ from: buyer, to: splitter, data: `0x${amount.toString(16)}` }] },
        ],
        permit: undefined,
        gasless: { method: "eth_signTypedData_v4" as const, params: [buyer, JSON.stringify({ id, wallets })] },
      })),
    permitTransaction: (_checkout, buyer) =>
      answer(() => ({ method: "eth_sendTransaction" as const, params: [{ from: buyer, to: splitter, data: "0x01" }] })),
    relay: ({ id }, buyer, signature) =>
      answer(() => {
        if (signature === "0x00") return { _tag: "Refused" as const, reason: "The signature is not of this buyer." }
        state.relays.set(`${id} ${buyer}`, { _tag: "Pending", reason: "It is on its way." })
        return { _tag: "Accepted" as const, transactionHash: null }
      }),
    proveRelay: ({ id }, buyer) => answer(() => state.relays.get(`${id} ${buyer}`)),
    prove: ({ id }, hash) =>
      answer(() => state.proofs.get(`${id} ${hash}`) ?? ({ _tag: "Pending", reason: "The transaction is in no block." } as const)),
    findPayments: () => answer(() => ({ payments: state.seen.splice(0), nextBlock: state.nextBlock++ })),
    searchStart: answer(() => 0n),
    isPaid: ({ id }) => answer(() => [...state.proofs].some(([key, { _tag }]) => key.startsWith(id) && _tag === "Paid")),
  }
  return { chain, state }
}

export const paidBy = (hash: string, { final = true, logIndex = 3 } = {}): CheckoutProof => ({
  _tag: "Paid",
  buyer: `0x${"b".repeat(40)}`,
  transactionHash: hash,
  blockNumber: 12n,
  blockHash: `0x${"c".repeat(64)}`,
  logIndex,
  final,
})

/** Proves a wallet that "signs" a message by appending its address. */
export const fakeWalletProof: WalletProofShape = {
  network,
  message: ({ address, domain, nonce, uri }) =>
    /^0x[0-9a-fA-F]{40}$/.test(address) ? `${domain} wants you to sign in\n${address}\nURI: ${uri}\nNonce: ${nonce}` : undefined,
  verify: (message, signature, expected) =>
    Effect.sync(() => {
      const [first = "", address = ""] = message.split("\n")
      if (!first.startsWith(`${expected.domain} `)) return { _tag: "Refused" as const, reason: "The message is for another page." }
      return signature === address.toLowerCase()
        ? ({ _tag: "Proven", address: address.toLowerCase() } as const)
        : ({ _tag: "Refused", reason: "The signature is not of this wallet." } as const)
    }),
}
