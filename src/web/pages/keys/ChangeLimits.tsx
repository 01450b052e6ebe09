import { type FormEvent, useState } from "react"
import { Button } from "../../ui/Button.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Problem } from "../../ui/States.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { LimitFields, limitsOf, limitTexts } from "./limitFields.tsx"
import { type ListedKey, useChangeLimits } from "./queries.ts"

export const ChangeLimits = ({ apiKey, onClose }: { readonly apiKey: ListedKey; readonly onClose: () => void }) => {
  const [texts, setTexts] = useState(() => limitTexts(apiKey))
  const change = useChangeLimits(apiKey.key_id)
  const notify = useNotify()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(limitsOf(texts), {
      onSuccess: () => {
        notify("The limits were changed.", `They hold for "${apiKey.name}" from its next call on.`)
        onClose()
      },
    })
  }
  return (
    <Modal title={`Limits of ${apiKey.name}`} description="Calls that already hold money keep it." isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <LimitFields texts={texts} onChange={setTexts} />
        <Problem error={change.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  )
}
