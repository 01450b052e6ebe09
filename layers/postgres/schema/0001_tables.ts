/** The tables of the spine. Every table that grows has the organisation in its key, so that it can be sharded by it. */
export const tables: ReadonlyArray<string> = [
  /* The sandbox may move the clock of everything that follows calendar time; node beats and rates use the raw clock. */
  `create table clock (single boolean primary key default true check (single), ahead interval not null default interval '0')`,
  `insert into clock default values`,
  `create function farthing_now() returns timestamptz language sql volatile as
     $$ select clock_timestamp() + coalesce((select ahead from clock), interval '0') $$`,
  `create function ms(at timestamptz) returns bigint language sql stable as $$ select (extract(epoch from at) * 1000)::bigint $$`,
  `create function at_ms(ms double precision) returns timestamptz language sql immutable as $$ select to_timestamp(ms / 1000.0) $$`,

  `create table installation (
     single boolean primary key default true check (single),
     mode text not null check (mode in ('sandbox', 'live')),
     claimed_at timestamptz not null default clock_timestamp(), ready boolean not null default false)`,

  `create table organisation (
     id uuid primary key,
     name text not null,
     kind text not null default 'company' check (kind in ('company', 'wallet')),
     status text not null default 'active' check (status in ('active', 'suspended')),
     spending boolean not null default true,
     rate_per_minute int not null default 60 check (rate_per_minute > 0),
     concurrency int not null default 64 check (concurrency > 0),
     rail_preference text[] not null default '{}',
     created_at timestamptz not null default farthing_now())`,

  `create table api_key (
     org uuid not null references organisation (id),
     id uuid not null,
     name text not null,
     hash bytea not null unique,
     scopes text[] not null,
     per_request bigint check (per_request >= 0),
     monthly bigint check (monthly >= 0),
     daily bigint check (daily >= 0),
     created_at timestamptz not null default farthing_now(),
     expires_at timestamptz not null,
     revoked_at timestamptz,
     primary key (org, id))`,

  /* Unlogged: after a crash of PostgreSQL every organisation starts a new minute, and a gate costs no fsync. */
  `create unlogged table rate (org uuid primary key, started_at timestamptz not null, used int not null)`,

  `create table account (
     org uuid not null references organisation (id),
     id text not null,
     rail text not null,
     posted bigint not null default 0,
     held bigint not null default 0 check (held >= 0),
     credit_limit bigint not null default 0 check (credit_limit >= 0),
     open int not null default 0 check (open >= 0),
     status text not null default 'active' check (status in ('active', 'suspended')),
     primary key (org, id)) with (fillfactor = 50)`,

  `create table spend (
     org uuid not null, scope text not null, period text not null, spent bigint not null,
     primary key (org, scope, period)) with (fillfactor = 50)`,

  `create table run (
     org uuid not null, id uuid not null, key uuid,
     kind text not null, status text not null, request text not null,
     error json, endpoint text, idempotency_key text,
     created_at timestamptz not null, wait_until timestamptz not null, finished_at timestamptz,
     primary key (org, id)) with (fillfactor = 80)`,

  `create table call (
     org uuid not null, id uuid not null, run uuid not null, step int not null, key uuid,
     source text not null, operation text not null, name text not null, payee text not null, price text,
     rail text not null, account text not null, fee_basis_points int not null,
     settles text not null, deposits boolean not null, remainder_to text not null,
     max bigint not null check (max >= 0), amount bigint not null check (amount between 0 and max),
     state text not null check (state in ('reserved', 'captured', 'released', 'refunded')),
     settlement text not null check (settlement in ('none', 'pending', 'unknown', 'settled', 'failed')),
     delivered boolean not null, evidence text, proof text, last_error text,
     node uuid not null, reserved_at timestamptz not null, deadline timestamptz not null, closed_at timestamptz,
     attempts json not null,
     primary key (org, id)) with (fillfactor = 80)`,
  `create index call_of_run on call (org, run)`,
  `create index call_of_key on call (org, key, reserved_at desc)`,
  /* The holds, for the reconciler. A partial index on the state of a call would take every capture its cheap in-page update. */
  `create table open_call (org uuid not null, call uuid not null, node uuid not null, deadline timestamptz not null, primary key (org, call))`,

  `create table result (org uuid not null, call uuid not null, run uuid not null, body text not null, primary key (org, call))`,
  `create table idempotency (
     org uuid not null, key uuid not null, endpoint text not null, idempotency_key text not null,
     hash text not null, run uuid not null, created_at timestamptz not null default farthing_now(),
     primary key (org, key, endpoint, idempotency_key))`,
  `create table claim (hash text primary key, org uuid not null, call uuid not null)`,
  `create table post_ref (org uuid not null, ref text not null, created_at timestamptz not null default farthing_now(), primary key (org, ref))`,

  /* One row a transfer: debit, credit and one amount, so that the books balance by construction. */
  `create table transfer (
     org uuid not null, id bigint generated always as identity, call uuid, ref text,
     debit text not null, credit text not null check (credit <> debit), amount bigint not null check (amount > 0),
     at timestamptz not null,
     primary key (org, id))`,
  `create index transfer_of_call on transfer (org, call)`,
  `create function transfer_is_append_only() returns trigger language plpgsql as
     $$ begin raise exception 'transfers are never changed or deleted: post a correcting transfer'; end $$`,
  `create trigger transfer_append_only before update or delete or truncate on transfer
     for each statement execute function transfer_is_append_only()`,

  `create table payment_event (
     org uuid not null, id bigint generated always as identity, call uuid not null,
     type text not null, at timestamptz not null, data json not null,
     primary key (org, id))`,
  `create index payment_event_of_call on payment_event (org, call)`,

  /* A superseded price stays payable until the quotes that name it expire. */
  `create table price (
     id uuid primary key default gen_random_uuid(),
     source text not null, operation text not null, variant int not null default 0,
     model text not null check (model in ('per_call', 'per_result', 'free')),
     amount bigint not null check (amount >= 0),
     valid_from timestamptz not null default farthing_now(), superseded_at timestamptz)`,
  `create unique index price_current on price (source, operation, variant) where superseded_at is null`,

  /* steady_since: when this node was last heard of again after a silence. */
  `create table node (id uuid primary key, seen_at timestamptz not null default clock_timestamp(), started_at timestamptz not null default clock_timestamp(),
     steady_since timestamptz not null default '-infinity')`,
  `create table traffic (
     node uuid not null, hour timestamptz not null, calls bigint not null default 0, paid_calls bigint not null default 0,
     succeeded bigint not null default 0, latency_ms bigint[] not null,
     primary key (hour, node))`,
]
