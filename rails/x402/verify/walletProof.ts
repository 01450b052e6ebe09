import { Effect, Option } from "effect"
import { hashMessage, isHex, toBytes } from "viem"
import { createSiweMessage, parseSiweMessage } from "viem/siwe"
import type { ExpectedSignIn, SignIn, WalletProofShape, WalletVerdict } from "../../../domain/connect/WalletProof.ts"
import { Unavailable } from "../../../domain/rail/Rail.ts"
import { Chain } from "../evm/Chain.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { isSignedBy } from "./walletSignature.ts"

const maxMessageCharacters = 2_000
/** Some smart wallets sign with passkeys and send several kilobytes. */
const maxSignatureCharacters = 16_384
/** A message may be issued this much later than now: two nodes' clocks differ. */
const maxAheadMs = 60_000

/** Proofs of wallets by Sign-In-With-Ethereum (EIP-4361), on the chain of this rail. */
export const makeWalletProof = Effect.gen(function* () {
  const chain = yield* Chain
  const { caip2, chainId } = chain.network
  const message = (signIn: SignIn) => messageFor(signIn, chainId)

  const verify: WalletProofShape["verify"] = Effect.fnUntraced(
    function* (text, signature, expected) {
      const signIn = signInOf(text, chainId)
      // A message with further members, or in another spelling, may show its owner something else than what is read here.
      if (signIn === undefined || message(signIn) !== text)
        return refused("The message was changed: sign the given message exactly as it is.")
      const problem = signInProblem(signIn, expected)
      if (problem !== undefined) return refused(problem)
      if (signature.length > maxSignatureCharacters || !isHex(signature)) {
        return refused("The signature must be hexadecimal digits behind 0x, at most 16,384 characters.")
      }
      const address = lowerCase(signIn.address)
      const valid = yield* isSignedBy(address, toBytes(hashMessage(text)), signature)
      return valid ? ({ _tag: "Proven", address } as const) : refused(`The signature is not of the wallet ${signIn.address}.`)
    },
    Effect.mapError(({ message }) => new Unavailable({ message: `the wallet's signature cannot be checked now: ${message}` })),
    Effect.provideService(Chain, chain),
  )

  return { network: caip2, message, verify } satisfies WalletProofShape
})

const messageFor = ({ address, domain, expiresAt, issuedAt, nonce, statement, uri }: SignIn, chainId: number): string | undefined => {
  const [issued, expires] = [new Date(issuedAt), new Date(expiresAt)]
  if (statement === "" || !/^[a-zA-Z0-9]{8,64}$/.test(nonce)) return undefined
  const create = Option.liftThrowable(() => {
    const dates = { issuedAt: issued, expirationTime: expires }
    return createSiweMessage({ address: address as Hex, chainId, domain, nonce, statement, uri, version: "1", ...dates })
  })
  return Option.getOrUndefined(create())
}

/** The members of a message; undefined if it is not one for this chain or a member is missing. */
const signInOf = (text: string, chainId: number): SignIn | undefined => {
  if (text.length > maxMessageCharacters) return undefined
  const { address, chainId: forChain, domain, expirationTime, issuedAt, nonce, statement, uri } = parseSiweMessage(text)
  if (forChain !== chainId || address === undefined || domain === undefined || nonce === undefined || uri === undefined) return undefined
  if (statement === undefined || issuedAt === undefined || expirationTime === undefined) return undefined
  return { address, domain, nonce, uri, statement, issuedAt: issuedAt.getTime(), expiresAt: expirationTime.getTime() }
}

const signInProblem = ({ domain, expiresAt, issuedAt, nonce, statement, uri }: SignIn, expected: ExpectedSignIn): string | undefined => {
  if (domain !== expected.domain) return `The message is for ${domain}; it must be for ${expected.domain}.`
  if (uri !== expected.uri) return `The message is for ${uri}; it must be for ${expected.uri}.`
  if (statement !== expected.statement) return "The message states another purpose: sign the given message exactly as it is."
  if (nonce !== expected.nonce) return "The message has another nonce: request a new one and sign it."
  if (issuedAt > expected.now + maxAheadMs) return "The message is of a later time than now."
  if (expiresAt <= expected.now) return "The message has expired: request a new nonce and sign it."
  return undefined
}

const refused = (reason: string): WalletVerdict => ({ _tag: "Refused", reason })
