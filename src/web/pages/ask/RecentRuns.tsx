import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { formatMoney } from "../../format/money.ts"
import { formatRelative } from "../../format/time.ts"
import { Card } from "../../ui/Card.tsx"
import { Failure, Loading } from "../../ui/States.tsx"
import { recentRunsQuery } from "./queries.ts"

export const RecentRuns = () => {
  const { data: runs, error, refetch } = useQuery(recentRunsQuery)
  return (
    <Card title="Your recent runs">
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {error === null && runs === undefined && <Loading />}
      {runs?.length === 0 && <p className="text-muted">The runs that bought something appear here, also those of Sources.</p>}
      <ul aria-label="Recent runs" className="divide-y divide-line">
        {runs?.map(({ at, id, micro, operations }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 py-2">
            <Link to="/runs/$id" params={{ id }} className="min-w-0 flex-1 truncate text-accent-strong underline-offset-2 hover:underline">
              {operations.join(", ")}
            </Link>
            <span>{formatMoney(micro)}</span>
            <span className="w-24 text-right text-xs text-muted">{at === null ? "" : formatRelative(at)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
