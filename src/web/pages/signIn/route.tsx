import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../shell/routes.tsx"

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  /** `next`: the page of the app that the person came from. */
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const { next } = search
    return typeof next === "string" && /^\/app(\/|$)/.test(next) ? { next } : {}
  },
  component: lazyRouteComponent(() => import("./SignInPage.tsx"), "SignInPage"),
})
