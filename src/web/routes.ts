import { alertsRoute } from "./pages/alerts/route.tsx"
import { askRoute, runRoute } from "./pages/ask/route.tsx"
import { connectRoute } from "./pages/connect/route.tsx"
import { invitationRoute } from "./pages/invitation/route.tsx"
import { keysRoute } from "./pages/keys/route.tsx"
import { linkRoute } from "./pages/link/route.tsx"
import { membersRoute } from "./pages/members/route.tsx"
import { operatorsRoute } from "./pages/operators/route.tsx"
import { overviewRoute } from "./pages/overview/route.tsx"
import { railsRoute } from "./pages/paymentRails/route.tsx"
import { paymentRoute, paymentsRoute } from "./pages/payments/route.tsx"
import { publishingRoute } from "./pages/publishing/route.tsx"
import { signInRoute } from "./pages/signIn/route.tsx"
import { operationRoute, sourceRoute, sourcesRoute } from "./pages/sources/route.tsx"

/** Pages without a session. */
export const publicRoutes = [signInRoute, linkRoute, invitationRoute] as const

/** Pages in the shell: one line for each folder of `pages`. */
export const pageRoutes = [
  overviewRoute,
  askRoute,
  runRoute,
  sourcesRoute,
  sourceRoute,
  operationRoute,
  paymentsRoute,
  paymentRoute,
  railsRoute,
  keysRoute,
  membersRoute,
  operatorsRoute,
  connectRoute,
  publishingRoute,
  alertsRoute,
] as const
