import { useState } from "react"
import { formatTime } from "../../format/time.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Select } from "../../ui/Select.tsx"
import { daysOf, type Expiry, expiryOptions, NewSecret } from "./NewSecret.tsx"
import { type ListedKey, useRotateKey } from "./queries.ts"

/** How long the old secret works, in hours. */
const overlaps = [
  { value: "", label: "until it expires or you end it" },
  { value: "168", label: "for 7 days" },
  { value: "24", label: "for 24 hours" },
  { value: "1", label: "for one hour" },
  { value: "0", label: "no longer: it leaked" },
] as const
type Overlap = (typeof overlaps)[number]["value"]

/** Gives a key a new secret. Both secrets are one key, with its limits. */
export const RotateKey = ({ apiKey, onClose }: { readonly apiKey: ListedKey; readonly onClose: () => void }) => {
  const [expiry, setExpiry] = useState<Expiry>("90")
  const [overlap, setOverlap] = useState<Overlap>("24")
  const rotate = useRotateKey(apiKey.key_id)
  const submit = () => rotate.mutate({ expires_in_days: daysOf(expiry), ...(overlap !== "" && { overlap_hours: Number(overlap) }) })
  if (rotate.data !== undefined) {
    const until = rotate.data.old_secret_until
    return (
      <NewSecret name={apiKey.name} secret={rotate.data.secret} onClose={onClose}>
        <p className="text-muted">
          {until === null
            ? "The old secret is refused from now on."
            : `Both secrets work now, the old one until ${formatTime(until)}. Give the new one to your programs, then end the old one.`}
        </p>
      </NewSecret>
    )
  }
  return (
    <Modal
      title={`Rotate ${apiKey.name}`}
      description="A second secret for the same key: both keep to its limits together. End the old one before the next rotation."
      isOpen
      onClose={onClose}
    >
      <ActionForm action="Make the new secret" error={rotate.error} isPending={rotate.isPending} onSubmit={submit} onCancel={onClose}>
        <Select label="The new secret expires in" value={expiry} options={expiryOptions} onChange={setExpiry} />
        <Select label="The old secret works" value={overlap} options={overlaps} onChange={setOverlap} />
      </ActionForm>
    </Modal>
  )
}
