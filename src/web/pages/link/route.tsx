import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../shell/routes.tsx"

/** The token is behind the `#`: no server and no referrer sees it. */
export const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/link",
  component: lazyRouteComponent(() => import("./LinkPage.tsx"), "LinkPage"),
})
