import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import {
  maxSpendingDays,
  otherTags,
  type SpendingDimension,
  spendingDimensions,
  type SpendingQuery,
  Spending,
  type SpendingSum,
} from "../../../domain/ledger/Spending.ts"
import { Listings } from "../../../domain/listing/Listing.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { toMoney } from "../../../domain/money/Money.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { dayMs, isoDate, isoTime, startOfMonth, startOfNextMonth } from "../../../domain/time.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"

export const SpendingHandlers = HttpApiBuilder.group(Api, "spending", (handlers) =>
  handlers.handle(
    "read",
    Effect.fnUntraced(function* ({ query }) {
      const { now, organisation } = yield* CurrentCaller
      const wanted = yield* spendingQuery(query, now)
      const { asOf, cut, rows, total } = yield* Effect.flatMap(Spending, ({ report }) => report(organisation, wanted))
      const labelOf = yield* labels(
        wanted.groupBy,
        organisation,
        rows.map(({ value }) => value),
      )
      return {
        from: wanted.from,
        to: wanted.to,
        group_by: wanted.groupBy,
        as_of: isoTime(asOf),
        total: sumView(total),
        rows: rows.map((row) => ({ group: row.value === "" ? null : row.value, label: labelOf(row.value), ...sumView(row) })),
        cut,
      }
    }, answer),
  ),
)

interface Query extends Partial<Record<Exclude<SpendingDimension, "key">, string>> {
  readonly from?: number
  readonly to?: number
  readonly group_by?: SpendingQuery["groupBy"]
  readonly key_id?: string
}

const spendingQuery = Effect.fnUntraced(function* ({ group_by: groupBy = "day", key_id: key, ...query }: Query, now: number) {
  const { from = startOfMonth(query.to === undefined ? now : query.to - 1) } = query
  const { to = startOfNextMonth(from) } = query
  if (to <= from || to - from > maxSpendingDays * dayMs) {
    return yield* new InvalidRequest({
      message: `\`from\` must be before \`to\`, and both at most ${maxSpendingDays} days apart. Ask for the days in several requests.`,
    })
  }
  const given = { ...query, key }
  const filters = spendingDimensions.flatMap((dimension) => {
    const value = given[dimension]
    return value === undefined ? [] : [{ dimension, value }]
  })
  if (filters.length > 1 || (filters.length === 1 && groupBy !== "day")) {
    return yield* new InvalidRequest({
      message: "One of `key_id`, `source`, `tag` and `rail` goes with `group_by=day`. Remove the others, or `group_by`.",
    })
  }
  return { from: isoDate(from), to: isoDate(to), groupBy, only: filters[0] ?? null } satisfies SpendingQuery
})

const sumView = ({ amount, calls }: SpendingSum) => ({ amount: toMoney(amount), calls })

/** How the groups are called: a key and a source by their names, if they are still known. */
const labels = Effect.fnUntraced(function* (
  groupBy: SpendingQuery["groupBy"],
  organisation: OrganisationId,
  values: ReadonlyArray<string>,
) {
  const names = yield* namesOf(groupBy, organisation, values)
  return (value: string) => {
    if (value === "") return groupBy === "tag" ? "No tag" : "None"
    if (groupBy === "tag" && value === otherTags) return "Other tags"
    return names.get(value) ?? value
  }
})

const namesOf = (groupBy: SpendingQuery["groupBy"], organisation: OrganisationId, values: ReadonlyArray<string>) => {
  if (groupBy === "key") {
    const ids = values.filter((value) => value !== "")
    return Effect.flatMap(Organisations, ({ keyNames }) => keyNames(organisation, ids))
  }
  // Without the directory a source is called by its id.
  return groupBy === "source" ? Effect.orElseSucceed(sourceNames, noNames) : Effect.sync(noNames)
}

const noNames = (): ReadonlyMap<string, string> => new Map()

const sourceNames = Effect.gen(function* () {
  const entries = yield* Effect.flatMap(Catalogue, ({ current }) => current)
  const listings = yield* Effect.flatMap(Listings, ({ current }) => current)
  return new Map([
    ...[...listings.values()].map(({ name, slug }): [string, string] => [slug, name]),
    ...entries.flatMap(({ members }) => members.map(({ id, name }): [string, string] => [id, name])),
  ])
})
