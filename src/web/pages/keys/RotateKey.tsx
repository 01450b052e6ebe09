import { type FormEvent, useState } from "react"
import { Button } from "../../ui/Button.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Select } from "../../ui/Select.tsx"
import { Problem } from "../../ui/States.tsx"
import { daysOf, type Expiry, expiryOptions, NewSecret } from "./NewSecret.tsx"
import { type ListedKey, useRotateKey } from "./queries.ts"

/** Gives a key a new secret. Both secrets are one key, with its limits. */
export const RotateKey = ({ apiKey, onClose }: { readonly apiKey: ListedKey; readonly onClose: () => void }) => {
  const [expiry, setExpiry] = useState<Expiry>("90")
  const rotate = useRotateKey(apiKey.key_id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate(daysOf(expiry))
  }
  if (rotate.data !== undefined) {
    return (
      <NewSecret name={apiKey.name} secret={rotate.data.secret} onClose={onClose}>
        <p className="text-muted">Both secrets work now. Give the new one to your programs, then end the old one.</p>
      </NewSecret>
    )
  }
  return (
    <Modal
      title={`Rotate ${apiKey.name}`}
      description="A second secret for the same key: both keep to its limits together. The old one works until you end it or it expires."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Select label="The new secret expires in" value={expiry} options={expiryOptions} onChange={setExpiry} />
        <Problem error={rotate.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={rotate.isPending}>
            Make the new secret
          </Button>
        </div>
      </form>
    </Modal>
  )
}
