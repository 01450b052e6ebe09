import { Effect } from "effect"
import { randomBytesUnsafe } from "effect/crypto/SecureRandom"
import { WalletProof } from "../connect/WalletProof.ts"
import { Refusal, ServiceUnavailable } from "../Refusal.ts"
import type { Publisher } from "./Publisher.ts"
import { Publishers } from "./Publishers.ts"

/** 409: the message or its signature does not prove the wallet. */
export class WalletNotProven extends Refusal("wallet_not_proven", 409) {}
/** 501: this gateway has no chain. */
export class PayoutsNotConfigured extends Refusal("not_configured", 501) {}

/** How long a publisher has to sign: as long as a person needs to find the wallet. */
const nonceValidMs = 15 * 60_000

const purpose = (base: string) => ({ domain: new URL(base).host, uri: `${base}/v1/publishers/me/proofs/wallet` })

const proofs = Effect.flatMap(WalletProof, (proof) =>
  proof === undefined
    ? Effect.fail(
        new PayoutsNotConfigured({ message: "This gateway has no chain, so it pays no publisher. Ask its operator. No money moved." }),
      )
    : Effect.succeed(proof),
)

/** The message that the publisher's wallet signs. Its nonce is good for one proof. `base` is the public address of the gateway. */
export const walletChallenge = Effect.fnUntraced(function* (publisher: Publisher, address: string, base: string) {
  const proof = yield* proofs
  const publishers = yield* Publishers
  const issuedAt = yield* publishers.now
  const nonce = randomBytesUnsafe(16).reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "")
  const expiresAt = issuedAt + nonceValidMs
  const message = proof.message({ ...purpose(base), address, nonce, issuedAt, expiresAt, statement: statementFor(publisher) })
  if (message === undefined) return yield* new WalletNotProven({ message: "address must be an address of 40 hexadecimal digits after 0x." })
  yield* publishers.newNonce(publisher.id, nonce, nonceValidMs)
  return { nonce, message, expiresAt }
})

const statementFor = ({ id }: Publisher) => `Receive the payouts of the publisher ${id}.`

/** Stores a proof of the wallet that signed. An operator approves it before it counts. */
export const proveWallet = Effect.fnUntraced(function* (
  publisher: Publisher,
  given: { readonly message: string; readonly signature: string },
  base: string,
) {
  const proof = yield* proofs
  const publishers = yield* Publishers
  const nonce = /^Nonce: ([A-Za-z0-9]{8,64})$/m.exec(given.message)?.[1] ?? ""
  const verdict = yield* proof
    .verify(given.message, given.signature, { ...purpose(base), nonce, statement: statementFor(publisher), now: yield* publishers.now })
    .pipe(
      Effect.mapError(
        ({ message }) => new ServiceUnavailable({ message: `Your wallet cannot be checked: ${message}. Try again. No money moved.` }),
      ),
    )
  if (verdict._tag === "Refused") {
    return yield* new WalletNotProven({
      message: `The wallet is not proven: ${verdict.reason} Sign the message of POST /v1/publishers/me/proofs/wallet/nonce unchanged.`,
    })
  }
  if (!(yield* publishers.takeNonce(publisher.id, nonce))) {
    return yield* new WalletNotProven({
      message: "The message was used before, has expired or is not yours. Get a new one: POST /v1/publishers/me/proofs/wallet/nonce.",
    })
  }
  const evidence = JSON.stringify(given)
  return yield* publishers.addProof(publisher.id, { kind: "wallet", subject: verdict.address, evidence, submittedBy: "publisher" })
})
