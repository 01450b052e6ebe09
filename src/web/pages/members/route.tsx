import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { Users } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

export const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/members",
  staticData: { navigation: { label: "Members", icon: Users, order: 90, isVisible: ({ organisation }) => organisation !== null } },
  component: lazyRouteComponent(() => import("./MembersPage.tsx"), "MembersPage"),
})
