import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { formatMoney } from "../../format/money.ts"
import { railName } from "../../format/rails.ts"
import { useSession } from "../../session/session.ts"
import { buttonClass } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { keysQuery } from "../keys/queries.ts"
import { type RailState, sepaQuery } from "./queries.ts"

/** What a rail can pay at most, as the organisation cannot change it. */
const capOf = (rail: RailState, maxOwed: string | undefined) =>
  rail.daily_cap !== null
    ? `${formatMoney(rail.daily_cap)} a day (UTC)`
    : rail.rail === "sepa"
      ? maxOwed && `${maxOwed} owed, being debited, or able to go back`
      : "what it holds"

/** The caps that hold. An organisation sets those of its keys; a rail has none of its own to set. */
export const CapsCard = ({ rails }: { readonly rails: ReadonlyArray<RailState> }) => {
  const { mayManage } = useSession()
  const { data: keys } = useQuery({ ...keysQuery, enabled: mayManage })
  const { data: sepa } = useQuery({ ...sepaQuery, enabled: rails.some(({ rail }) => rail === "sepa") })
  const active = keys?.keys.filter(({ status }) => status === "active") ?? []
  const limited = active.filter(({ daily, monthly }) => daily !== null || monthly !== null)
  return (
    <Card id="caps" title="Caps">
      <Facts
        facts={[
          ["Keys", keys && `${limited.length} of ${active.length} active keys have a limit per day or month`],
          ...rails.map((rail) => [railName(rail.rail), capOf(rail, sepa && formatMoney(sepa.terms.exposure_cap))] as const),
        ]}
      />
      <p className="mt-3 text-muted">
        Each key has limits per request, per day and per month over all rails. {!mayManage && "Owners and admins set them."}
      </p>
      {mayManage && (
        <Link to="/keys" className={`${buttonClass()} mt-3`}>
          Set the limits of the keys
        </Link>
      )}
    </Card>
  )
}
