import { Schema } from "effect"
import { CatalogUnavailable } from "../../../domain/catalogue/Catalogue.ts"
import { AmbiguousOperation, OperationNotFound, SourceNotFound } from "../../../domain/catalogue/find.ts"
import { InvalidSourceInput } from "../../../domain/catalogue/resolveInput.ts"
import {
  IdempotencyConflict,
  InsufficientBalance,
  OrganisationUnavailable,
  RequestInProgress,
  RunCancelled,
  SpendingNotPermitted,
  SpendLimitExceeded,
} from "../../../domain/ledger/errors.ts"
import { envelope } from "../../../rails/http/errors.ts"
import { registry } from "../../../rails/registry.ts"
import { usd } from "../../../rails/http/describe.ts"

/** Members beside `error` in which the rails say how the next request pays by itself. */
const challengeMembers: Schema.Struct.Fields = Object.assign(
  {},
  ...Object.values(registry).map(({ challengeMembers = {} }) => challengeMembers),
)

/** Every route that spends money. */
export const spendingErrors = [
  envelope(InsufficientBalance, "No rail covers the maximum cost. Nothing was charged.", {
    beside: challengeMembers,
    example: { required: usd(2_000), available: usd(500) },
  }),
  envelope(SpendLimitExceeded, "The maximum cost is above the limit that `limit` names. Nothing was charged.", {
    example: { limit: "monthly", required: usd(2_000), available: usd(500) },
  }),
  envelope(OrganisationUnavailable, "The organisation cannot spend from its main balance now."),
  envelope(SpendingNotPermitted, "An owner switched the organisation's spending off."),
  envelope(IdempotencyConflict, "The Idempotency-Key was used before with a different request."),
  envelope(RequestInProgress, "The first request with this Idempotency-Key is still running.", { example: { retry_after_ms: 1000 } }),
  envelope(RunCancelled, "The run was cancelled and is not restarted."),
] as const

export const catalogueErrors = [envelope(CatalogUnavailable, "The source directory is unavailable.")] as const

export const sourceNotFoundError = envelope(SourceNotFound, "No purchasable source with this id or name.")

export const invalidInputError = (description: string) =>
  envelope(InvalidSourceInput, description, {
    example: {
      field: "bank.iban",
      expected: ["bank.iban"],
      missing: ["bank.iban"],
      schema: {
        type: "object",
        properties: { "bank.iban": { type: "string" } },
        required: ["bank.iban"],
        additionalProperties: false,
      },
    },
  })

/** Every route that names an operation and its inputs. */
export const operationErrors = [
  sourceNotFoundError,
  ...catalogueErrors,
  envelope(AmbiguousOperation, "Several members of the group offer the operation; call one of `sources` by its id.", {
    example: { sources: ["almanac", "ephemeris"] },
  }),
  envelope(OperationNotFound, "The source or listing has no such operation; `operations` lists those it has.", {
    example: { operations: ["bank.validate_iban", "bank.iban_format", "bank.validate_bic"] },
  }),
  invalidInputError("An input is unknown, missing or malformed."),
] as const
