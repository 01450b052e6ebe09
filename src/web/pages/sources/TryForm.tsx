import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useMemo, useState } from "react"
import { ApiError } from "../../api/client.ts"
import { useSubmission } from "../../api/submission.ts"
import { formatPrice } from "../../format/money.ts"
import { personText } from "../../format/personText.ts"
import { railName } from "../../format/rails.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Select } from "../../ui/Select.tsx"
import { useDebounced } from "../../ui/useDebounced.ts"
import { type FieldShape, shapeOf } from "./fields.ts"
import { InputField } from "./InputField.tsx"
import { Outcome } from "./Outcome.tsx"
import { type Entries, readInputs } from "./readInputs.ts"
import { execute, type InputValues, type OperationJson, preflightQuery } from "./queries.ts"
import { Verdict } from "./Verdict.tsx"

interface TryFormProps {
  readonly source: string
  readonly operation: OperationJson
}

/** The form of an operation, made from its schema; what the call would cost, live; and the call itself. */
export const TryForm = ({ operation, source }: TryFormProps) => {
  const [variant, setVariant] = useState(0)
  const [entries, setEntries] = useState<Entries>({})
  const [rail, setRail] = useState("")
  const [isChecked, setChecked] = useState(false)
  const client = useQueryClient()
  const inputs = [operation, ...operation.variants][variant]!.input
  const shapes = useMemo(() => inputs.map((input) => shapeOf(input)), [inputs])
  const { input, problems } = readInputs(shapes, entries)
  const isComplete = Object.keys(problems).length === 0
  const settledInput = useDebounced(JSON.stringify(isComplete ? input : null), 400)
  const preflight = useQuery({ ...preflightQuery(source, operation, inputOf(settledInput), rail), placeholderData: keepPreviousData })

  const submission = useSubmission()
  const call = useMutation({
    mutationFn: () => execute({ source, operation, input, rail, headers: submission.headersFor({ input, rail }) }),
    onSettled: (_, error) => {
      submission.settled(error)
      void client.invalidateQueries({ queryKey: ["me"] })
      void client.invalidateQueries({ queryKey: ["payments"] })
      void client.invalidateQueries({ queryKey: ["preflight"] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isComplete) call.mutate()
  }
  // A refusal that names a field of the form is shown there, otherwise beside the form.
  const refused = call.error instanceof ApiError && hasField(shapes, call.error.field) ? call.error : undefined
  const shownProblems = {
    ...(refused?.field !== undefined && { [refused.field]: personText(refused.message) }),
    ...(isChecked && problems),
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Card title="Inputs">
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          {operation.variants.length > 0 && (
            <Select
              label="Look up by"
              value={String(variant)}
              options={[operation, ...operation.variants].map(({ input, pricing }, i) => ({
                value: String(i),
                label: `${input.map(({ field }) => field).join(", ")} · ${formatPrice(pricing)}`,
              }))}
              onChange={(value) => setVariant(Number(value))}
            />
          )}
          {shapes.length === 0 && <p className="text-muted">This operation takes no input.</p>}
          {shapes.map((shape) => (
            <InputField
              key={shape.field}
              shape={shape}
              at={shape.field}
              entry={entries[shape.field]}
              problems={shownProblems}
              onChange={(entry) => setEntries({ ...entries, [shape.field]: entry })}
            />
          ))}
          <Select
            label="Pay with"
            value={rail}
            options={[
              { value: "", label: "The cheapest rail" },
              ...(preflight.data?.rails ?? []).map(({ rail: name }) => ({ value: name, label: railName(name) })),
            ]}
            onChange={setRail}
          />
          <Verdict preflight={preflight.data} error={preflight.error} />
          <div>
            <Button type="submit" look="primary" isPending={call.isPending}>
              Run it
            </Button>
          </div>
        </form>
      </Card>
      <Outcome
        result={call.data}
        error={call.error}
        isAtField={refused !== undefined}
        isPending={call.isPending}
        onRepeat={() => call.mutate()}
      />
    </div>
  )
}

/** Without complete inputs the forecast is that of the operation's maximum. */
const inputOf = (json: string) => (JSON.parse(json) as InputValues | null) ?? undefined

const hasField = (shapes: ReadonlyArray<FieldShape>, field: string | undefined) => shapes.some((shape) => shape.field === field)
