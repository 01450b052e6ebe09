import { Schema } from "effect"
import { isoDate } from "../time.ts"

export const PublisherId = Schema.String.pipe(Schema.brand("PublisherId"))
export type PublisherId = typeof PublisherId.Type

/** The company behind one or more payees. The ledger books by payee; a publisher is paid for all of its payees. Times are milliseconds since 1970. */
export interface Publisher {
  readonly id: PublisherId
  readonly name: string
  readonly status: "active" | "suspended"
  /** The names under which sources and listings pay this publisher. A payee belongs to one publisher for ever. */
  readonly payees: ReadonlyArray<string>
  readonly createdAt: number
}

/** A proof of each kind is needed before a payout. `wallet`: where it is paid. `iban`: whose bank account an operator has seen. */
export const proofKinds = ["wallet", "iban"] as const
export type ProofKind = (typeof proofKinds)[number]

export interface ProviderProof {
  readonly id: string
  readonly publisher: PublisherId
  readonly kind: ProofKind
  /** The wallet in lower case, or the IBAN with all but its country and its last four characters hidden. */
  readonly subject: string
  /** Where the evidence is: the signed message and its signature, or the operator's reference to a document. */
  readonly evidence: string
  readonly submittedBy: string
  readonly submittedAt: number
  readonly expiresAt: number
  /** Null until an operator has approved it. */
  readonly approvedAt: number | null
  readonly approvedBy: string | null
}

/** How long a proof is valid from the day it was submitted: then the publisher proves it again. */
export const proofValidMs = 365 * 86_400_000

export type ProofState = "pending" | "verified" | "expired"
export type VerificationState = "unverified" | ProofState

export const proofState = ({ approvedAt, expiresAt }: Pick<ProviderProof, "approvedAt" | "expiresAt">, now: number): ProofState =>
  expiresAt <= now ? "expired" : approvedAt === null ? "pending" : "verified"

/** A publisher is verified while a proof of each kind is. It is expired once it was verified and a kind has no valid proof any more. */
export const verificationState = (proofs: ReadonlyArray<ProviderProof>, now: number): VerificationState => {
  const statesOf = (kind: ProofKind) => proofs.filter((proof) => proof.kind === kind).map((proof) => proofState(proof, now))
  const kinds = proofKinds.map(statesOf)
  if (kinds.every((states) => states.includes("verified"))) return "verified"
  if (kinds.some((states) => states.includes("pending"))) return "pending"
  const wasApproved = (kind: ProofKind) => proofs.some((proof) => proof.kind === kind && proof.approvedAt !== null)
  return proofKinds.every(wasApproved) ? "expired" : "unverified"
}

/** What is missing for a payout, as sentences to the publisher. */
export const missingProofs = (proofs: ReadonlyArray<ProviderProof>, now: number): ReadonlyArray<string> =>
  proofKinds.flatMap((kind) => {
    const ofKind = proofs.filter((proof) => proof.kind === kind)
    const states = new Set(ofKind.map((proof) => proofState(proof, now)))
    if (states.has("verified")) return []
    if (states.has("pending")) return [`The ${names[kind]} waits for the operator's approval.`]
    const last = Math.max(...ofKind.map(({ expiresAt }) => expiresAt))
    return [ofKind.length === 0 ? advice[kind] : `The ${names[kind]} expired on ${isoDate(last)}. ${advice[kind]}`]
  })

const names: Record<ProofKind, string> = { wallet: "proof of your wallet", iban: "proof of your bank account" }
const advice: Record<ProofKind, string> = {
  wallet: "Prove your wallet: POST /v1/publishers/me/proofs/wallet/nonce, sign the message, then POST /v1/publishers/me/proofs/wallet.",
  iban: "Send a proof of your bank account to the operator of this gateway, who records it.",
}
