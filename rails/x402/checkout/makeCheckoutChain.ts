import { Context, Effect } from "effect"
import { decodeFunctionResult, encodeFunctionData, isHex, parseAbi } from "viem"
import type { Checkout } from "../../../domain/connect/Checkout.ts"
import { type CheckoutChainShape, type CheckoutProof, PaymentRefused } from "../../../domain/connect/CheckoutChain.ts"
import { Unavailable } from "../../../domain/rail/Rail.ts"
import type { SplitterState } from "../commands.ts"
import { untilFirstSuccess } from "../chainCheck.ts"
import { Chain, ChainUnavailable } from "../evm/Chain.ts"
import { ChainNodes } from "../evm/ChainNodes.ts"
import { type Hex, lowerCase, sameHex } from "../evm/hex.ts"
import type { PaymentTerms } from "../paymentTerms.ts"
import type { X402Settings } from "../settings.ts"
import { payeeProblem } from "../evm/payeeProblem.ts"
import { checkoutReference } from "../settlement/gasShares.ts"
import { Settlements } from "../settlement/Settlements.ts"
import { readPayments, readProof, searchStart } from "./readPayments.ts"
import { gaslessAuthorization, relayPayment, usdc } from "./relay.ts"
import { splitPayment, splitterAbi, splitterCode, splitterDeployment } from "./splitter.ts"
import {
  approval,
  chainIdHex,
  type CheckoutTerms,
  gaslessRequest,
  payment,
  permitPayment,
  permitRequest,
  splitterTerms,
} from "./walletRequests.ts"

type CheckoutSettings = Pick<X402Settings, "factories" | "serviceWallet"> & { readonly terms: Pick<PaymentTerms, "confirmations"> }

/** Checkouts on the chain of this rail, by the splitter contract. Making it sends no request; the first use checks the contract's code. */
export const makeCheckoutChain = Effect.fnUntraced(function* (
  { factories, serviceWallet, terms: { confirmations } }: CheckoutSettings,
  splitter: Hex,
) {
  const chain = yield* Chain
  const context = Context.pick(Chain, ChainNodes, Settlements)(yield* Effect.context<Chain | ChainNodes | Settlements>())
  const terms: CheckoutTerms = { network: chain.network, asset: chain.asset, splitter: lowerCase(splitter) }
  const configured = splitterTerms(terms)
  /** Another contract in the settings is for later checkouts: what a buyer has signed or sent names the one of its checkout. */
  const termsOf = (checkout: Checkout): CheckoutTerms => ({ ...terms, splitter: lowerCase(checkout.splitter ?? splitter) })
  const contracts = new Map<Hex, Effect.Effect<void, ChainUnavailable, Chain>>()
  const contractIsThere = Effect.fnUntraced(function* (address: Hex) {
    const check = contracts.get(address) ?? (yield* untilFirstSuccess(checkSplitter(address)))
    contracts.set(address, check)
    yield* check
  })
  const onChain = <A, E>(use: Effect.Effect<A, E | ChainUnavailable, Chain | ChainNodes | Settlements>) =>
    use.pipe(
      Effect.catchIf(
        (error) => error instanceof ChainUnavailable,
        ({ message }: ChainUnavailable) => new Unavailable({ message: `the chain cannot be used now: ${message}` }),
      ),
      Effect.provide(context),
    )
  /** Every use of a contract goes through this: an address with other code could take the money. */
  const withContract = <A, E>(
    checkout: Checkout,
    use: (terms: CheckoutTerms) => Effect.Effect<A, E | ChainUnavailable, Chain | ChainNodes | Settlements>,
  ) => {
    const ofCheckout = termsOf(checkout)
    return onChain(Effect.andThen(contractIsThere(ofCheckout.splitter), use(ofCheckout)))
  }
  const walletProblem = (wallet: string) =>
    payeeProblem(wallet, { "the token": configured.token, "the contract that splits payments": configured.address })
  const payableBy = (checkout: Checkout, buyer: string) => buyerProblem(checkout, buyer) ?? walletProblem(buyer)

  const prove = (terms: CheckoutTerms, checkout: Checkout, hash: string): Effect.Effect<CheckoutProof, ChainUnavailable, ChainNodes> => {
    const split = splitterTerms(terms)
    return /^0x[0-9a-f]{64}$/i.test(hash)
      ? readProof(lowerCase(hash), split, splitPayment(split, checkout), confirmations)
      : Effect.succeed({ _tag: "NotPaid", reason: "This is not a transaction hash: 0x and 64 hexadecimal digits." })
  }

  const instructions = Effect.fnUntraced(function* (terms: CheckoutTerms, checkout: Checkout, buyer: Hex) {
    const [balance, allowance, permits, isPaid] = yield* Effect.all(
      [
        chain.balanceOf(buyer),
        readNumber(terms.asset.address, encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args: [buyer, terms.splitter] })),
        readNumber(terms.asset.address, encodeFunctionData({ abi: erc20Abi, functionName: "nonces", args: [buyer] })),
        isPaidOnChain(terms, checkout),
      ],
      { concurrency: "unbounded" },
    )
    if (isPaid) return yield* new PaymentRefused({ message: "This checkout is paid already." })
    if (balance < checkout.amount) {
      const message = `The wallet has ${usdc(balance)} USDC on this network, and the checkout costs ${usdc(checkout.amount)} USDC.`
      return yield* new PaymentRefused({ message })
    }
    const isShort = allowance < checkout.amount
    return {
      network: terms.network.caip2,
      chainId: chainIdHex(terms),
      transaction: [...(isShort ? [approval(terms, checkout, buyer)] : []), payment(terms, checkout, buyer)],
      permit: isShort ? permitRequest(terms, checkout, buyer, permits) : undefined,
      gasless: gaslessRequest(terms, checkout, buyer),
    }
  })

  const refuse = (message: string) => new PaymentRefused({ message })

  return {
    network: terms.network.caip2,
    splitter: configured.address,
    serviceWallet: lowerCase(serviceWallet),
    walletProblem,
    instructions: (checkout, buyer) => {
      const problem = payableBy(checkout, buyer)
      return problem === undefined ? withContract(checkout, (terms) => instructions(terms, checkout, lowerCase(buyer))) : refuse(problem)
    },
    permitTransaction: (checkout, buyer, signature) => {
      const problem = payableBy(checkout, buyer)
      if (problem !== undefined) return refuse(problem)
      const request = isHex(signature) ? permitPayment(termsOf(checkout), checkout, lowerCase(buyer), signature) : undefined
      return request === undefined ? refuse("The permit must be signed by a key: a signature of 65 bytes.") : Effect.succeed(request)
    },
    relay: (checkout, buyer, signature) => {
      const problem = payableBy(checkout, buyer)
      if (problem !== undefined) return Effect.succeed({ _tag: "Refused", reason: problem })
      return withContract(checkout, (terms) => relayPayment(terms, factories, checkout, lowerCase(buyer), signature))
    },
    proveRelay: (checkout, buyer) =>
      withContract(
        checkout,
        Effect.fnUntraced(function* (terms) {
          const { lookup } = yield* Settlements
          const authorization = gaslessAuthorization(terms, checkout, lowerCase(buyer), "0x")
          const settlement = yield* lookup(authorization, checkoutReference(checkout.marketplace, checkout.id))
          if (settlement === undefined) return undefined
          if (settlement._tag === "Included") {
            const proof = yield* prove(terms, checkout, settlement.hash)
            // What the gateway sends itself is sent again.
            return proof._tag === "Unknown" ? { _tag: "Pending" as const, reason: proof.reason } : proof
          }
          if (settlement._tag === "Rejected") return { _tag: "NotPaid", reason: settlement.message } as const
          return { _tag: "Pending", reason: settlement.reason } as const
        }),
      ),
    prove: (checkout, hash) => withContract(checkout, (terms) => prove(terms, checkout, hash)),
    isPaid: (checkout) => withContract(checkout, (terms) => isPaidOnChain(terms, checkout)),
    // What is found is proven before it counts, so no contract is checked here.
    findPayments: (fromBlock, splitters) =>
      onChain(readPayments(fromBlock, [...new Set([configured.address, ...splitters.map(lowerCase)])], confirmations)),
    searchStart: onChain(searchStart),
  } satisfies CheckoutChainShape
})

const erc20Abi = parseAbi([
  "function allowance(address owner, address spender) view returns (uint256)",
  "function nonces(address owner) view returns (uint256)",
])

const readNumber = Effect.fnUntraced(function* (to: Hex, data: Hex) {
  const chain = yield* Chain
  const answer = yield* chain.simulate({ to, data })
  if (answer._tag === "Succeeded" && answer.data.length === 66) return BigInt(answer.data)
  return yield* new ChainUnavailable({ message: "the token's answer is not valid" })
})

const isPaidOnChain = Effect.fnUntraced(function* (terms: CheckoutTerms, checkout: Checkout) {
  const chain = yield* Chain
  const split = splitterTerms(terms)
  const data = encodeFunctionData({ abi: splitterAbi, functionName: "isPaid", args: [splitPayment(split, checkout).payment] })
  const answer = yield* chain.simulate({ to: split.address, data })
  if (answer._tag === "Reverted") return false
  return decodeFunctionResult({ abi: splitterAbi, functionName: "isPaid", data: answer.data })
})

/** For the operator: where the splitter of this release is or would be on this network. */
export const readSplitter = Effect.fnUntraced(function* (configured: Hex | undefined) {
  const chain = yield* Chain
  const { address, ...deployment } = splitterDeployment
  const code = yield* chain.codeAt(address)
  return {
    network: chain.network.caip2,
    address,
    configured,
    code: code === "0x" ? "missing" : sameHex(code, splitterCode) ? "deployed" : "other",
    deployment,
  } satisfies SplitterState
})

/** The code at the splitter's address must be the committed one, byte for byte. */
export const checkSplitter = Effect.fnUntraced(function* (address: Hex) {
  const chain = yield* Chain
  if (sameHex(yield* chain.codeAt(address), splitterCode)) return
  return yield* new ChainUnavailable({
    message: `the contract at ${address} is not the splitter of this release: deploy it, or set its address`,
  })
})

const buyerProblem = ({ wallets }: Checkout, buyer: string): string | undefined =>
  [wallets.seller, wallets.marketplace, wallets.service].some((wallet) => wallet?.toLowerCase() === buyer.toLowerCase())
    ? "This wallet is paid by the checkout, so it cannot pay it: use another wallet."
    : undefined
