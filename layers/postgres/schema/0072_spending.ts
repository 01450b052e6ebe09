/**
 * The spending of each UTC day, summed from the transfers by a job. `total` has one row for each day.
 *
 * `spending_progress`: all transfers up to `done_until` are summed. Those up to `next_until` can be summed once every transaction that had begun when
 * it was set has ended, which is when `next_xid` is no longer in the future of any of them.
 */
export const spendingTables: ReadonlyArray<string> = [
  `create table spending_day (
     org uuid not null, dimension text not null check (dimension in ('total', 'key', 'source', 'tag', 'rail')),
     day date not null, value text not null, amount bigint not null, calls bigint not null,
     primary key (org, dimension, day, value))`,
  `create table spending_progress (
     single boolean primary key default true check (single),
     done_until timestamptz not null, next_until timestamptz, next_xid xid8,
     round_at timestamptz not null default '-infinity', check ((next_until is null) = (next_xid is null)))`,
  `insert into spending_progress (done_until) select coalesce(min(created_at), farthing_now()) - interval '1 day' from organisation`,
]
