import { useState } from "react"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { changedLimitsOf, LimitFields, limitNames, limitTexts } from "./limitFields.tsx"
import { type ListedKey, useChangeLimits } from "./queries.ts"

export const ChangeLimits = ({ apiKey, onClose }: { readonly apiKey: ListedKey; readonly onClose: () => void }) => {
  // The list may be read again while the dialogue is open: the person changes what it was opened with.
  const [opened] = useState(() => limitTexts(apiKey))
  const [texts, setTexts] = useState(opened)
  const change = useChangeLimits(apiKey.key_id)
  const notify = useNotify()
  const submit = () => {
    const limits = changedLimitsOf(opened, texts)
    if (Object.keys(limits).length === 0) return onClose()
    change.mutate(limits, {
      onSuccess: () => {
        notify("The limits were changed.", `They hold for "${apiKey.name}" from its next call on.`)
        onClose()
      },
    })
  }
  return (
    <Modal title={`Limits of ${apiKey.name}`} description="Calls that already hold money keep it." isOpen onClose={onClose}>
      <ActionForm action="Save" fields={limitNames} error={change.error} isPending={change.isPending} onSubmit={submit} onCancel={onClose}>
        <LimitFields texts={texts} onChange={setTexts} />
      </ActionForm>
    </Modal>
  )
}
