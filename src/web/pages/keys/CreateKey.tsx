import { type FormEvent, useState } from "react"
import { Button } from "../../ui/Button.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Select } from "../../ui/Select.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { LimitFields, limitsOf, noLimits } from "./limitFields.tsx"
import { daysOf, type Expiry, expiryOptions, NewSecret } from "./NewSecret.tsx"
import { type NewKeyJson, useCreateKey } from "./queries.ts"
import { defaultScopes, ScopeFields } from "./scopeFields.tsx"

interface CreateKeyProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates a key and shows the secret once. Closing the dialogue forgets it. */
export const CreateKey = ({ isOpen, onClose }: CreateKeyProps) => {
  const create = useCreateKey()
  const close = () => {
    create.reset()
    onClose()
  }
  if (create.data !== undefined) return <NewSecret name={create.data.name} secret={create.data.secret} onClose={close} />
  return (
    <Modal title="Create a key" isOpen={isOpen} onClose={close}>
      <KeyForm isPending={create.isPending} error={create.error} onCancel={close} onSubmit={(key) => create.mutate(key)} />
    </Modal>
  )
}

interface KeyFormProps {
  readonly isPending: boolean
  readonly error: Error | null
  readonly onCancel: () => void
  readonly onSubmit: (key: NewKeyJson) => void
}

const KeyForm = ({ isPending, error, onCancel, onSubmit }: KeyFormProps) => {
  const [name, setName] = useState("")
  const [expiry, setExpiry] = useState<Expiry>("90")
  const [scopes, setScopes] = useState<ReadonlyArray<string>>(defaultScopes)
  const [limits, setLimits] = useState(noLimits)
  const [tag, setTag] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const key = { name, expires_in_days: daysOf(expiry), scopes, ...limitsOf(limits), ...(tag !== "" && { tag }) }
    onSubmit(key as unknown as NewKeyJson)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField label="Name" required maxLength={100} placeholder="production" value={name} onChange={setName} />
      <Select label="Expires in" value={expiry} options={expiryOptions} onChange={setExpiry} />
      <ScopeFields chosen={scopes} onChange={setScopes} />
      <LimitFields texts={limits} onChange={setLimits} />
      <TextField
        label="Cost tag"
        maxLength={64}
        hint="Optional. Everything that the key spends is counted under it."
        value={tag}
        onChange={setTag}
      />
      <Problem error={error} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" isPending={isPending} disabled={scopes.length === 0}>
          Create the key
        </Button>
      </div>
    </form>
  )
}
