import { Schema } from "effect"
import { Refusal } from "../Refusal.ts"

const field = { field: Schema.String }

/** 400: the amount is not a decimal above 0 with at most 6 places. */
export class InvalidAmount extends Refusal("invalid_amount", 400, field) {}
/** 400: a member that the request needs. */
export class MissingField extends Refusal("missing_field", 400, field) {}
/** 400: an address or an image that a page must not use. */
export class InvalidPageUrl extends Refusal("invalid_url", 400, field) {}
/** 400: the signature was not made by this wallet for this purpose, or too late. */
export class InvalidSignature extends Refusal("invalid_signature", 400) {}
/** 403: an operator has suspended the merchant. */
export class SellerSuspended extends Refusal("seller_suspended", 403) {}
/** 404: the marketplace has no such merchant. */
export class UnknownSeller extends Refusal("unknown_seller", 404) {}
/** 404: no onboarding has this token. */
export class InvalidLink extends Refusal("invalid_link", 404) {}
/** 410: the 30 minutes of the onboarding link are over. */
export class LinkExpired extends Refusal("link_expired", 410) {}
/** 409: the merchant has no verified wallet. */
export class SellerNotPayable extends Refusal("seller_not_payable", 409) {}
/** 409: the marketplace has a fee and no wallet for it. */
export class MarketplaceWalletMissing extends Refusal("marketplace_wallet_missing", 409) {}
/** 409: a step of onboarding that needs the proof of the wallet. */
export class WalletRequired extends Refusal("wallet_required", 409) {}
/** 409: an embedded onboarding under the name of a seller that exists. */
export class SellerExists extends Refusal("seller_exists", 409) {}
/** 409: the checkout is being paid, is paid, or has ended. */
export class NotCancellable extends Refusal("not_cancellable", 409) {}
/** 409: the 20 minutes in which a payment can begin are over. */
export class CheckoutExpired extends Refusal("checkout_expired", 409) {}
/** 409: the seller or the buyer cancelled the checkout. */
export class CheckoutCancelled extends Refusal("checkout_cancelled", 409) {}
/** 409: the checkout is paid. */
export class AlreadyPaid extends Refusal("already_paid", 409) {}
/** 409: a transaction of this checkout is awaited. */
export class PaymentInProgress extends Refusal("payment_in_progress", 409) {}
/** 409: the transaction has paid another checkout. */
export class TransactionUsed extends Refusal("transaction_used", 409) {}
/** 409: the buyer's wallet cannot pay, or its signature is not for this payment. Nothing was sent. */
export class WalletCannotPay extends Refusal("payment_refused", 409) {}
/** 501: this gateway has no chain for checkouts. */
export class NotConfigured extends Refusal("not_configured", 501) {}
