import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../shell/routes.tsx"

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  /** `next`: the page that the person came from, as a path inside the app. A `next` that is left out here would stay as it came. */
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: typeof next === "string" && next.startsWith("/") ? next : undefined,
  }),
  component: lazyRouteComponent(() => import("./SignInPage.tsx"), "SignInPage"),
})
