import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { Button } from "../../ui/Button.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { operatorKey } from "./queries.ts"

interface ReasonButtonProps {
  /** The button, and the button that confirms. */
  readonly action: string
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly effect: string
  readonly isDangerous?: boolean
  /** Further inputs, and whether they are complete. */
  readonly children?: ReactNode
  readonly isReady?: boolean
  readonly run: (reason: string) => Promise<unknown>
}

/** An action of an operator: a button, and a dialogue that asks for the reason, which the log keeps with the operator's e-mail. */
export const ReasonButton = ({ action, children, effect, isDangerous = false, isReady = true, run, title }: ReasonButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState("")
  const queries = useQueryClient()
  const notify = useNotify()
  const acting = useMutation({
    mutationFn: () => run(reason.trim()),
    onSuccess: () => {
      setOpen(false)
      setReason("")
      notify("Done, and written to the log.", title)
    },
    // A refused action is in the log too.
    onSettled: () => queries.invalidateQueries({ queryKey: operatorKey }),
  })
  const close = () => {
    setOpen(false)
    acting.reset()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{action}</Button>
      <Modal title={title} description={effect} isOpen={isOpen} onClose={close}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            acting.mutate()
          }}
        >
          {children}
          <TextField
            label="Reason"
            hint="Kept in the log of the operators with your e-mail."
            required
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
          <Problem error={acting.error} />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button
              type="submit"
              look={isDangerous ? "danger" : "primary"}
              isPending={acting.isPending}
              disabled={reason.trim() === "" || !isReady}
            >
              {action}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  )
}
