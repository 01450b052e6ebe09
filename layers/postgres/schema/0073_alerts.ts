/**
 * What buyers should know. Of one topic and level an organisation has one alert. A delivery that is due has a time, by the raw clock: a sandbox that jumps
 * by a month would else give up at once.
 */
export const alertTables: ReadonlyArray<string> = [
  /* Ids in the order of time, as the gateway makes them (RFC 9562). */
  `create function uuid_v7() returns uuid language sql volatile as $$
     select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(ms(clock_timestamp())) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$`,
  `alter table organisation add column low_balance bigint check (low_balance > 0)`,
  /* Whether the balance was below the threshold in the last round: an alert is raised when it falls below. */
  `create table balance_watch (org uuid primary key references organisation (id), is_low boolean not null)`,
  `create table alert (
     org uuid not null references organisation (id), id uuid not null default uuid_v7(),
     code text not null, topic text not null, level int not null default 0, at timestamptz not null default farthing_now(), data json not null,
     acknowledged_at timestamptz, acknowledged_by text,
     webhook_due_at timestamptz, webhook_attempts int not null default 0, webhook_sent_at timestamptz, webhook_error text,
     mail_due_at timestamptz, mail_attempts int not null default 0, mail_sent_at timestamptz, mail_error text,
     primary key (org, id), unique (org, topic, level))`,
  `create index alert_due on alert (least(webhook_due_at, mail_due_at)) where webhook_due_at is not null or mail_due_at is not null`,
  `create table alert_round (single boolean primary key default true check (single), at timestamptz not null default '-infinity')`,
  `insert into alert_round default values`,
]
