import { Schema } from "effect"

/**
 * The name under which a buyer counts a call: a project, a team, a customer. It begins with a letter or digit, so that no spreadsheet takes it for a
 * formula.
 */
export const CostTag = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/u, {
    message: "must be 1 to 64 letters, digits or . _ : / -, and begin with a letter or digit",
  }),
)

export const isCostTag = Schema.is(CostTag)
