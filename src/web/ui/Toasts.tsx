import { Toast } from "@base-ui/react/toast"
import { X } from "lucide-react"
import type { ReactNode } from "react"

/** Short messages about what was done, at the bottom right. */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => (
  <Toast.Provider timeout={6_000} limit={3}>
    {children}
    <Toast.Portal>
      <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[calc(100vw-2rem)] flex-col gap-2 sm:w-88">
        <ToastList />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)

const ToastList = () =>
  Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="rounded-lg border border-line bg-raised shadow-lg transition-all data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-4 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3 p-3">
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-sm font-medium" />
          <Toast.Description className="text-sm text-muted" />
        </div>
        <Toast.Close aria-label="Dismiss" className="rounded p-1 text-muted hover:bg-sunken">
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))

/** Shows a short message. */
export const useNotify = () => {
  const { add } = Toast.useToastManager()
  return (title: string, description?: string) => void add({ title, ...(description !== undefined && { description }) })
}
