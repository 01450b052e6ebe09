/** Columns hold what statements filter by; the document beside them holds the whole row. */
export const tables: Readonly<Record<string, ReadonlyArray<string>>> = {
  "0001_sepa": [
    `create schema rail_sepa`,
    `create table rail_sepa.debtor (org uuid primary key, mandate text, doc json not null)`,
    `create index on rail_sepa.debtor (mandate)`,

    `create table rail_sepa.collection (
       org uuid not null, id uuid primary key, claim uuid not null, status text not null, booked text not null,
       next uuid, written_off boolean not null default false, created_at timestamptz not null, doc json not null)`,
    `create index on rail_sepa.collection (org, id desc)`,
    `create index on rail_sepa.collection (claim)`,
    /* One debit in flight for each organisation, whatever the program does. */
    `create unique index one_in_flight on rail_sepa.collection (org) where status in ('new', 'processing')`,
    `create index unfinished on rail_sepa.collection (id) where booked <> status or status in ('new', 'processing')`,
    `create index unresolved on rail_sepa.collection (org) where status in ('failed', 'disputed') and next is null and not written_off`,

    /* A call or a fee is covered by one claim ever. */
    `create table rail_sepa.line (
       org uuid not null, id text not null, claim uuid, amount bigint not null check (amount >= 0),
       fee boolean not null default false, booked boolean not null default true, settled boolean not null default false,
       at timestamptz not null, primary key (org, id))`,
    `create index line_of_claim on rail_sepa.line (claim, settled)`,
    `create index free_fee on rail_sepa.line (org) where fee and claim is null`,

    `create table rail_sepa.topup (
       org uuid not null, id uuid primary key, key uuid not null, idempotency_key text, open boolean not null,
       created_at timestamptz not null, doc json not null)`,
    `create index on rail_sepa.topup (org, id desc)`,
    `create unique index topup_once on rail_sepa.topup (org, key, idempotency_key) where idempotency_key is not null`,
    `create index open_topup on rail_sepa.topup (created_at) where open`,

    `create table rail_sepa.event (id text primary key, at timestamptz not null default farthing_now())`,
    `create table rail_sepa.turn (name text primary key, taken_at timestamptz not null, mark timestamptz)`,
    `create table rail_sepa.rate (
       id bigint generated always as identity primary key, num bigint not null check (num > 0), den bigint not null check (den > 0),
       source text not null, at timestamptz not null default farthing_now())`,
    /* A sandbox registers its own endpoint with the emulator, and keeps the secret here. */
    `create table rail_sepa.webhook (
       url text primary key, secret text not null, begun_at timestamptz not null default clock_timestamp())`,
  ],
  "0004_retry": [
    /* What failed at Stripe, and when it is tried again. The connection to Stripe keeps its tables in this schema. */
    `create table rail_sepa.retry (
       kind text not null, id text not null, failures integer not null, first_at timestamptz not null default farthing_now(),
       due_at timestamptz not null, ended_at timestamptz, error text not null, primary key (kind, id))`,
    `create index retry_due on rail_sepa.retry (kind, due_at) where ended_at is null`,
    `create index retry_ended on rail_sepa.retry (ended_at) where ended_at is not null`,
  ],
  "0005_debtor_customer": [`create index debtor_customer on rail_sepa.debtor ((doc ->> 'customer'))`],
  /* When the last run of each job ended, and how often it is due: `sandbox advance` waits for the jobs. */
  "0020_job_runs": [
    `alter table rail_sepa.turn add column every interval`,
    `alter table rail_sepa.turn add column ended_at timestamptz`,
    `update rail_sepa.turn set ended_at = taken_at`,
  ],
  "0021_withdrawals": [`create index withdrawal_due on rail_sepa.collection (id) where doc -> 'withdrawal' ->> 'dueAt' is not null`],
  /* A fee is fixed in euros: the dollars beside it are what the ledger was debited. */
  "0002_fee_cents": [`alter table rail_sepa.line add column cents bigint check (cents > 0)`],
}
