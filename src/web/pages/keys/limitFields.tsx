import type { MoneyJson } from "../../format/money.ts"
import { inputTextOf } from "../../format/money.ts"
import { TextField } from "../../ui/TextField.tsx"

/** The limits of a key as a person types them, in USD; empty: no limit. */
export interface LimitTexts {
  readonly per_request: string
  readonly daily: string
  readonly monthly: string
}

export const noLimits: LimitTexts = { per_request: "", daily: "", monthly: "" }

export const limitTexts = (key: Record<keyof LimitTexts, (MoneyJson & { readonly amount: number }) | null>): LimitTexts => ({
  per_request: inputTextOf(key.per_request),
  daily: inputTextOf(key.daily),
  monthly: inputTextOf(key.monthly),
})

const numberOf = (text: string) => (text.trim() === "" ? null : Number(text))

export const limitsOf = (texts: LimitTexts) => ({
  per_request: numberOf(texts.per_request),
  daily: numberOf(texts.daily),
  monthly: numberOf(texts.monthly),
})

/** The limits that differ from those the form was opened with. The others are left out, so that a save does not undo the change of another person. */
export const changedLimitsOf = (opened: LimitTexts, texts: LimitTexts): Partial<ReturnType<typeof limitsOf>> => {
  const [before, after] = [limitsOf(opened), limitsOf(texts)]
  return Object.fromEntries(limitNames.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]))
}

export const limitNames = ["per_request", "daily", "monthly"] as const
const labels = { per_request: "Per request", daily: "Per day", monthly: "Per month" } as const

interface LimitFieldsProps {
  readonly texts: LimitTexts
  readonly onChange: (texts: LimitTexts) => void
}

/** Three amounts in USD, each of which may be empty. */
export const LimitFields = ({ texts, onChange }: LimitFieldsProps) => (
  <fieldset>
    <legend className="mb-1 font-medium">Limits in USD</legend>
    <div className="grid gap-3 sm:grid-cols-3">
      {limitNames.map((name) => (
        <TextField
          key={name}
          name={name}
          label={labels[name]}
          inputMode="decimal"
          pattern="\d{1,9}(\.\d{1,6})?"
          title="An amount in USD such as 10 or 0.25, or nothing for no limit"
          placeholder="no limit"
          value={texts[name]}
          onChange={(text) => onChange({ ...texts, [name]: text })}
        />
      ))}
    </div>
    <p className="mt-1 text-xs text-muted">Days and months are UTC. Leave a limit empty for no limit.</p>
  </fieldset>
)
