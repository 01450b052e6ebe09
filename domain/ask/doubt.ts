import type { RunError } from "../ledger/state.ts"
import type { Plan } from "./Plan.ts"

const maxQuoted = 8

/** The first of these texts, in quotation marks. */
export const quoted = (texts: ReadonlyArray<string>): string => {
  const first = texts.slice(0, maxQuoted).map((text) => `"${text}"`)
  return texts.length > maxQuoted ? `${first.join(", ")} and ${texts.length - maxQuoted} more parts` : first.join(", ")
}

/** What the buyer must know about a plan before it is paid for, in sentences. A part that a limitation quotes is not named again. */
export const planMessage = ({ limitations, unread = [] }: Plan): string | null => {
  const open = unread.filter((text) => !limitations.some((limitation) => limitation.includes(text)))
  const sentences = open.length === 0 ? limitations : [...limitations, `The plan does not use ${quoted(open)} of the question.`]
  return sentences.length === 0 ? null : sentences.join(" ")
}

/** Why an automatic ask does not buy its plan, although the plan is within its limit; null if it does. */
export const doubtIn = (plan: Plan | null): RunError | null => {
  if (plan?.unread !== undefined)
    return {
      code: "unread",
      message: `The plan does not use ${quoted(plan.unread)} of the question, so its answer may be to another question. ${remedy}`,
    }
  if (plan?.isUncertain === true)
    return {
      code: "uncertain",
      message: `It is not certain that this plan answers the question. Look at its operations and inputs. ${remedy}`,
    }
  return null
}

const remedy = "Nothing was bought. Approve it with POST /v2/asks/{id}/run, or ask in other words."
