import { Result } from "effect"
import { InvalidRequest } from "../Refusal.ts"
import { InvalidAmount, InvalidPageUrl, MissingField } from "./refusals.ts"

/** What a marketplace states of a sale. Everything else is the gateway's: wallets, fees, names. */
export interface CheckoutRequest {
  /** In millionths of USDC. */
  readonly amount: bigint
  /** A merchant's id, or the marketplace's own name for it. */
  readonly seller: string
  readonly productName: string
  readonly description: string | null
  /** One emoji, or an https address. */
  readonly productImage: string | null
  readonly returnUrl: string | null
  readonly cancelUrl: string | null
  readonly orderRef: string | null
}

export type CheckoutRequestProblem = InvalidRequest | InvalidAmount | InvalidPageUrl | MissingField

const maxDescription = 500
const maxOrderRef = 120
const maxName = 200
const maxUrl = 2_000

const members = new Set([
  "amount",
  "seller_id",
  "merchant_id",
  "product_name",
  "description",
  "product_image",
  "return_url",
  "cancel_url",
  "order_ref",
])

type Body = Readonly<Record<string, unknown>>

/** Reads the body of `POST /v1/checkout`. `loopback`: pages on this machine may be http, in a sandbox. */
export const readCheckoutRequest = (
  body: Body,
  { loopback }: { readonly loopback: boolean },
): Result.Result<CheckoutRequest, CheckoutRequestProblem> =>
  Result.gen(function* () {
    yield* checkMembers(body)
    return {
      amount: yield* readAmount(body["amount"]),
      seller: yield* readSeller(body),
      productName: yield* required(body, "product_name", maxName),
      description: cut(yield* optionalText(body, "description"), maxDescription),
      productImage: yield* readImage(body),
      returnUrl: yield* readUrl(body, "return_url", loopback),
      cancelUrl: yield* readUrl(body, "cancel_url", loopback),
      orderRef: cut(yield* optionalText(body, "order_ref"), maxOrderRef),
    }
  })

const checkMembers = (body: Body) => {
  if (body["amount_minor"] !== undefined) {
    const message = 'amount_minor is not accepted. Send `amount` as a decimal string of USDC, for instance "10.50". Nothing was created.'
    return Result.fail(new InvalidAmount({ message, field: "amount_minor" }))
  }
  const other = Object.keys(body).find((name) => !members.has(name))
  return other === undefined
    ? Result.succeed(undefined)
    : Result.fail(
        new InvalidRequest({
          message: `A checkout has no member "${other.slice(0, 80)}". Wallets and fees are those of the merchant and the marketplace. Remove it. Nothing was created.`,
        }),
      )
}

/** Digits without sign, exponent, padding or leading zeros: below a billion, so that millionths fit a safe integer. */
const decimal = /^(0|[1-9]\d{0,8})(?:\.(\d{1,6}))?$/

/** An amount in millionths of USDC. Never rounded. */
export const readAmount = (value: unknown): Result.Result<bigint, InvalidAmount | MissingField> => {
  if (value === undefined || value === null) return Result.fail(missing("amount"))
  const [, whole, places = ""] = (typeof value === "string" && decimal.exec(value)) || []
  const amount = whole === undefined ? 0n : BigInt(whole) * 1_000_000n + BigInt(places.padEnd(6, "0"))
  if (amount > 0n) return Result.succeed(amount)
  const message =
    'amount must be a decimal string above 0 and below 1000000000, with at most 6 places and without sign, exponent or padding, for instance "10.50". Nothing was created.'
  return Result.fail(new InvalidAmount({ message, field: "amount" }))
}

const readSeller = (body: Body): Result.Result<string, MissingField | InvalidRequest> => {
  const [seller, merchant] = [optionalText(body, "seller_id"), optionalText(body, "merchant_id")]
  if (Result.isFailure(seller)) return Result.fail(seller.failure)
  if (Result.isFailure(merchant)) return Result.fail(merchant.failure)
  const named = seller.success ?? merchant.success
  if (named === null) return Result.fail(missing("seller_id"))
  if (seller.success !== null && merchant.success !== null && seller.success !== merchant.success) {
    return Result.fail(
      new InvalidRequest({
        message: "seller_id and merchant_id are different, and a checkout has one seller. Send one of the two. Nothing was created.",
      }),
    )
  }
  return named.length <= maxName ? Result.succeed(named) : Result.fail(tooLong("seller_id", maxName))
}

const required = (body: Body, name: string, max: number): Result.Result<string, MissingField | InvalidRequest> =>
  Result.flatMap(optionalText(body, name), (text): Result.Result<string, MissingField | InvalidRequest> => {
    if (text === null || !visible.test(text)) return Result.fail(missing(name))
    return text.length <= max ? Result.succeed(text) : Result.fail(tooLong(name, max))
  })

/** A text of spaces or of characters without a shape (U+200B) shows nothing. */
const visible = /[^\p{Z}\p{C}]/u

// Line breaks are text; other control characters would garble a page or a log, and those of the direction of writing would show another name than is there.
const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

const optionalText = (body: Body, name: string): Result.Result<string | null, InvalidRequest> => {
  const value = body[name]
  if (value === undefined || value === null || value === "") return Result.succeed(null)
  if (typeof value !== "string") return Result.fail(new InvalidRequest({ message: `${name} must be a string. Nothing was created.` }))
  return control.test(value.replaceAll(/[\n\r\t]/g, ""))
    ? Result.fail(new InvalidRequest({ message: `${name} has control characters. Remove them. Nothing was created.` }))
    : Result.succeed(value.toWellFormed())
}

const oneEmoji = /^\p{RGI_Emoji}$/v

const readImage = (body: Body) =>
  Result.flatMap(optionalText(body, "product_image"), (text) =>
    text === null || oneEmoji.test(text) || isPage(text, false)
      ? Result.succeed(text)
      : Result.fail(
          new InvalidPageUrl({
            message: "product_image must be one emoji, or an https address of at most 2000 characters. Nothing was created.",
            field: "product_image",
          }),
        ),
  )

const readUrl = (body: Body, name: string, loopback: boolean) =>
  Result.flatMap(optionalText(body, name), (text) =>
    text === null || isPage(text, loopback)
      ? Result.succeed(text)
      : Result.fail(
          new InvalidPageUrl({
            message: `${name} must be an https address of at most 2000 characters, without a user name${loopback ? ", or http on this machine" : ""}, for instance https://shop.example/done. Nothing was created.`,
            field: name,
          }),
        ),
  )

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a link may lead there: a script in place of an address never may. */
const isPage = (text: string, loopback: boolean): boolean => {
  if (text.length > maxUrl || !isWebAddress(text)) return false
  const { hostname, protocol } = new URL(text)
  return protocol === "https:" || (loopback && loopbackHost.test(hostname))
}

/** A URL parser adds slashes that are missing and keeps quotes in a host name: neither is an address that somebody means. */
export const isWebAddress = (text: string): boolean => {
  if (!/^https?:\/\/[^\s/"'<>\\`]/i.test(text) || /[\s"<>\\`\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text)) return false
  const { hostname, password, username } = new URL(text)
  return username === "" && password === "" && /^([\w-]+\.)*[\w-]+$|^\[[\da-f:.]+\]$/.test(hostname)
}

/** The first characters, whole ones: half an emoji is no text. */
const cut = (text: string | null, max: number): string | null =>
  text === null || text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")

const missing = (name: string) =>
  new MissingField({ message: `The member "${name}" is missing. Send it. Nothing was created.`, field: name })
const tooLong = (name: string, max: number) =>
  new InvalidRequest({ message: `${name} has more than ${max} characters. Shorten it. Nothing was created.` })
