/** What Stripe says in the `error` member of an answer. */
export interface ProblemBody {
  readonly type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error"
  readonly message: string
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly param?: string | undefined
  readonly payment_intent?: object
}

/** A request that is answered with an error, in Stripe's shape. */
export class StripeProblem extends Error {
  readonly status: number
  readonly body: ProblemBody
  constructor(status: number, body: ProblemBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** The emulator itself is at fault: an answer that Stripe would never give. Nothing of it may reach a caller unseen. */
export class EmulatorBug extends Error {}

/** 400: a parameter is wrong, or what it asks for cannot be done. */
export const invalid = (message: string, code?: string, param?: string): StripeProblem =>
  new StripeProblem(400, { type: "invalid_request_error", message, code, param })

/** What does not exist: 404 where the path names it, 400 where a parameter does. */
export const missing = (what: string, id: string, param: string): StripeProblem =>
  new StripeProblem(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    message: `No such ${what}: '${id}'`,
    code: "resource_missing",
    param,
  })

/** The error as it is sent, with where to read about its code. */
export const problemJson = ({ body }: StripeProblem, requestId: string): object => ({
  error: {
    ...body,
    ...(body.code === undefined ? {} : { doc_url: `https://docs.stripe.com/error-codes#${body.code.replaceAll("_", "-")}` }),
    request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
  },
})
