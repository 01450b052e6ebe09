import { useSuspenseQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { formatMoney, microOf } from "../../format/money.ts"
import { ShareBars } from "../../ui/ShareBars.tsx"
import { keysQuery } from "../keys/queries.ts"

/** How much of its monthly limit each key has spent. */
export const KeyLimits = () => {
  const { data } = useSuspenseQuery(keysQuery)
  const limited = data.keys.filter(({ monthly, status }) => status === "active" && monthly !== null)
  if (limited.length === 0) {
    return (
      <p className="text-muted">
        No key has a monthly limit. Set one on the page of the{" "}
        <Link to="/keys" className="text-accent underline">
          keys
        </Link>
        : a key then cannot spend more by mistake.
      </p>
    )
  }
  return (
    <ShareBars
      rows={limited.map(({ key_id: id, month_spent: spent, monthly, name }) => {
        const share = microOf(monthly) === 0n ? 1 : Number(microOf(spent)) / Number(microOf(monthly))
        return {
          id,
          label: name,
          value: `${formatMoney(spent)} of ${formatMoney(monthly!)}`,
          share,
          ...(share >= 0.8 && { tone: share >= 1 ? ("danger" as const) : ("warn" as const) }),
        }
      })}
    />
  )
}
