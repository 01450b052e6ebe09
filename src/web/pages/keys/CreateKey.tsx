import { useState } from "react"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Select } from "../../ui/Select.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { LimitFields, limitNames, limitsOf, noLimits } from "./limitFields.tsx"
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
  const submit = () => {
    const key = { name, expires_in_days: daysOf(expiry), scopes, ...limitsOf(limits), ...(tag !== "" && { tag }) }
    onSubmit(key as unknown as NewKeyJson)
  }
  return (
    <ActionForm
      action="Create the key"
      fields={["name", ...limitNames, "tag"]}
      error={error}
      isPending={isPending}
      isDisabled={scopes.length === 0}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextField name="name" label="Name" required maxLength={100} placeholder="production" value={name} onChange={setName} />
      <Select label="Expires in" value={expiry} options={expiryOptions} onChange={setExpiry} />
      <ScopeFields chosen={scopes} onChange={setScopes} />
      <LimitFields texts={limits} onChange={setLimits} />
      <TextField
        name="tag"
        label="Cost tag"
        maxLength={64}
        hint="Optional. Everything that the key spends is counted under it."
        value={tag}
        onChange={setTag}
      />
    </ActionForm>
  )
}
