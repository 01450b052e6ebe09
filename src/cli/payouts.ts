import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { toDecimal } from "../../domain/money/Money.ts"
import { type Payout, payoutStatuses } from "../../domain/publishing/Payout.ts"
import { Payouts } from "../../domain/publishing/Payouts.ts"
import { PublisherId } from "../../domain/publishing/Publisher.ts"
import { decidePayout } from "../../domain/publishing/requestPayout.ts"
import { isoTime } from "../../domain/time.ts"
import { itemView, payoutView } from "../http/publishers/views.ts"
import { idOf, limitFlag, reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

/** The operator sees the whole wallet, and who decided. */
const view = (payout: Payout) => ({
  publisher_id: payout.publisher,
  ...payoutView(payout),
  wallet: payout.wallet,
  decided_by: payout.decidedBy,
})

const line = ({ amount, calls, id, lastError, publisher, requestedAt, status }: Payout) =>
  `${isoTime(requestedAt)}  ${id}  ${status.padEnd(9)}  ${toDecimal(amount).padStart(12)} USD  ${calls} calls of ${publisher}${lastError === null ? "" : `  ${lastError}`}`

const list = Command.make(
  "list",
  {
    publisher: Flag.optional(Flag.String("publisher").pipe(Flag.withDescription("Id of a publisher: its payouts only"))),
    status: Flag.optional(Flag.Literals("status", payoutStatuses).pipe(Flag.withDescription("Payouts of this status only"))),
    limit: limitFlag(1000, 50),
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, limit, publisher, status }) {
    const owner = Option.getOrNull(Option.map(publisher, (id) => PublisherId.make(id)))
    const all = yield* Effect.flatMap(Payouts, (payouts) => payouts.list(owner, { status: Option.getOrUndefined(status) }, limit))
    yield* print(json, { payouts: all.map(view) }, all.length === 0 ? "No payouts." : all.map(line).join("\n"))
  }, withServices),
).pipe(Command.withDescription("Payouts, the newest first"))

const maxShown = 10_000

const show = Command.make(
  "show",
  { id: idOf("the payout"), json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const payouts = yield* Payouts
    const payout = yield* payouts.find(null, id)
    const items = (yield* payouts.items(payout.id, null, maxShown)).map(itemView)
    yield* print(json, { ...view(payout), items }, JSON.stringify({ ...view(payout), items }, null, 2))
  }, withServices),
).pipe(Command.withDescription("One payout with the calls that it pays"))

const deciding = (name: "approve" | "reject", description: string, outcome: string) =>
  Command.make(
    name,
    { id: idOf("the payout"), reason: reasonFlag, json: jsonFlag },
    Effect.fn(function* ({ id, json, reason }) {
      const payout = yield* decidePayout(id, name === "approve", reason)
      yield* print(json, view(payout), `${toDecimal(payout.amount)} USD to ${payout.wallet}: ${outcome}`)
    }, withServices),
  ).pipe(Command.withDescription(description))

export const payouts = Command.make("payouts").pipe(
  Command.withDescription("Payouts to publishers"),
  Command.withSubcommands([
    list,
    show,
    deciding(
      "approve",
      "Pay a payout: a running gateway sends it",
      "approved. A running gateway sends it within seconds; see farthing payouts show.",
    ),
    deciding("reject", "Reject a payout that is not sent yet; its calls can be paid by another one", "rejected. No money moved."),
  ]),
)
