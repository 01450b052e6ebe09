import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { post, type ResponseOf } from "../../api/client.ts"
import { personText } from "../../format/personText.ts"
import { formatTime } from "../../format/time.ts"
import { useSession } from "../../session/session.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty, Problem, FixLink } from "../../ui/States.tsx"
import { alertsKey, alertsQuery } from "./queries.ts"

type AlertRow = ResponseOf<"GET", "/v1/alerts">["alerts"][number]

export const AlertList = ({ seen }: { readonly seen: boolean }) => {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(alertsQuery(seen))
  const alerts = data.pages.flatMap((page) => page.alerts)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>Alerts</h2>
        <Link to="/alerts" search={seen ? {} : { seen: true }} className="text-accent-strong underline">
          {seen ? "Hide the acknowledged ones" : "Show the acknowledged ones"}
        </Link>
      </div>
      {alerts.length === 0 ? (
        <Empty title="Nothing needs your attention.">
          You get an alert when a key reaches 50, 80 or 100 % of a limit, when the balance is low, and when a direct debit fails.
        </Empty>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {alerts.map((alert) => (
            <OneAlert key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

/** How far each channel got: `sent by webhook`, `not mailed: The gateway has no mail server.` */
const deliveryTexts = ({ mail, webhook }: AlertRow): ReadonlyArray<string> => {
  const sentBy = [webhook.sent_at !== null && "webhook", mail.sent_at !== null && "mail"].filter((channel) => channel !== false)
  return [
    ...(sentBy.length === 0 ? [] : [`sent by ${sentBy.join(" and ")}`]),
    ...(webhook.sent_at !== null || webhook.error === null ? [] : [`not posted: ${withoutSetting(webhook.error)}`]),
    ...(mail.sent_at !== null || mail.error === null ? [] : [`not mailed: ${withoutSetting(mail.error)}`]),
  ]
}

/** The name of a setting in a sentence is for the operator. */
const withoutSetting = (sentence: string) => sentence.replace(/ \(FARTHING_\w+\)/, "")

const OneAlert = ({ alert }: { readonly alert: AlertRow }) => {
  const { mayManage } = useSession()
  const queries = useQueryClient()
  const acknowledging = useMutation({
    mutationFn: () => post("/v1/alerts/:id/acknowledge", undefined, { params: { id: alert.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: alertsKey }),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">{alert.message}</p>
        <p>{personText(alert.action)}</p>
        <p className="mt-1 text-xs text-muted">
          {formatTime(alert.created_at)}
          {deliveryTexts(alert).map((text) => ` · ${text}`)}
        </p>
        <Problem error={acknowledging.error} />
      </div>
      <div className="flex flex-wrap gap-2">
        {alert.cause === "gone" && alert.acknowledged_at === null && <Badge>over</Badge>}
        {alert.cause === "lasts" && alert.acknowledged_at === null && <FixLink code={alert.code} />}
        {alert.acknowledged_at !== null ? (
          <Badge>acknowledged</Badge>
        ) : (
          mayManage && (
            <Button isPending={acknowledging.isPending} onClick={() => acknowledging.mutate()}>
              Acknowledge
            </Button>
          )
        )}
      </div>
    </li>
  )
}
