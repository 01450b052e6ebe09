import { getRouteApi, Link } from "@tanstack/react-router"
import { Suspense } from "react"
import { useSession } from "../../session/session.ts"
import { PageHeader } from "../../ui/Card.tsx"
import { Empty, Loading } from "../../ui/States.tsx"
import { Books } from "./Books.tsx"
import { Calls } from "./Calls.tsx"
import { Log } from "./Log.tsx"
import { OrganisationDetail } from "./OrganisationDetail.tsx"
import { Organisations } from "./Organisations.tsx"
import { Payouts } from "./Payouts.tsx"
import { Queues } from "./Queues.tsx"
import { operatorViews } from "./route.tsx"
import { Switches } from "./Switches.tsx"

const route = getRouteApi("/shell/operators")

const names = {
  organisations: "Organisations",
  queues: "Queues",
  calls: "Calls",
  payouts: "Payouts and proofs",
  switches: "Rails and listings",
  books: "Books",
  log: "Log",
} as const

export const OperatorsPage = () => {
  const { isOperator } = useSession()
  const { call, organisation, search, status, view = "organisations" } = route.useSearch()
  if (!isOperator) {
    return (
      <>
        <PageHeader title="Operators" />
        <Empty title="These pages are for the operators of this gateway.">
          A person with access to the command line makes you one: farthing user create --operator.
        </Empty>
      </>
    )
  }
  const content = {
    organisations: organisation === undefined ? <Organisations search={search} /> : <OrganisationDetail id={organisation} />,
    queues: <Queues />,
    calls: <Calls call={call} />,
    payouts: <Payouts status={status} />,
    switches: <Switches />,
    books: <Books />,
    log: <Log organisation={organisation} />,
  }[view]
  return (
    <>
      <PageHeader title="Operators">All organisations of this gateway. Every action needs a reason and is written to the log.</PageHeader>
      <nav aria-label="Operators" className="mb-5 flex gap-1 overflow-x-auto border-b border-line">
        {operatorViews.map((one) => (
          <Link
            key={one}
            to="/operators"
            search={one === "organisations" ? {} : { view: one }}
            aria-current={one === view ? "page" : undefined}
            className={`-mb-px border-b-2 px-3 py-2 whitespace-nowrap ${one === view ? "border-accent font-medium" : "border-transparent text-muted hover:text-ink"}`}
          >
            {names[one]}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>{content}</Suspense>
    </>
  )
}
