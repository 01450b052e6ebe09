import { Data, Result, Schema } from "effect"
import { decodePayment, type Payment } from "../protocol/Payment.ts"
import { fromV1, fromV2, type Requirement, RequirementV1, RequirementV2 } from "../protocol/Requirement.ts"
import { mistakeOf } from "../protocol/wire.ts"

/** The body of `/verify` and `/settle`, read. */
export interface Asked {
  readonly payment: Payment
  readonly requirement: Requirement
}

/** Nothing to judge. 400 where the caller's own program is wrong, 200 where it passes on what a buyer sent. */
export class Unreadable extends Data.TaggedError("Unreadable")<{
  readonly status: 200 | 400
  readonly reason: string
  readonly message: string
}> {}

const Body = Schema.Struct({ x402Version: Schema.Unknown, paymentPayload: Schema.Unknown, paymentRequirements: Schema.Unknown })
const readBody = Schema.decodeUnknownResult(Body, { onExcessProperty: "error" })
const readV1 = Schema.decodeUnknownResult(RequirementV1)
const readV2 = Schema.decodeUnknownResult(RequirementV2)

export const decodeBody = (json: unknown): Result.Result<Asked, Unreadable> =>
  Result.gen(function* () {
    const { paymentPayload, paymentRequirements, x402Version } = yield* Result.mapError(
      readBody(json),
      (error) => new Unreadable({ status: 400, reason: "invalid_request", message: `${mistakeOf(error)}.` }),
    )
    if (x402Version !== 1 && x402Version !== 2) {
      return yield* Result.fail(new Unreadable({ status: 200, reason: "invalid_x402_version", message: "x402Version: must be 1 or 2." }))
    }
    const required = x402Version === 1 ? Result.map(readV1(paymentRequirements), fromV1) : Result.map(readV2(paymentRequirements), fromV2)
    const requirement = yield* Result.mapError(
      required,
      (error) =>
        new Unreadable({ status: 200, reason: "invalid_payment_requirements", message: `paymentRequirements.${mistakeOf(error)}.` }),
    )
    const payment = yield* Result.mapError(
      decodePayment(paymentPayload, x402Version),
      ({ message, reason }) => new Unreadable({ status: 200, reason, message: `paymentPayload.${message}.` }),
    )
    return { payment, requirement }
  })
