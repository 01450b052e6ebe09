import { Effect, Option } from "effect"
import { Chain } from "../evm/Chain.ts"
import { isValidSignatureCall, simulateAll, validSignatureAnswer } from "../evm/contracts.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { signerOf, unwrapSignature } from "../evm/signatures.ts"

/** For the deployment of a wallet and its check of a signature, in a simulation that costs nothing. */
const maxGas = 3_000_000n

/**
 * Whether this wallet made the signature of a digest. If its address has code, only that code decides (ERC-1271). Otherwise only the address's own key does, or the
 * code that the factory of an ERC-6492 signature deploys there.
 */
export const isSignedBy = Effect.fnUntraced(function* (wallet: Hex, digest: Uint8Array, wrapped: Hex) {
  const chain = yield* Chain
  const unwrapped = Option.getOrUndefined(unwrapSignature(wrapped))
  if (unwrapped === undefined) return false
  const { deploys, signature } = unwrapped
  if ((yield* chain.codeAt(wallet)) !== "0x") {
    const answer = yield* chain.simulate({ to: wallet, data: isValidSignatureCall(digest, signature), gas: maxGas })
    return answer._tag === "Succeeded" && answer.data.startsWith(validSignatureAnswer)
  }
  if (deploys === undefined) return signerOf(digest, signature)?.address === lowerCase(wallet)
  const calls = [
    { to: deploys.factory, data: deploys.data },
    { to: wallet, data: isValidSignatureCall(digest, signature) },
  ]
  const returned = yield* simulateAll(calls, { gas: maxGas })
  return Option.isSome(returned) && returned.value[1]?.startsWith(validSignatureAnswer) === true
})
