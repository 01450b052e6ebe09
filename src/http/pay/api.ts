import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { MarketplaceSuspended } from "../../../domain/connect/Marketplaces.ts"
import {
  AlreadyPaid,
  CheckoutCancelled,
  CheckoutExpired,
  NotCancellable,
  NotConfigured,
  PaymentInProgress,
  SellerSuspended,
  TransactionUsed,
  WalletCannotPay,
} from "../../../domain/connect/refusals.ts"
import { PaymentNotFound } from "../../../domain/ledger/errors.ts"
import { describe } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { exampleCheckout } from "../checkouts/api.ts"
import { PaymentStatusView, SessionView } from "../checkouts/views.ts"
import { Anonymous } from "../server/anonymousPolicy.ts"

const Address = Schema.String.check(
  Schema.isPattern(/^0x[0-9a-fA-F]{40}$/u, { message: "must be the address of a wallet: 0x and 40 hexadecimal digits" }),
)
const Signature = Schema.String.check(
  Schema.isMaxLength(20_000),
  Schema.isPattern(/^0x([0-9a-fA-F]{2})+$/u, { message: "must be hexadecimal digits behind 0x" }),
)
const TransactionHash = Schema.String.check(
  Schema.isPattern(/^0x[0-9a-fA-F]{64}$/u, { message: "must be the hash of a transaction: 0x and 64 hexadecimal digits" }),
)

/** A request that the page makes of the buyer's wallet (EIP-1193). */
const WalletRequestView = Schema.Struct({ method: Schema.String, params: Schema.Array(Schema.Unknown) })

const PreparedView = Schema.Struct({
  network: Schema.String,
  chain_id: Schema.String,
  gasless: WalletRequestView,
  transaction: Schema.Array(WalletRequestView),
  permit: Schema.NullOr(WalletRequestView),
}).annotate({ identifier: "PreparedPayment" })

const PermitView = Schema.Struct({ transaction: WalletRequestView }).annotate({ identifier: "PermitTransaction" })

const notFound = envelope(PaymentNotFound, "There is no checkout with this id.")
const notConfigured = envelope(NotConfigured, "This gateway has no chain.")
const ended = [
  envelope(CheckoutExpired, "The time to pay is over."),
  envelope(CheckoutCancelled, "The checkout was cancelled."),
  envelope(AlreadyPaid, "The checkout is paid."),
] as const
const closed = [
  ...ended,
  envelope(PaymentInProgress, "A payment is being confirmed."),
  envelope(SellerSuspended, "The seller is suspended."),
  envelope(MarketplaceSuspended, "The marketplace is suspended."),
  envelope(WalletCannotPay, "This wallet cannot pay, or its signature is not for this payment."),
] as const

const statusExample = {
  id: exampleCheckout.id,
  status: "confirming",
  message: "A payment was reported. The network has not confirmed it yet. Do not pay again.",
  tx_hash: null,
  presented_tx_hash: `0x${"9a".repeat(32)}`,
  now: "2026-11-22T09:01:00.000Z",
  expires_at: exampleCheckout.expires_at,
  confirm_by: "2026-11-22T09:11:00.000Z",
  settled_at: null,
} satisfies typeof PaymentStatusView.Encoded

const sessionExample = {
  ...statusExample,
  status: "pending",
  message: "Nothing has been paid yet.",
  presented_tx_hash: null,
  confirm_by: null,
  amount: "10.50",
  amount_minor: 10_500_000,
  currency: "USDC",
  product_name: "A lamp",
  description: null,
  product_image: "💡",
  order_ref: "order-4711",
  marketplace: { name: "Harbour Market" },
  seller: { display_name: "Lamps of Lyon" },
  network: "eip155:84532",
  return_url: null,
  cancel_url: null,
  test_money: true,
} satisfies typeof SessionView.Encoded

const buyer = "0x857b06519E91e3A54538791bDbb0E22373e36b66"
const walletRequest = { method: "eth_signTypedData_v4", params: [buyer, "{…}"] }
const params = { id: Schema.String }

/** For the page on which a buyer pays. The checkout's id is the credential, as it is for the page. */
export class PayGroup extends HttpApiGroup.make("pay")
  .add(
    HttpApiEndpoint.get("session", "/v1/session/:id", { params, success: SessionView, error: [notFound] }).annotateMerge(
      describe({ summary: "What the page of a checkout shows", responses: { 200: sessionExample } }),
    ),
    HttpApiEndpoint.get("status", "/v1/payments/:id/status", { params, success: PaymentStatusView, error: [notFound] }).annotateMerge(
      describe({ summary: "Read whether a checkout is paid", responses: { 200: statusExample } }),
    ),
    HttpApiEndpoint.post("prepare", "/v1/payments/:id/prepare", {
      params,
      payload: Schema.Struct({ buyer: Address, permit: Schema.optionalKey(Signature) }),
      success: Schema.Union([PreparedView, PermitView]),
      error: [...bodyErrors, notFound, notConfigured, ...closed],
    }).annotateMerge(
      describe({
        summary: "Get what the buyer's wallet signs or sends",
        description:
          "Either sign `gasless` and post the signature, or send the requests of `transaction` in order and post the last hash; or sign `permit`, send it here as `permit`, and send the one `transaction` of that answer. The only answer that holds the wallets that are paid, because the buyer's wallet must see them.",
        request: { buyer },
        responses: {
          200: {
            network: "eip155:84532",
            chain_id: "0x14a34",
            gasless: walletRequest,
            transaction: [{ method: "eth_sendTransaction", params: [{ from: buyer, to: buyer, data: "0x" }] }],
            permit: walletRequest,
          },
        },
      }),
    ),
    HttpApiEndpoint.post("pay", "/v1/payments/:id/pay", {
      params,
      payload: Schema.Struct({
        tx_hash: Schema.optionalKey(TransactionHash),
        signature: Schema.optionalKey(Signature),
        buyer: Schema.optionalKey(Address),
      }),
      success: PaymentStatusView,
      error: [...bodyErrors, notFound, notConfigured, ...closed, envelope(TransactionUsed, "The transaction has paid another checkout.")],
    }).annotateMerge(
      describe({
        summary: "Present a payment",
        description:
          "`tx_hash` of a transaction that the buyer's wallet has sent, or `signature` and `buyer` of a payment that the gateway sends. A hash is a claim; the receipt is the proof, and `tx_hash` is null until a block has the payment. Another hash replaces a claim that is in no block; one that no node knows for a minute is given up, and the checkout can be paid or cancelled again. A transaction that is on chain counts also after the checkout has expired or was cancelled.",
        request: { tx_hash: statusExample.presented_tx_hash },
        responses: { 200: statusExample },
      }),
    ),
    HttpApiEndpoint.post("cancel", "/v1/payments/:id/cancel", {
      params,
      success: PaymentStatusView,
      error: [...bodyErrors, notFound, envelope(NotCancellable, "A payment is being confirmed, or the checkout has ended.")],
    }).annotateMerge(
      describe({
        summary: "Cancel a checkout",
        responses: {
          200: {
            ...statusExample,
            status: "cancelled",
            message: "This checkout was cancelled.",
            presented_tx_hash: null,
            confirm_by: null,
          },
        },
      }),
    ),
  )
  .middleware(Anonymous) {}
