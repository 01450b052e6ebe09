import { Dialog } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import { type ReactNode, useRef } from "react"

export const backdropClass = "fixed inset-0 z-40 bg-black/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
export const popupClass =
  "fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-xl border border-line bg-raised p-5 shadow-xl outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl"

interface ModalProps {
  readonly title: string
  readonly description?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** What it shows is not shown again: only its buttons close it, not Escape or a press beside it. */
  readonly isShownOnce?: boolean
  readonly children: ReactNode
}

/** A dialogue over the page: focus begins in its first input and stays inside, Escape closes it, and the focus returns. */
export const Modal = ({ title, description, isOpen, isShownOnce = false, onClose, children }: ModalProps) => {
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => !open && !(isShownOnce && (reason === "escape-key" || reason === "outside-press")) && onClose()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          className={popupClass}
          initialFocus={(by) =>
            by === "touch" || (content.current?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, button") ?? true)
          }
        >
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
            <Dialog.Close aria-label="Close" className="-m-1 rounded-md p-1 text-muted hover:bg-sunken">
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          {description !== undefined && <Dialog.Description className="mt-1 text-muted">{description}</Dialog.Description>}
          <div ref={content} className="mt-4">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
