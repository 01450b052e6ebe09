import { Effect } from "effect"
import { hostname } from "node:os"
import { Operator } from "../../../domain/operating/OperatorLog.ts"
import { StorageUnavailable } from "../../../domain/Refusal.ts"
import { OperationRefused } from "./api.ts"
import { CurrentOperator } from "./policy.ts"

/** Runs an action with the operator's e-mail in the log. What the action refuses is answered 409 with its sentence. */
export const asOperator = <A, E extends { readonly message: string }, R>(action: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentOperator, ({ email }) =>
    Effect.provideService(action, Operator, { user: email, host: hostname() }).pipe(
      Effect.catch((error): Effect.Effect<never, OperationRefused | StorageUnavailable> =>
        Effect.fail(error instanceof StorageUnavailable ? error : new OperationRefused({ message: error.message })),
      ),
    ),
  )
