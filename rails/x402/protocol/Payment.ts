import { Data, Option, Result, Schema } from "effect"
import type { Authorization } from "../evm/authorization.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { unwrapSignature } from "../evm/signatures.ts"
import { caip2Of } from "./networks.ts"
import { paymentIdentifier } from "./paymentIdentity.ts"
import { fromV2, type Requirement, RequirementV2 } from "./Requirement.ts"
import { Address, Bytes32, fromHeader, nameUpTo, optionalOrNull, Signature, textUpTo, Uint256, validationMessage } from "./wire.ts"

/** A payment that a buyer presents, in either version of the protocol. */
export interface Payment {
  readonly version: 1 | 2
  readonly scheme: "exact"
  /** CAIP-2. A version 1 name that is not on the list of names becomes a text that equals no network. */
  readonly network: string
  /** In lower case. An ERC-6492 signature is unwrapped: `signature` is the inner one, and `deploys` is set. */
  readonly authorization: Authorization
  /** The payer's address in the client's own spelling. */
  readonly payer: Hex
  /** The requirement that the client accepted. Version 1 does not send it. */
  readonly accepted: Requirement | undefined
  /** The URL that the client pays for. It is not signed. */
  readonly resource: string | undefined
  readonly extensions: Readonly<Record<string, unknown>>
  /** The client's own name of this payment (extension `payment-identifier`). */
  readonly identifier: string | undefined
}

export type MalformedReason =
  | "invalid_payload"
  | "invalid_x402_version"
  | "invalid_exact_evm_scheme"
  | "unsupported_payload_type"
  | "invalid_exact_evm_failed_to_parse_signature"

/** The text is not a payment. `reason` is the protocol's code; the message names the member and the rule that it breaks. */
export class MalformedPayment extends Data.TaggedError("MalformedPayment")<{
  readonly reason: MalformedReason
  readonly message: string
}> {}

type Decoded<A> = Result.Result<A, MalformedPayment>

/** `PAYMENT-SIGNATURE` (version 2) or `X-PAYMENT` (version 1): base64 of JSON, at most 16 KB. */
export const decodePaymentHeader = (name: "PAYMENT-SIGNATURE" | "X-PAYMENT", value: string): Decoded<Payment> => {
  const version = name === "X-PAYMENT" ? 1 : 2
  const json = fromHeader(value)
  const payment = Result.isFailure(json) ? refuse("invalid_payload", json.failure) : decodePayment(json.success, version)
  return Result.mapError(payment, ({ message, reason }) => new MalformedPayment({ reason, message: `The header ${name}: ${message}.` }))
}

/** A payment as JSON, of the version that the caller expects. */
export const decodePayment = (json: unknown, version: 1 | 2): Decoded<Payment> => (version === 1 ? decodeV1(json) : decodeV2(json))

const Versioned = Schema.Struct({ x402Version: Schema.Unknown })
const AnyRecord = Schema.Record(Schema.String, Schema.Unknown)

const PaymentV1 = Schema.Struct({ scheme: nameUpTo(64), network: nameUpTo(64), payload: AnyRecord })

const PaymentV2 = Schema.Struct({
  resource: optionalOrNull(Schema.Struct({ url: textUpTo(4096) })),
  accepted: RequirementV2,
  payload: AnyRecord,
  extensions: optionalOrNull(AnyRecord),
})

const ExactPayload = Schema.Struct({
  signature: Signature,
  authorization: Schema.Struct({
    from: Address,
    to: Address,
    value: Uint256,
    validAfter: Uint256,
    validBefore: Uint256,
    nonce: Bytes32,
  }),
})

const readVersion = decoder(Versioned)
const readV1 = decoder(PaymentV1)
const readV2 = decoder(PaymentV2)
const readExact = decoder(ExactPayload)

const decodeV1 = (json: unknown): Decoded<Payment> =>
  Result.gen(function* () {
    yield* expectVersion(json, 1)
    const { network, payload, scheme } = yield* readV1(json)
    const signed = yield* decodeExact(scheme, payload)
    return {
      version: 1,
      ...signed,
      network: caip2Of(network),
      accepted: undefined,
      resource: undefined,
      extensions: {},
      identifier: undefined,
    }
  })

const decodeV2 = (json: unknown): Decoded<Payment> =>
  Result.gen(function* () {
    yield* expectVersion(json, 2)
    const { accepted, extensions, payload, resource } = yield* readV2(json)
    const signed = yield* decodeExact(accepted.scheme, payload)
    const identifier = yield* Result.mapError(paymentIdentifier(extensions ?? {}), (message) => malformed("invalid_payload", message))
    return {
      version: 2,
      ...signed,
      network: accepted.network,
      accepted: fromV2(accepted),
      resource: resource?.url,
      extensions: extensions ?? {},
      identifier,
    }
  })

const expectVersion = (json: unknown, expected: 1 | 2): Decoded<void> =>
  Result.flatMap(readVersion(json), ({ x402Version }) =>
    x402Version === expected ? Result.void : refuse("invalid_x402_version", `x402Version: must be the number ${expected}`),
  )

const decodeExact = (scheme: string, payload: Readonly<Record<string, unknown>>) =>
  Result.gen(function* () {
    if (scheme !== "exact") return yield* refuse("invalid_exact_evm_scheme", "scheme: must be exact, the only scheme that is accepted here")
    if ("permit2Authorization" in payload) {
      return yield* refuse(
        "unsupported_payload_type",
        "payload: must be an EIP-3009 authorization with its signature; Permit2 is not accepted",
      )
    }
    const { authorization: wire, signature } = yield* Result.mapError(readExact(payload), ({ message }) =>
      malformed("invalid_payload", `payload.${message}`),
    )
    const unwrapped = unwrapSignature(signature)
    if (Option.isNone(unwrapped)) {
      return yield* refuse(
        "invalid_exact_evm_failed_to_parse_signature",
        "payload.signature: has the suffix of an ERC-6492 signature and cannot be decoded as one",
      )
    }
    const authorization = {
      from: lowerCase(wire.from),
      to: lowerCase(wire.to),
      value: BigInt(wire.value),
      validAfter: BigInt(wire.validAfter),
      validBefore: BigInt(wire.validBefore),
      nonce: lowerCase(wire.nonce),
      ...unwrapped.value,
    }
    return { scheme: "exact", authorization, payer: wire.from } as const
  })

function decoder<A>(schema: Schema.Codec<A, unknown>) {
  const decode = Schema.decodeUnknownResult(schema)
  return (json: unknown): Decoded<A> => Result.mapError(decode(json), (error) => malformed("invalid_payload", validationMessage(error)))
}

const malformed = (reason: MalformedReason, message: string) => new MalformedPayment({ reason, message })
const refuse = (reason: MalformedReason, message: string) => Result.fail(malformed(reason, message))
