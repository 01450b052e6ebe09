import { Effect } from "effect"
import { AppUsers, type NewUser } from "../identity/Members.ts"
import { audited } from "./OperatorLog.ts"

/** Creates a user of the app, or gives one a role. The log shows the role and the organisation, and not the address of the person. */
export const createUser = Effect.fnUntraced(function* (user: NewUser, reason: string) {
  const users = yield* AppUsers
  const { isOperator, organisation, role } = user
  const given = organisation === null ? { is_operator: isOperator } : { role, is_operator: isOperator }
  const action = { action: "user create", organisation, subject: organisation ?? "operator", reason }
  return yield* audited(action, Effect.succeed({}), users.create(user), () => given)
})

/** Makes a link for a new password, which ends what the old one opened. */
export const linkUser = Effect.fnUntraced(function* (email: string, reason: string) {
  const users = yield* AppUsers
  return yield* audited(
    { action: "user link", organisation: null, subject: "password", reason },
    Effect.succeed({}),
    users.passwordLink(email),
  )
})
