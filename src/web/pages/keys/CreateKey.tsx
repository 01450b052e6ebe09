import { type FormEvent, useState } from "react"
import { Button } from "../../ui/Button.tsx"
import { CopyLine } from "../../ui/CopyButton.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { Select } from "../../ui/Select.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { LimitFields, limitsOf, limitTexts, noLimits } from "./limitFields.tsx"
import { type ListedKey, type NewKeyJson, useCreateKey } from "./queries.ts"
import { defaultScopes, ScopeFields } from "./scopeFields.tsx"

const expiries = [30, 90, 180, 365, 730] as const
type Expiry = `${(typeof expiries)[number]}`

interface CreateKeyProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The key that the new one takes the place of: its scopes, limits and tag are proposed. */
  readonly successorOf?: ListedKey
}

/** Creates a key, or the successor of one, and shows the secret once. Closing the dialogue forgets it. */
export const CreateKey = ({ isOpen, onClose, successorOf }: CreateKeyProps) => {
  const create = useCreateKey()
  const close = () => {
    create.reset()
    onClose()
  }
  if (create.data !== undefined) {
    return (
      <Modal title={`The key ${create.data.name}`} isOpen={isOpen} onClose={close}>
        <SecretOnce secret={create.data.secret} name="the secret" />
        <div className="mt-4 flex flex-col gap-2">
          <p>To use it in a shell:</p>
          <CopyLine text={`export API_KEY=${create.data.secret}`} />
          {successorOf !== undefined && (
            <p className="text-muted">Both keys work now. Give the new one to your programs, then revoke "{successorOf.name}".</p>
          )}
        </div>
        <div className="mt-4 flex justify-end">
          <Button look="primary" onClick={close}>
            I have stored it
          </Button>
        </div>
      </Modal>
    )
  }
  return (
    <Modal
      title={successorOf === undefined ? "Create a key" : `Rotate ${successorOf.name}`}
      description={
        successorOf === undefined ? undefined : "A second key with the same scopes, limits and tag. The old one works until you revoke it."
      }
      isOpen={isOpen}
      onClose={close}
    >
      <KeyForm
        isPending={create.isPending}
        error={create.error}
        successorOf={successorOf}
        onCancel={close}
        onSubmit={(key) => create.mutate(key)}
      />
    </Modal>
  )
}

interface KeyFormProps {
  readonly isPending: boolean
  readonly error: Error | null
  readonly successorOf: ListedKey | undefined
  readonly onCancel: () => void
  readonly onSubmit: (key: NewKeyJson) => void
}

const KeyForm = ({ isPending, error, successorOf, onCancel, onSubmit }: KeyFormProps) => {
  const [name, setName] = useState(successorOf === undefined ? "" : `${successorOf.name} (new)`.slice(0, 100))
  const [expiry, setExpiry] = useState<Expiry>("90")
  const [scopes, setScopes] = useState<ReadonlyArray<string>>(successorOf?.scopes ?? defaultScopes)
  const [limits, setLimits] = useState(() => (successorOf === undefined ? noLimits : limitTexts(successorOf)))
  const [tag, setTag] = useState(successorOf?.tag ?? "")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const days = Number(expiry) as (typeof expiries)[number]
    const key = { name, expires_in_days: days, scopes, ...limitsOf(limits), ...(tag !== "" && { tag }) }
    onSubmit(key as unknown as NewKeyJson)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField label="Name" required maxLength={100} placeholder="production" value={name} onChange={setName} />
      <Select
        label="Expires in"
        value={expiry}
        options={expiries.map((days) => ({ value: `${days}` as Expiry, label: `${days} days` }))}
        onChange={setExpiry}
      />
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
