import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { formatMoney } from "../../format/money.ts"
import { formatRelative } from "../../format/time.ts"
import { Card } from "../../ui/Card.tsx"
import { Failure, Loading } from "../../ui/States.tsx"
import { recentRunsQuery } from "./queries.ts"
import { RunStatus } from "./RunStatus.tsx"

export const RecentRuns = () => {
  const { data: runs, error, refetch } = useQuery(recentRunsQuery)
  return (
    <Card title="Your recent runs">
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {error === null && runs === undefined && <Loading />}
      {runs?.length === 0 && <p className="text-muted">Your questions appear here, and the calls that you paid for in Sources.</p>}
      <ul aria-label="Recent runs" className="divide-y divide-line">
        {runs?.map(({ at, expiresAt, id, micro, status, title }) => (
          <li key={id} className="py-2">
            <Link to="/runs/$id" params={{ id }} className="line-clamp-2 text-accent-strong underline-offset-2 hover:underline">
              {title}
            </Link>
            <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
              {status !== null && status !== "completed" && <RunStatus status={status} expiresAt={expiresAt} />}
              {micro > 0n && formatMoney(micro)}
              <span>{formatRelative(at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
