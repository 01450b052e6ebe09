import { getRouteApi } from "@tanstack/react-router"
import { useSession } from "../../session/session.ts"
import { PageHeader } from "../../ui/Card.tsx"
import { AlertList } from "./AlertList.tsx"
import { AutoTopup } from "./AutoTopup.tsx"
import { LowBalance } from "./LowBalance.tsx"
import { Notices } from "./Notices.tsx"
import { Tags } from "./Tags.tsx"

const route = getRouteApi("/shell/alerts")

export const AlertsPage = () => {
  const { seen = false } = route.useSearch()
  const { mayManage } = useSession()
  return (
    <>
      <PageHeader title="Alerts and tags">
        Limits, low balances and failed debits, automatic top-ups, and what each cost tag spent.
      </PageHeader>
      <div className="flex flex-col gap-6">
        <AlertList seen={seen} />
        {mayManage && <LowBalance />}
        {mayManage && <Notices />}
        <AutoTopup />
        <Tags />
      </div>
    </>
  )
}
