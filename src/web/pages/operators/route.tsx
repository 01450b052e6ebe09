import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { ShieldCheck } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

export const operatorViews = ["organisations", "queues", "calls", "payouts", "switches", "books", "log"] as const
type OperatorView = (typeof operatorViews)[number]

interface OperatorSearch {
  /** Absent: organisations. */
  readonly view?: OperatorView
  readonly search?: string
  /** The organisation that is open, or whose log is shown. */
  readonly organisation?: string
  readonly call?: string
  /** Absent: payouts of every status. */
  readonly status?: "requested"
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value.slice(0, 100) : undefined)

export const operatorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/operators",
  validateSearch: (given: Record<string, unknown>): OperatorSearch => {
    const view = operatorViews.find((one) => one === given["view"])
    const [search, organisation, call] = [text(given["search"]), text(given["organisation"]), text(given["call"])]
    return {
      ...(view !== undefined && { view }),
      ...(search !== undefined && { search }),
      ...(organisation !== undefined && { organisation }),
      ...(call !== undefined && { call }),
      ...(given["status"] === "requested" && { status: "requested" as const }),
    }
  },
  staticData: {
    navigation: { label: "Operators", icon: ShieldCheck, order: 200, isVisible: ({ isOperator }) => isOperator, isForOperators: true },
  },
  component: lazyRouteComponent(() => import("./OperatorsPage.tsx"), "OperatorsPage"),
})
