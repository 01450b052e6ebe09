import { sanitize } from "../../sanitize.ts"
import type { Binding, Plan, PlannedGoal } from "../Plan.ts"

/**
 * What distinguishes each goal from the others that one operation answers, by its step: the town of `Sunset in Graz, Linz and Villach`. Codes are no labels, because the answer has
 * the names that they stand for.
 */
export const goalLabels = (plan: Plan): ReadonlyMap<PlannedGoal, string> => {
  const alike = Map.groupBy(plan.goals, ({ step }) => plan.steps[step]?.operation ?? "")
  return new Map(
    [...alike.values()].flatMap((goals) => {
      const inputs = goals.map(({ step }) => namesOf(plan, step))
      const field = [...(inputs[0]?.keys() ?? [])].find((name) => new Set(inputs.map((each) => each.get(name))).size === goals.length)
      return goals.length < 2 || field === undefined
        ? []
        : goals.flatMap((goal, place) => {
            const label = inputs[place]!.get(field)
            return label === undefined ? [] : [[goal, label] as const]
          })
    }),
  )
}

/** The sentence with its goal's label in front, unless it has the label anyway. A number is only stated where the result has it too. */
export const labelled = (text: string, label: string | undefined, data: unknown): string => {
  if (label === undefined || compact(text).includes(compact(label))) return text
  return /\p{N}/u.test(label) && !compact(JSON.stringify(data)).includes(compact(label)) ? text : `${label}: ${text}`
}

/** The texts that a step takes from the question, and those of the steps that supply it. */
const namesOf = ({ steps }: Pick<Plan, "steps">, step: number): ReadonlyMap<string, string> => {
  const bindings: ReadonlyArray<readonly [string, Binding]> = Object.entries(steps[step]?.input ?? {})
  return new Map(
    bindings.flatMap(([field, binding]): ReadonlyArray<readonly [string, string]> => {
      if (binding._tag === "From") return [...namesOf({ steps }, binding.step)]
      return typeof binding.value === "string" && !isCode(field, binding.value) ? [[field, sanitize(binding.value)]] : []
    }),
  )
}

const isCode = (field: string, value: string): boolean => /(?:\.code|\.kind|date|zone)$/u.test(field) || /^\p{Lu}{2,3}$/u.test(value)

const compact = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}+@.]/gu, "")
