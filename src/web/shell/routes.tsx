import { type QueryClient } from "@tanstack/react-query"
import { createRootRouteWithContext, createRoute, Outlet, redirect } from "@tanstack/react-router"
import type { LucideIcon } from "lucide-react"
import { type CurrentSession, sessionQuery } from "../session/session.ts"
import { NotFound } from "../ui/States.tsx"
import { Shell } from "./Shell.tsx"

/** A page's place in the navigation. */
export interface NavigationEntry {
  readonly label: string
  readonly icon: LucideIcon
  /** The lowest comes first. */
  readonly order: number
  /** Absent: everyone sees it. */
  readonly isVisible?: (session: CurrentSession) => boolean
  /** It needs no organisation. */
  readonly isForOperators?: boolean
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly navigation?: NavigationEntry
  }
}

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({ component: Outlet })

/** The parent of every page that needs a session. Without one it asks to sign in, and leads back to the page afterwards. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: "/sign-in", search: { next: location.href } })
    return { session }
  },
})

/** Every other address: the navigation stays beside the sentence. */
export const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: "$", component: NotFound })
