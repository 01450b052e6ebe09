import { AlertDialog } from "@base-ui/react/alert-dialog"
import type { ReactNode } from "react"
import { Button } from "./Button.tsx"
import { backdropClass, popupClass } from "./Modal.tsx"
import { Problem } from "./States.tsx"

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode
  readonly action: string
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly error: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. The safe button has the focus. */
export const ConfirmDialog = ({ title, children, action, isOpen, isPending, error, onConfirm, onClose }: ConfirmDialogProps) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={backdropClass} />
      <AlertDialog.Popup className={popupClass}>
        <AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
        <AlertDialog.Description render={<div />} className="mt-2 text-muted">
          {children}
        </AlertDialog.Description>
        <Problem error={error} />
        <div className="mt-5 flex justify-end gap-2">
          <AlertDialog.Close render={<Button />}>Keep it</AlertDialog.Close>
          <Button look="danger" isPending={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
