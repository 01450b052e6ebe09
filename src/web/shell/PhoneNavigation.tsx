import { Dialog } from "@base-ui/react/dialog"
import { Menu, X } from "lucide-react"
import { useState } from "react"
import { Navigation } from "./Navigation.tsx"

export const PhoneNavigation = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Open the navigation" className="rounded-md p-2 hover:bg-sunken">
        <Menu aria-hidden="true" className="size-5" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-black/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] overflow-y-auto bg-surface p-4 shadow-xl transition-transform data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex items-center justify-between pb-3">
            <Dialog.Title className="font-semibold">Navigation</Dialog.Title>
            <Dialog.Close aria-label="Close the navigation" className="rounded-md p-2 hover:bg-sunken">
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          <Navigation onNavigate={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
