import { Effect, Layer } from "effect"
import { AlertNotFound, Alerts } from "../../../domain/alerts/Alerts.ts"
import { isUuid } from "../../../domain/money/ids.ts"
import { Database, orUnavailable } from "../Database.ts"
import { ownAccountOf } from "../schema/0036_own_accounts.ts"
import { alertJson, type AlertRow, deliveriesDue } from "./alertRows.ts"

const utc = (format: string) => `to_char(farthing_now() at time zone 'UTC', '${format}')`

/** The limits of keys that can spend, with what was spent of them; a limit that was changed is another one. */
const raiseLimits = `
  with reached as (
    select k.org, k.id, k.name, l.kind, l.amount, l.period, s.spent, 'limit:' || k.id || ':' || l.kind || ':' || l.period || ':' || l.amount as topic,
      case when s.spent >= l.amount then 100 when s.spent >= l.amount * 0.8 then 80 when s.spent >= l.amount * 0.5 then 50 end as level
    from api_key k cross join lateral (values ('monthly', k.monthly, ${utc("YYYY-MM")}), ('daily', k.daily, ${utc("YYYY-MM-DD")})) as l (kind, amount, period)
      join spend s on s.org = k.org and s.scope = 'key:' || k.id and s.period = l.period
    where l.amount > 0 and k.revoked_at is null and k.expires_at > farthing_now())
  insert into alert (org, code, topic, level, data, webhook_due_at, mail_due_at)
    select r.org, 'limit_reached', r.topic, r.level,
      json_build_object('key_id', r.id, 'key_name', r.name, 'limit', r.kind, 'percent', r.level, 'period', r.period,
        'limit_micro_usd', r.amount::text, 'spent_micro_usd', r.spent::text), ${deliveriesDue("o")}
    from reached r join organisation o on o.id = r.org
    where r.level is not null and not exists (select from alert a where a.org = r.org and a.topic = r.topic and a.level >= r.level)
    on conflict do nothing`

/**
 * A balance that fell below its threshold since the last round. What open calls hold is not taken off: it comes and goes with each call. It is
 * low until it is a tenth above the threshold, so that the refund of a call raises no second alert. That it is low is stored in the
 * same statement, so no two nodes raise it.
 */
const raiseLowBalances = `
  with watched as (
    select o.id, o.low_balance, coalesce((select sum(a.posted + a.credit_limit) from account a
      where ${ownAccountOf.replaceAll("not transit", "not a.transit").replaceAll("then org", "then a.org")} = o.id and a.status = 'active'), 0) as available
    from organisation o where o.low_balance is not null and o.status = 'active'),
  changed as (
    insert into balance_watch as w (org, is_low)
      select id, available < case when b.is_low then low_balance * 1.1 else low_balance end from watched left join balance_watch b on b.org = id
      on conflict (org) do update set is_low = excluded.is_low where w.is_low <> excluded.is_low
      returning org, is_low)
  insert into alert (org, code, topic, data, webhook_due_at, mail_due_at)
    select c.org, 'balance_low', 'balance:' || uuid_v7(),
      json_build_object('threshold_micro_usd', w.low_balance::text, 'available_micro_usd', w.available::text), ${deliveriesDue("o")}
    from changed c join watched w on w.id = c.org join organisation o on o.id = c.org where c.is_low`

/** The cause of the alert `a` lasts. Of a failed debit and of a switched-off automatic top-up only the rail knows it. */
const isCurrent = `case a.code
  when 'limit_reached' then exists (
      select from api_key k where k.org = a.org and k.id = (a.data->>'key_id')::uuid and k.revoked_at is null and k.expires_at > farthing_now()
        and case a.data->>'limit' when 'monthly' then k.monthly else k.daily end = (a.data->>'limit_micro_usd')::bigint
        and a.data->>'period' = case a.data->>'limit' when 'monthly' then ${utc("YYYY-MM")} else ${utc("YYYY-MM-DD")} end)
    and not exists (select from alert b where b.org = a.org and b.topic = a.topic and b.level > a.level)
  when 'balance_low' then exists (select from balance_watch w join organisation o on o.id = w.org where w.org = a.org and w.is_low and o.low_balance is not null)
    and not exists (select from alert b where b.org = a.org and b.code = a.code and b.id > a.id)
  else true end`

interface ListedRow extends AlertRow {
  readonly current: boolean
}

const listed = ({ alert, current }: ListedRow) => ({ ...alert, isCurrent: current })

const make = Effect.gen(function* () {
  const { lists, money } = yield* Database
  const json = lists.literal(alertJson("a"))
  return Alerts.of({
    list: (organisation, { acknowledged, before, current }, limit) =>
      lists<ListedRow>`select ${json} as alert, ${lists.literal(isCurrent)} as current from alert a where a.org = ${organisation}
          and ${before === undefined ? lists`true` : lists`a.id < ${before}::uuid`}
          and ${acknowledged === undefined ? lists`true` : lists`(a.acknowledged_at is not null) = ${acknowledged}`}
          and ${current === undefined ? lists`true` : lists.literal(isCurrent)}
        order by a.id desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(listed)),
        orUnavailable,
      ),
    acknowledge: (organisation, id, by) =>
      money<ListedRow>`update alert a set acknowledged_at = coalesce(a.acknowledged_at, farthing_now()),
          acknowledged_by = coalesce(a.acknowledged_by, ${by})
        where a.org = ${organisation} and a.id = ${isUuid(id) ? id : null}::uuid returning ${money.literal(alertJson("a"))} as alert, ${money.literal(isCurrent)} as current`.pipe(
        orUnavailable,
        Effect.flatMap(([row]) =>
          row === undefined
            ? new AlertNotFound({ message: "Your organisation has no alert with this id. GET /v1/alerts lists those it has." })
            : Effect.succeed(listed(row)),
        ),
      ),
    raise: ({ code, data, organisation, topic }) =>
      money`insert into alert (org, code, topic, data, webhook_due_at, mail_due_at)
        select o.id, ${code}, ${topic}, ${JSON.stringify(data)}::text::json, ${money.literal(deliveriesDue("o"))}
        from organisation o where o.id = ${organisation} on conflict do nothing`.pipe(orUnavailable, Effect.asVoid),
    watch: (pauseMs) =>
      money
        .withTransaction(
          Effect.gen(function* () {
            const claimed = yield* money`update alert_round set at = clock_timestamp() where single in
                (select single from alert_round where at <= clock_timestamp() - make_interval(secs => ${pauseMs / 1000}::float8) for update skip locked)
              returning 1`
            if (claimed.length === 0) return
            yield* money.unsafe(raiseLimits)
            yield* money.unsafe(raiseLowBalances)
          }),
        )
        .pipe(orUnavailable),
  })
})

export const PgAlerts: Layer.Layer<Alerts, never, Database> = Layer.effect(Alerts, make)
