import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { CSPProvider } from "@base-ui/react/csp-provider"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { queryClient } from "./queryClient.ts"
import { router } from "./router.tsx"
import { applyTheme } from "./shell/theme.ts"
import { ToastProvider } from "./ui/Toasts.tsx"

applyTheme()
createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    {/* The page's policy allows no inline style elements. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
