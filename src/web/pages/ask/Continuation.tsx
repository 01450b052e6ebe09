import { type FormEvent, useState } from "react"
import { post } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Problem } from "../../ui/States.tsx"
import { shapeOf } from "../sources/fields.ts"
import { InputField } from "../sources/InputField.tsx"
import { type Entry, readInputs } from "../sources/readInputs.ts"
import { type ContinuationJson, useRunWrite } from "./queries.ts"
import type { RunJson } from "../sources/queries.ts"

interface ContinuationProps {
  readonly id: string
  readonly continuation: ContinuationJson
  readonly candidates: NonNullable<RunJson["candidates"]>
}
type Action = ContinuationJson["actions"][number]
type Send = (action: Action, input: Readonly<Record<string, unknown>>) => void

/** The open question of a run: one of several candidates, or an input that is missing. */
export const Continuation = ({ candidates, continuation: { actions, state }, id }: ContinuationProps) => {
  const write = useRunWrite(
    (body: { readonly action_id: string; readonly input: Readonly<Record<string, unknown>> }, options) =>
      post("/v2/asks/:id/continue", { ...body, state, wait_seconds: 0 } as never, { params: { id }, ...options }),
    () => undefined,
  )
  const send: Send = ({ action_id }, input) => write.mutate({ action_id, input })
  return (
    <Card title="Your choice">
      {actions.map((action) =>
        action.kind === "select_entity" ? (
          <Candidates key={action.action_id} action={action} candidates={candidates} send={send} isPending={write.isPending} />
        ) : (
          <MissingInput key={action.action_id} action={action} send={send} isPending={write.isPending} />
        ),
      )}
      <Problem error={write.error} />
    </Card>
  )
}

interface ActionProps {
  readonly action: Action
  readonly send: Send
  readonly isPending: boolean
}

/** The members of an action's `input_schema`. */
const propertiesOf = (action: Action) =>
  (action.input_schema["properties"] ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>

const Candidates = ({ action, candidates, isPending, send }: ActionProps & Pick<ContinuationProps, "candidates">) => {
  const offered = propertiesOf(action)["entity_ref"]?.["enum"]
  const own = Array.isArray(offered) ? candidates.filter(({ entity_ref: ref }) => offered.includes(ref)) : candidates
  return (
    <>
      <p className="mb-2 font-medium">{action.label}</p>
      <ul aria-label={action.label} className="divide-y divide-line">
        {own.map(({ description, entity_ref, label }) => (
          <li key={entity_ref} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div className="min-w-0">
              <p>{label}</p>
              <p className="text-xs text-muted">{description}</p>
            </div>
            <Button aria-label={`Choose ${label}`} disabled={isPending} onClick={() => send(action, { entity_ref })}>
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

const MissingInput = ({ action, isPending, send }: ActionProps) => {
  const [entry, setEntry] = useState<Entry>("")
  const [isChecked, setChecked] = useState(false)
  const shape = shapeOf({ field: "value", required: true, schema: propertiesOf(action)["value"] ?? {} })
  const { input, problems } = readInputs([shape], { value: entry })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(problems).length === 0) send(action, input)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <InputField
        shape={{ ...shape, label: action.label }}
        at="value"
        entry={entry}
        problems={isChecked ? problems : {}}
        onChange={setEntry}
      />
      <div>
        <Button type="submit" look="primary" isPending={isPending}>
          Continue
        </Button>
      </div>
    </form>
  )
}
