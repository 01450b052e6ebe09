import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { ReceiptText } from "lucide-react"
import { searchText } from "../../searchText.ts"
import { shellRoute } from "../../shell/routes.tsx"
import { filterNames } from "./filter.ts"

export const paymentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/payments",
  staticData: { navigation: { label: "Payments", icon: ReceiptText, order: 40 } },
  validateSearch: (search: Record<string, unknown>) => searchText(search, [...filterNames, "cursor"]),
  component: lazyRouteComponent(() => import("./PaymentsPage.tsx"), "PaymentsPage"),
})

export const paymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/payments/$id",
  component: lazyRouteComponent(() => import("./PaymentPage.tsx"), "PaymentPage"),
})
