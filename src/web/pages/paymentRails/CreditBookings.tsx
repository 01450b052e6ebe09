import { useQuery } from "@tanstack/react-query"
import { formatMoney } from "../../format/money.ts"
import { formatDay } from "../../format/time.ts"
import { bookingsQuery } from "./queries.ts"

const labels: Readonly<Record<string, string>> = {
  deposit: "Deposit",
  grant: "Granted",
  pay_out: "Paid out to you",
  sandbox: "Granted by the sandbox",
  take_back: "Taken back",
  unclaimed: "Payment that no call used",
}

/** What changed the credits beside calls and top-ups by card, the newest first. Without such a booking it shows nothing. */
export const CreditBookings = () => {
  const { data } = useQuery(bookingsQuery)
  const shown = data?.bookings.filter(({ account, kind }) => account === "credits" && kind !== "topup") ?? []
  return shown.length === 0 ? null : (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="mb-2 font-medium">Other bookings</h3>
      <ul aria-label="Other bookings" className="divide-y divide-line">
        {shown.slice(0, 5).map(({ amount, at, direction, id, kind, reference }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2" title={reference}>
            <span>{formatDay(at)}</span>
            <span>{labels[kind] ?? kind.replaceAll("_", " ")}</span>
            <span className="ml-auto text-right tabular-nums">
              {direction === "out" && "−"}
              {formatMoney(amount)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
