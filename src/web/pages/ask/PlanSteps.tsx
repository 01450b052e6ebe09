import { maxPlacesOf } from "../../format/money.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Badge, type Tone } from "../../ui/Badge.tsx"
import { nameText, placeText, scalarText } from "../../ui/documentText.ts"
import type { PlanJson } from "./queries.ts"
import type { RunJson } from "../sources/queries.ts"

/** The steps with their bound inputs and costs, and for each whether it was bought. */
export const PlanSteps = ({ plan, run }: { readonly plan: PlanJson; readonly run: RunJson }) => (
  <ol aria-label="Steps" className="divide-y divide-line">
    {plan.steps.map((step, i) => {
      const [tone, state] = stateOf(step, run)
      return (
        <li key={`${step.operation}${i}`} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3 first:pt-0">
          <div className="min-w-0 flex-1 basis-64">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {i + 1}. {step.name}
              <Badge tone={tone}>{state}</Badge>
            </p>
            <p className="text-xs text-muted">
              {step.source_id} · {step.operation}
            </p>
            <dl className="mt-1 text-xs">
              {Object.entries(step.inputs).map(([field, value]) => (
                <div key={field} className="flex flex-wrap gap-x-2">
                  <dt className="text-muted">{nameText(field)}</dt>
                  <dd className="[overflow-wrap:anywhere]">{inputText(value, plan)}</dd>
                </div>
              ))}
            </dl>
          </div>
          <Amount value={step.estimated_cost} places={maxPlacesOf(plan.steps.map(({ estimated_cost: cost }) => cost))} />
        </li>
      )
    })}
  </ol>
)

/** A value as it is sent, or where an earlier step provides it. Steps are counted from 0 in the plan and from 1 on the page. */
const inputText = (value: unknown, plan: PlanJson): string => {
  if (Array.isArray(value)) return value.map((one) => inputText(one, plan)).join(", ")
  if (typeof value !== "object" || value === null) return scalarText(value)
  if ("from_step" in value && "pointer" in value) {
    const step = Number(value.from_step)
    return `${placeText(String(value.pointer).replace(/^\/data/, ""))}, from step ${step + 1}: ${plan.steps[step]?.name ?? ""}`
  }
  return Object.entries(value)
    .map(([name, inner]) => `${nameText(name)}: ${inputText(inner, plan)}`)
    .join("; ")
}

const stateOf = (step: PlanJson["steps"][number], { status, usage }: RunJson): readonly [Tone, string] => {
  const isBought = usage.sources.some(({ operation, source_id: source }) => operation === step.operation && source === step.source_id)
  if (isBought) return ["ok", "delivered"]
  if (status === "running") return ["accent", step.conditional ? "if needed" : "running"]
  if (status === "requires_approval" || status === "needs_input" || status === "needs_selection")
    return ["neutral", step.conditional ? "only if needed" : "planned"]
  return ["neutral", step.conditional ? "not needed" : "not bought"]
}
