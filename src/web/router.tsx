import { createRouter } from "@tanstack/react-router"
import { queryClient } from "./queryClient.ts"
import { pageRoutes, publicRoutes } from "./routes.ts"
import { rootRoute, shellRoute, unknownRoute } from "./shell/routes.tsx"
import { PageFailure } from "./shell/PageFailure.tsx"
import { Loading, NotFound } from "./ui/States.tsx"

export const router = createRouter({
  routeTree: rootRoute.addChildren([...publicRoutes, shellRoute.addChildren([...pageRoutes, unknownRoute])]),
  basepath: "/app",
  context: { queryClient },
  defaultPreload: "intent",
  // The cache of queries decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Loading,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
