/** Marketplaces, their keys, and the events that are sent to their servers. */
export const marketplaceTables: ReadonlyArray<string> = [
  /* Of the webhook secrets the one before signs until the new one does, so that there is exactly one signature. Both are encrypted. */
  `create table marketplace (
     id uuid primary key,
     name text not null check (name <> ''),
     status text not null default 'active' check (status in ('active', 'suspended')),
     fee_basis_points int not null default 0 check (fee_basis_points between 0 and 5000),
     wallet text check (wallet ~ '^0x[0-9a-f]{40}$'),
     rate_per_minute int not null default 600 check (rate_per_minute > 0),
     webhook_url text,
     webhook_secret text, webhook_secret_before text, webhook_secret_from timestamptz,
     created_at timestamptz not null default farthing_now(),
     check (webhook_secret is not null or webhook_secret_before is null),
     check ((webhook_secret_before is null) = (webhook_secret_from is null)))`,

  `create table marketplace_key (
     marketplace uuid not null references marketplace (id),
     id uuid not null,
     kind text not null check (kind in ('secret', 'publishable')),
     name text not null,
     hash bytea not null unique,
     created_at timestamptz not null default farthing_now(),
     revoked_at timestamptz,
     primary key (marketplace, id))`,

  /* Publishable keys are public: their requests take nothing from the minute of the secret ones. Unlogged like the rates of organisations. */
  `create unlogged table marketplace_rate (
     marketplace uuid not null, kind text not null, started_at timestamptz not null, used int not null,
     primary key (marketplace, kind))`,

  /* The subject is the checkout or the merchant whose outcome this is: one event for each outcome. The body is sent as these bytes. */
  `create table connect_event (
     marketplace uuid not null, id uuid not null, subject uuid not null, event text not null,
     url text, body text not null,
     status text not null check (status in ('pending', 'sending', 'delivered', 'failed', 'skipped', 'unknown')),
     reason text, attempts int not null default 0, retries_left int not null default 0 check (retries_left >= 0),
     by_hand boolean not null default false, due_at timestamptz,
     created_at timestamptz not null default farthing_now(),
     primary key (marketplace, id), unique (marketplace, subject, event),
     check ((status = 'pending') = (due_at is not null)))`,
  `create index connect_event_due on connect_event (marketplace, due_at) where due_at is not null`,
  `create index connect_event_of_day on connect_event (created_at)`,

  /* One row for each attempt. It is written with its node before anything is sent. */
  `create table connect_delivery (
     marketplace uuid not null, event uuid not null, attempt int not null,
     node uuid not null, by_hand boolean not null, url text not null,
     status text not null check (status in ('sending', 'delivered', 'failed', 'skipped', 'unknown')),
     http_status int, reason text, started_at timestamptz not null default farthing_now(),
     raw_started_at timestamptz not null default clock_timestamp(), ended_at timestamptz,
     primary key (marketplace, event, attempt),
     foreign key (marketplace, event) references connect_event (marketplace, id) on delete cascade)`,
  `create index connect_delivery_sending on connect_delivery (node) where status = 'sending'`,
]
