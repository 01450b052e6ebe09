import { Cache, Context, Duration, Effect, Exit, Layer, Option } from "effect"
import { domainSeparator } from "viem"
import { Chain, ChainUnavailable } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import type { Payment } from "../protocol/Payment.ts"
import type { Requirement } from "../protocol/Requirement.ts"
import { gasFor } from "../evm/gas.ts"
import type { Authorization } from "../evm/authorization.ts"
import { diagnose } from "./diagnose.ts"
import { examine, type Examined, invalid, type Verdict } from "./examine.ts"
import { isValidSignatureCall, simulateAll, transferCall, validSignatureAnswer } from "../evm/contracts.ts"

/** Whether a payment can be settled, by the rules and in the order of the official facilitator for `exact` on EVM. */
export class Verifier extends Context.Service<
  Verifier,
  {
    /**
     * A verdict, which holds for the chain as it stands; without the chain there is none. One round trip for a payer's own key.
     * `now` in seconds since 1970.
     */
    readonly verifyPayment: (payment: Payment, requirement: Requirement, now: bigint) => Effect.Effect<Verdict, ChainUnavailable>
    /** The token signs for the name and version that it is offered with. Asked once, when a rail starts. */
    readonly checkDomain: Effect.Effect<void, ChainUnavailable>
  }
>()("farthing/rails/x402/Verifier") {
  /** `factories`: who may deploy smart wallets at our cost (ERC-6492). */
  static readonly layer = (options: { readonly factories: ReadonlyArray<Hex> }) => Layer.effect(Verifier, make(options.factories))
}

const make = Effect.fnUntraced(function* (factories: ReadonlyArray<Hex>) {
  const chain = yield* Chain
  const allowed = new Set(factories.map((factory) => factory.toLowerCase()))

  /** Code stays, absence does not: a wallet may be deployed any moment. */
  const keepCode = (keep: Duration.Input) => ({
    capacity: 4_096,
    timeToLive: (exit: Exit.Exit<boolean, ChainUnavailable>) => (Exit.isSuccess(exit) && exit.value ? keep : Duration.zero),
  })
  const hasCode = (address: Hex) => Effect.map(chain.codeAt(address), (code) => code !== "0x")
  const wallets = yield* Cache.makeWith(hasCode, keepCode("1 minute"))
  const assets = yield* Cache.makeWith(hasCode, keepCode("15 minutes"))

  const vouches = Effect.fnUntraced(function* (wallet: Hex, digest: Uint8Array, signature: Hex) {
    const answer = yield* chain.simulate({ to: wallet, data: isValidSignatureCall(digest, signature) })
    return answer._tag === "Succeeded" && answer.data.startsWith(validSignatureAnswer)
  })

  const refuseSignature = invalid("invalid_exact_evm_signature", "The signature is not the payer's for this authorization and this token.")

  /** Code at the payer's address: only that code vouches for signatures. None: only its key does. */
  const signatureFails = Effect.fnUntraced(function* ({ authorization: { from, signature } }: Payment, { digest, signed }: Examined) {
    const isWallet = yield* Cache.get(wallets, from)
    const good = isWallet ? yield* vouches(from, digest, signature) : signed !== undefined
    return good ? undefined : refuseSignature
  })

  const transfer = Effect.fnUntraced(function* (authorization: Authorization, asset: Hex) {
    const call = { to: asset, data: transferCall(authorization) }
    const gas = gasFor(authorization)
    if (authorization.deploys === undefined) {
      const simulated = yield* chain.simulate({ ...call, gas })
      return simulated._tag === "Succeeded" ? ({ ok: true } as const) : ({ ok: false, said: simulated.reason } as const)
    }
    const { data, factory } = authorization.deploys
    const returned = yield* simulateAll([{ to: factory, data }, call], gas).pipe(Effect.provideService(Chain, chain))
    return Option.isSome(returned) && returned.value[1] !== undefined ? ({ ok: true } as const) : ({ ok: false, said: null } as const)
  })

  const verifyPayment = Effect.fnUntraced(function* (payment: Payment, requirement: Requirement, now: bigint) {
    const examined = examine(payment, requirement, now)
    if (examined._tag === "Invalid") return examined
    if (requirement.network !== chain.network.caip2) {
      return invalid("invalid_network", `Payments are settled on ${chain.network.caip2} here; ${requirement.network} is required.`)
    }
    const { deploys, from } = payment.authorization
    const undeployed = deploys !== undefined && !(yield* Cache.get(wallets, from))
    if (undeployed && !allowed.has(deploys.factory)) {
      return invalid("eip6492_factory_not_allowed", `Wallets that ${deploys.factory} deploys are not taken: deploy the wallet first.`)
    }
    // A wallet that is not deployed cannot be asked: the simulation below deploys it, and asks.
    const failing = undeployed ? Effect.undefined : signatureFails(payment, examined)
    // The token itself asks the wallet, or recovers the key. Whoever may be a wallet is asked here only for a better reason.
    if (examined.signed === undefined && !undeployed && !(yield* Cache.get(wallets, from))) return refuseSignature
    if (examined.wrong !== undefined) return (yield* failing) ?? examined.wrong
    const authorization = examined.signed ?? settled(payment.authorization, undeployed)
    if (!(yield* Cache.get(assets, requirement.asset))) {
      return (yield* failing) ?? invalid("asset_not_deployed_contract", `There is no contract at the asset's address ${requirement.asset}.`)
    }
    const outcome = yield* transfer(authorization, requirement.asset)
    if (!outcome.ok)
      return (yield* failing) ?? (yield* diagnose(payment, requirement, outcome.said).pipe(Effect.provideService(Chain, chain)))
    if (requirement.asset !== chain.asset.address.toLowerCase()) {
      return invalid("unsupported_asset", `Only ${chain.asset.address} is settled here; ${requirement.asset} is required.`)
    }
    return { _tag: "Valid", authorization } as const
  })

  const checkDomain = Effect.gen(function* () {
    const { address, name, version } = chain.asset
    const domain = { name, version, chainId: chain.network.chainId, verifyingContract: address }
    const answer = yield* chain.simulate({ to: address, data: separatorCall })
    if (answer._tag === "Succeeded" && answer.data === domainSeparator({ domain })) return
    return yield* new ChainUnavailable({
      message: `The token at ${address} does not sign as ${name}, version ${version}: check the asset's settings.`,
    })
  })

  return Verifier.of({ verifyPayment, checkDomain })
})

/** `DOMAIN_SEPARATOR()`. */
const separatorCall = "0x3644e515"

/** A wallet that is there is not deployed again. */
const settled = ({ deploys, ...authorization }: Authorization, undeployed: boolean): Authorization =>
  undeployed && deploys !== undefined ? { ...authorization, deploys } : authorization
