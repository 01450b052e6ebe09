/** Publishers, what proves who they are, and what is paid to them. Their earnings are the ledger's own rows. */
export const publishingTables: ReadonlyArray<string> = [
  `create table publisher (
     id uuid primary key, name text not null check (name <> ''),
     status text not null default 'active' check (status in ('active', 'suspended')),
     created_at timestamptz not null default farthing_now())`,
  /* A payee belongs to one publisher for ever: a statement of the past does not change. */
  `create table publisher_payee (payee text primary key, publisher uuid not null references publisher (id))`,
  `create index on publisher_payee (publisher)`,
  `create table publisher_key (
     publisher uuid not null references publisher (id), hash bytea primary key,
     created_at timestamptz not null default farthing_now(), revoked_at timestamptz)`,
  `create unique index publisher_key_active on publisher_key (publisher) where revoked_at is null`,

  `create table publisher_proof (
     publisher uuid not null references publisher (id), id uuid primary key, kind text not null check (kind in ('wallet', 'iban')),
     subject text not null, evidence text not null, submitted_by text not null,
     submitted_at timestamptz not null default farthing_now(), expires_at timestamptz not null,
     approved_at timestamptz, approved_by text, check ((approved_at is null) = (approved_by is null)))`,
  `create index on publisher_proof (publisher, submitted_at desc)`,
  `create table publisher_nonce (
     nonce text primary key, publisher uuid not null references publisher (id), expires_at timestamptz not null)`,
  `create index on publisher_nonce (expires_at)`,

  /* The fee was cut from 10 % to 2 % on 1 May 2026, for everything that the contract has settled on chain since. */
  `create table publisher_rate (
     rail text not null, settled_from timestamptz not null, basis_points int not null check (basis_points between 0 and 10000),
     primary key (rail, settled_from))`,
  `insert into publisher_rate values ('x402', '1970-01-01T00:00:00Z', 1000), ('x402', '2026-05-01T00:00:00Z', 200),
     ('credits', '1970-01-01T00:00:00Z', 200), ('sepa', '1970-01-01T00:00:00Z', 0)`,

  /* Written before it is posted, so that a repeated posting has the same amount. An adjustment that gives a chargeback back has the reference of the chargeback and :void. */
  `create table publisher_adjustment (
     publisher uuid not null, ref text not null, kind text not null check (kind in ('correction', 'charge_back', 'charge_back_void')),
     org uuid not null, call uuid not null, payee text not null, amount bigint not null check (amount > 0),
     at timestamptz not null default farthing_now(), posted boolean not null default false, primary key (publisher, ref))`,
  `create index publisher_adjustment_unposted on publisher_adjustment (at) where not posted`,
  `create index on publisher_adjustment (call)`,
  `create unique index publisher_corrected_once on publisher_adjustment (call) where kind = 'correction'`,

  `create table payout (
     id uuid primary key, publisher uuid not null references publisher (id),
     status text not null check (status in ('requested', 'approved', 'sending', 'paid', 'rejected', 'failed')),
     amount bigint not null check (amount > 0), calls int not null, wallet text not null check (wallet ~ '^0x[0-9a-f]{40}$'), proofs uuid[] not null,
     requested_at timestamptz not null default farthing_now(), decided_at timestamptz, decided_by text, reason text,
     sent_at timestamptz, ended_at timestamptz, tx_hash text, block_number bigint, proof text, last_error text)`,
  `create index on payout (publisher, id desc)`,
  `create unique index payout_open on payout (publisher) where status in ('requested', 'approved', 'sending')`,
  `create index payout_unfinished on payout (id) where status in ('approved', 'sending')`,
  /* A call, or the correction of its fee, is in one payout that is open or paid, whatever the program does. */
  `create table payout_item (
     payout uuid not null references payout (id), call uuid not null, kind text not null check (kind in ('call', 'correction')),
     publisher uuid not null, org uuid not null, payee text not null, amount bigint not null check (amount > 0), live boolean not null default true,
     primary key (payout, call, kind))`,
  `create unique index payout_item_once on payout_item (call, kind) where live`,
  `create index on payout_item (publisher) where live`,

  `create index call_of_status_failed on call_of_status (call) where status = 'failed'`,
]
