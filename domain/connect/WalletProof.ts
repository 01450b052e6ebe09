import { Context, type Effect } from "effect"
import type { Unavailable } from "../rail/Rail.ts"

/** What a wallet signs to prove that its owner is here now: the members of a Sign-In-With-Ethereum message (EIP-4361). */
export interface SignIn {
  /** The host of the page that asks, with its port if it has one. Wallets compare it with the page's own. */
  readonly domain: string
  /** What the signature is for. An absolute URL. */
  readonly uri: string
  /** In any case; the message shows it with its checksum. */
  readonly address: string
  /** 8 to 64 letters and digits, used once. */
  readonly nonce: string
  /** Milliseconds since 1970. */
  readonly issuedAt: number
  readonly expiresAt: number
  /** One line that explains to the owner what is signed. */
  readonly statement: string
}

export type WalletVerdict =
  /** In lower case. */
  { readonly _tag: "Proven"; readonly address: string } | { readonly _tag: "Refused"; readonly reason: string }

/** What a signed message must have. The statement is what the owner agrees to. */
export type ExpectedSignIn = Pick<SignIn, "domain" | "uri" | "nonce" | "statement"> & { readonly now: number }

/** Proof that somebody controls a wallet. Keys and smart wallets (ERC-1271, and ERC-6492 before they are deployed) can prove it. */
export interface WalletProofShape {
  /** CAIP-2. Messages are for this chain. */
  readonly network: string
  /** The text that the wallet signs with `personal_sign`. Undefined if a member is not valid, for instance the address. */
  readonly message: (signIn: SignIn) => string | undefined
  /**
   * Whether the wallet that the message names has signed it, for this domain, URI, nonce and statement, and is in time at `now` (milliseconds since 1970). The message must be
   * one that `message` makes. Whether the nonce was given out and not used yet is left to the caller, who must take the address from the answer.
   */
  readonly verify: (message: string, signature: string, expected: ExpectedSignIn) => Effect.Effect<WalletVerdict, Unavailable>
}

/** Undefined where the gateway has no chain. */
export const WalletProof = Context.Reference<WalletProofShape | undefined>("farthing/domain/connect/WalletProof", {
  defaultValue: () => undefined,
})
