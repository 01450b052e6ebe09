import { Cache, Context, Duration, Effect, Exit, Layer, Option } from "effect"
import { domainSeparator } from "viem"
import type { Authorization } from "../evm/authorization.ts"
import { Chain, ChainUnavailable } from "../evm/Chain.ts"
import { gasFor, isValidSignatureCall, simulateAll, transferCall, validSignatureAnswer } from "../evm/contracts.ts"
import type { Hex } from "../evm/hex.ts"
import type { Payment } from "../protocol/Payment.ts"
import type { Requirement } from "../protocol/Requirement.ts"
import { diagnose } from "./diagnose.ts"
import { type Examined, examine, invalid, type Verdict } from "./examine.ts"

/** Whether a payment can be settled, by the rules and in the order of the official facilitator for `exact` on EVM. */
export class Verifier extends Context.Service<
  Verifier,
  {
    /** The verdict holds for the newest block. One round trip if the payer's own key signed. `now` in seconds since 1970. */
    readonly verifyPayment: (payment: Payment, requirement: Requirement, now: bigint) => Effect.Effect<Verdict, ChainUnavailable>
    /** Fails if the token's EIP-712 domain is not the configured name and version: then every payment would be invalid. */
    readonly checkDomain: Effect.Effect<void, ChainUnavailable>
  }
>()("farthing/rails/x402/Verifier") {
  /** `factories`: contracts that may deploy smart wallets at the gateway's cost (ERC-6492). */
  static readonly layer = (options: { readonly factories: ReadonlyArray<Hex> }) => Layer.effect(Verifier, make(options.factories))
}

const make = Effect.fnUntraced(function* (factories: ReadonlyArray<Hex>) {
  const chain = yield* Chain
  const allowedFactories = new Set(factories.map((factory) => factory.toLowerCase()))

  /** Only a positive answer is cached: code stays, but a wallet may be deployed at any moment. */
  const codeCache = (ttl: Duration.Input) => ({
    capacity: 4_096,
    timeToLive: (exit: Exit.Exit<boolean, ChainUnavailable>) => (Exit.isSuccess(exit) && exit.value ? ttl : Duration.zero),
  })
  const hasCode = (address: Hex) => Effect.map(chain.codeAt(address), (code) => code !== "0x")
  const wallets = yield* Cache.makeWith(hasCode, codeCache("1 minute"))
  const assets = yield* Cache.makeWith(hasCode, codeCache("15 minutes"))

  const isValidSignature = Effect.fnUntraced(function* (wallet: Hex, digest: Uint8Array, signature: Hex) {
    const answer = yield* chain.simulate({ to: wallet, data: isValidSignatureCall(digest, signature) })
    return answer._tag === "Succeeded" && answer.data.startsWith(validSignatureAnswer)
  })

  const invalidSignature = invalid("invalid_exact_evm_signature", "The signature is not the payer's for this authorization and this token.")

  /** If the payer's address has code, only that code decides (ERC-1271); otherwise only the address's own key does. */
  const signatureFailure = Effect.fnUntraced(function* ({ authorization: { from, signature } }: Payment, { digest, keySigned }: Examined) {
    const isWallet = yield* Cache.get(wallets, from)
    const valid = isWallet ? yield* isValidSignature(from, digest, signature) : keySigned !== undefined
    return valid ? undefined : invalidSignature
  })

  const simulateTransfer = Effect.fnUntraced(function* (authorization: Authorization, asset: Hex) {
    const call = { to: asset, data: transferCall(authorization) }
    const gas = gasFor(authorization)
    if (authorization.deploys === undefined) {
      const simulated = yield* chain.simulate({ ...call, gas })
      return simulated._tag === "Succeeded" ? ({ ok: true } as const) : ({ ok: false, revertReason: simulated.reason } as const)
    }
    const { data, factory } = authorization.deploys
    const returned = yield* simulateAll([{ to: factory, data }, call], { gas }).pipe(Effect.provideService(Chain, chain))
    const succeeded = Option.isSome(returned) && returned.value[1] !== undefined
    return succeeded ? ({ ok: true } as const) : ({ ok: false, revertReason: null } as const)
  })

  const verifyPayment = Effect.fnUntraced(function* (payment: Payment, requirement: Requirement, now: bigint) {
    const examined = examine(payment, requirement, now)
    if (examined._tag === "Invalid") return examined
    if (requirement.network !== chain.network.caip2) {
      return invalid("invalid_network", `Payments are settled on ${chain.network.caip2} here; ${requirement.network} is required.`)
    }
    const { deploys, from } = payment.authorization
    const isUndeployed = deploys !== undefined && !(yield* Cache.get(wallets, from))
    if (isUndeployed && !allowedFactories.has(deploys.factory)) {
      return invalid(
        "eip6492_factory_not_allowed",
        `Wallets that ${deploys.factory} deploys are not accepted: deploy the wallet before the payment.`,
      )
    }
    // An undeployed wallet cannot check a signature. The simulation below deploys it first.
    const failure = isUndeployed ? Effect.undefined : signatureFailure(payment, examined)
    // The token itself checks the signature in the simulation. The wallet is called here only for a more exact reason.
    if (examined.keySigned === undefined && !isUndeployed && !(yield* Cache.get(wallets, from))) return invalidSignature
    if (examined.mismatch !== undefined) return (yield* failure) ?? examined.mismatch
    const authorization = examined.keySigned ?? withoutNeedlessDeployment(payment.authorization, isUndeployed)
    if (!(yield* Cache.get(assets, requirement.asset))) {
      return (yield* failure) ?? invalid("asset_not_deployed_contract", `There is no contract at the asset's address ${requirement.asset}.`)
    }
    const transfer = yield* simulateTransfer(authorization, requirement.asset)
    if (!transfer.ok) {
      return (yield* failure) ?? (yield* diagnose(payment, requirement, transfer.revertReason).pipe(Effect.provideService(Chain, chain)))
    }
    if (requirement.asset !== chain.asset.address.toLowerCase()) {
      return invalid("unsupported_asset", `Only ${chain.asset.address} is settled here; ${requirement.asset} is required.`)
    }
    return { _tag: "Valid", authorization } as const
  })

  const checkDomain = Effect.gen(function* () {
    const { address, name, version } = chain.asset
    const domain = { name, version, chainId: chain.network.chainId, verifyingContract: address }
    const answer = yield* chain.simulate({ to: address, data: domainSeparatorCall })
    if (answer._tag === "Succeeded" && answer.data === domainSeparator({ domain })) return
    return yield* new ChainUnavailable({
      message: `The EIP-712 domain of the token at ${address} is not ${name}, version ${version}: check the asset's settings.`,
    })
  })

  return Verifier.of({ verifyPayment, checkDomain })
})

/** `DOMAIN_SEPARATOR()`. */
const domainSeparatorCall = "0x3644e515"

/** The factory call is dropped if the wallet is deployed already. */
const withoutNeedlessDeployment = ({ deploys, ...authorization }: Authorization, isUndeployed: boolean): Authorization =>
  isUndeployed && deploys !== undefined ? { ...authorization, deploys } : authorization
