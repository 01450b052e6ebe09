import { publicBase } from "../../../rails/http/RequestContext.ts"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { configuredChain } from "../../../domain/connect/createCheckout.ts"
import { Merchants } from "../../../domain/connect/Merchants.ts"
import { InvalidSignature, NotConfigured, SellerNotPayable } from "../../../domain/connect/refusals.ts"
import { WalletProof } from "../../../domain/connect/WalletProof.ts"
import { InvalidRequest, ServiceUnavailable } from "../../../domain/Refusal.ts"
import { isoTime } from "../../../domain/time.ts"

/** The message that the seller's wallet signs, with a new nonce. */
export const signInMessage = Effect.fnUntraced(function* (token: string, address: string | undefined) {
  const proof = yield* walletProof()
  const merchants = yield* Merchants
  const { marketplaceName } = yield* merchants.open(token)
  const { domain, uri } = yield* signingPage()
  const { expiresAt, issuedAt, nonce } = yield* merchants.newNonce(token)
  const statement = statementFor(marketplaceName)
  const message = address === undefined ? null : proof.message({ domain, uri, address, nonce, issuedAt, expiresAt, statement })
  if (message === undefined) {
    return yield* new InvalidRequest({ message: "address must be the address of a wallet: 0x and 40 hexadecimal digits." })
  }
  const chain_id = Number(proof.network.split(":").at(-1))
  return { nonce, message, domain, uri, chain_id, statement, issued_at: isoTime(issuedAt), expires_at: isoTime(expiresAt) }
})

/** The seller's wallet, proven by its signature of such a message. Each nonce proves one wallet; an attempt that is refused leaves it as it is. */
export const proveWallet = Effect.fnUntraced(function* ({
  message,
  signature,
  token,
}: {
  readonly token: string
  readonly message: string
  readonly signature: string
}) {
  const proof = yield* walletProof()
  const merchants = yield* Merchants
  const [, nonce = ""] = /^Nonce: ([A-Za-z0-9]{8,64})$/m.exec(message) ?? []
  const { marketplaceName, now } = yield* merchants.open(token)
  const verdict = yield* proof
    .verify(message, signature, { ...(yield* signingPage()), nonce, now, statement: statementFor(marketplaceName) })
    .pipe(
      Effect.catchTag(
        "Unavailable",
        () =>
          new ServiceUnavailable({
            message: "The chain could not be read to check the signature. Send the same request again.",
            retryAfterSeconds: 3,
          }),
      ),
    )
  if (verdict._tag === "Refused")
    return yield* new InvalidSignature({
      message: `The wallet is not proven. ${verdict.reason} Sign the message of POST /v1/siwe/nonce again.`,
    })
  const problem = (yield* configuredChain()).walletProblem(verdict.address)
  if (problem !== undefined) return yield* new SellerNotPayable({ message: `This wallet cannot be paid. ${problem} Use another one.` })
  return yield* merchants.setWallet(token, { nonce, wallet: verdict.address })
})

const walletProof = Effect.fnUntraced(function* () {
  const proof = yield* WalletProof
  return (
    proof ?? (yield* new NotConfigured({ message: "This gateway takes no payments on chain, so it has no sellers. Ask its operator." }))
  )
})

/** The page on which the wallet signs, which a wallet compares with the message: a marketplace may embed the onboarding in its own page. */
const signingPage = Effect.fnUntraced(function* () {
  const request = yield* HttpServerRequest
  const origin = request.headers["origin"]
  const page = origin !== undefined && /^https?:\/\/[^/\s]+$/.test(origin) && URL.canParse(origin) ? origin : yield* publicBase(request)
  return { domain: new URL(page).host, uri: page }
})

const statementFor = (marketplaceName: string) =>
  `Prove that this wallet is yours, so that buyers of ${oneLine(marketplaceName)} can pay it. This sends no transaction and costs nothing.`

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, 100)
