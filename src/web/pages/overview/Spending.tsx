import { useSuspenseQuery } from "@tanstack/react-query"
import { CatchBoundary, getRouteApi, useNavigate } from "@tanstack/react-router"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { lazy, Suspense, useDeferredValue, useMemo } from "react"
import { gatewayMonth, gatewayNow } from "../../format/gatewayClock.ts"
import { formatMoney, maxPlacesOf, microOf } from "../../format/money.ts"
import { railName } from "../../format/rails.ts"
import { Button } from "../../ui/Button.tsx"
import { Amount } from "../../ui/Amount.tsx"
import { formatTime } from "../../format/time.ts"
import { Choice } from "../../ui/Choice.tsx"
import { ShareBars } from "../../ui/ShareBars.tsx"
import { Empty } from "../../ui/States.tsx"
import { monthName, monthsLater } from "./months.ts"
import { monthSpendingQuery, type SpendingGrouping } from "./queries.ts"

const BarChart = lazy(() => import("../../ui/BarChart.tsx").then((module) => ({ default: module.BarChart })))
const route = getRouteApi("/shell/")

const options = [
  { value: "day", label: "Day" },
  { value: "key", label: "Key" },
  { value: "source", label: "Source" },
  { value: "tag", label: "Tag" },
  { value: "rail", label: "Rail" },
] as const satisfies ReadonlyArray<{ value: SpendingGrouping; label: string }>

/** What was spent this month, by day as a chart, otherwise as the groups with their shares. */
export const Spending = () => {
  const { by = "day", month } = route.useSearch()
  const navigate = useNavigate()
  // The view before stays until the chosen one was read, so nothing jumps.
  const shown = useDeferredValue(by)
  const shownMonth = useDeferredValue(month)
  const { data } = useSuspenseQuery(monthSpendingQuery(shown, shownMonth))
  const inMonth = shownMonth === undefined ? "this month" : `in ${monthName(shownMonth)}`
  const isEmpty = data.total.calls === 0 && data.rows.length === 0
  return (
    <>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <div className="flex items-center gap-1">
            <h2>Spent {inMonth}</h2>
            <MonthStep />
          </div>
          <p className="mt-1 text-2xl font-semibold tracking-tight">{formatMoney(data.total.amount)}</p>
          <p className="text-muted">
            {data.total.calls.toLocaleString("en-US")} paid {data.total.calls === 1 ? "call" : "calls"}
          </p>
        </div>
        <Choice
          label="Group by"
          value={by}
          options={options}
          onChange={(value) => void navigate({ to: "/", search: (search) => ({ ...search, by: value }), replace: true })}
        />
      </div>
      <div className={isEmpty ? "" : "min-h-55"}>
        {isEmpty ? (
          <Empty title={`Nothing was spent ${inMonth}.`}>
            {shownMonth === undefined && "Paid calls appear here a few seconds after they were charged."}
          </Empty>
        ) : shown === "day" ? (
          // The chart's library reads the browser's language when it loads, and fails where that is malformed: the days are then a list.
          <CatchBoundary
            getResetKey={() => data.from}
            errorComponent={() => <Groups by={shown} rows={data.rows} total={microOf(data.total.amount)} />}
          >
            <Days from={data.from} rows={data.rows} />
          </CatchBoundary>
        ) : (
          <Groups by={shown} rows={data.rows} total={microOf(data.total.amount)} />
        )}
      </div>
      <p className="mt-3 text-xs text-muted">
        Days are UTC. What was given back is taken off the day on which it was booked. Counted up to {formatTime(data.as_of)}.
        {data.cut && " Smaller groups are left out of the list, not of the sum."}
      </p>
    </>
  )
}

/** Leads to the month before and to the one after, up to the current one. */
const MonthStep = () => {
  const { by, month = gatewayMonth() } = route.useSearch()
  const navigate = useNavigate()
  const go = (count: number) => {
    const next = monthsLater(month, count)
    void navigate({
      to: "/",
      search: { ...(by !== undefined && { by }), ...(next < gatewayMonth() && { month: next }) },
      replace: true,
    })
  }
  return (
    <>
      <Button look="quiet" aria-label="Month before" onClick={() => go(-1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
      </Button>
      <Button look="quiet" aria-label="Month after" disabled={month >= gatewayMonth()} onClick={() => go(1)}>
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </>
  )
}

type Rows = ReadonlyArray<{
  readonly group: string | null
  readonly label: string
  readonly amount: { readonly amount_micro_usd: string }
  readonly calls: number
}>

/** Every day of the month up to today, also those without a call. */
const Days = ({ from, rows }: { readonly from: string; readonly rows: Rows }) => {
  const bars = useMemo(() => {
    const amounts = new Map(rows.map(({ amount, group }) => [group, microOf(amount)]))
    const [year, month] = from.split("-").map(Number) as [number, number]
    const today = new Date(gatewayNow())
    const isCurrent = today.getUTCFullYear() === year && today.getUTCMonth() + 1 === month
    const days = isCurrent ? today.getUTCDate() : new Date(Date.UTC(year, month, 0)).getUTCDate()
    const latest = Math.max(days, ...rows.map(({ group }) => Number(group?.slice(8) ?? 0)))
    return Array.from({ length: latest }, (_, i) => {
      const day = `${from.slice(0, 8)}${String(i + 1).padStart(2, "0")}`
      return { label: String(i + 1), micro: amounts.get(day) ?? 0n }
    })
  }, [from, rows])
  return (
    <Suspense>
      <BarChart label="Spent by day" bars={bars} />
    </Suspense>
  )
}

const Groups = ({ by, rows, total }: { readonly by: SpendingGrouping; readonly rows: Rows; readonly total: bigint }) => {
  const places = maxPlacesOf(rows.map(({ amount }) => amount))
  return (
    <ShareBars
      rows={rows.map(({ amount, calls, group, label }) => ({
        id: group ?? "none",
        label: group === null ? <span className="text-muted">{label}</span> : by === "rail" ? railName(label) : label,
        value: (
          <>
            <Amount value={amount} places={places} /> <span className="font-normal text-muted">· {calls.toLocaleString("en-US")}</span>
          </>
        ),
        share: total > 0n ? Number(microOf(amount)) / Number(total) : 0,
      }))}
    />
  )
}
