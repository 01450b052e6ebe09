const wallet = (column: string, constraint = "") => `${column} text ${constraint} check (${column} ~ '^0x[0-9a-f]{40}$')`

/** Merchants, their onboarding, and checkouts with the transactions that paid them. */
export const checkoutTables: ReadonlyArray<string> = [
  /* A merchant of a page ('embed') may be replaced under its external name by one that the marketplace's server names. */
  `create table merchant (
     marketplace uuid not null references marketplace (id), id uuid not null unique,
     external_seller_id text not null check (external_seller_id <> ''),
     origin text not null check (origin in ('link', 'embed')),
     display_name text, email text, website text, country text,
     ${wallet("wallet")}, wallet_verified_at timestamptz,
     created_at timestamptz not null default farthing_now(), activated_at timestamptz, suspended_at timestamptz,
     primary key (marketplace, id), unique (marketplace, external_seller_id),
     check ((wallet is null) = (wallet_verified_at is null)), check (activated_at is null or wallet is not null))`,

  `create table onboarding (
     hash bytea primary key, marketplace uuid not null, merchant uuid not null,
     created_at timestamptz not null default farthing_now(), expires_at timestamptz not null,
     foreign key (marketplace, merchant) references merchant (marketplace, id))`,
  `create index onboarding_expiry on onboarding (expires_at)`,

  `create table siwe_nonce (
     nonce text primary key, onboarding bytea not null references onboarding (hash) on delete cascade, expires_at timestamptz not null)`,
  `create index siwe_nonce_of on siwe_nonce (onboarding)`,

  `create table checkout (
     marketplace uuid not null, id uuid not null unique, merchant uuid not null,
     status text not null check (status in ('pending', 'confirming', 'paid', 'failed', 'expired', 'cancelled')),
     amount bigint not null check (amount > 0),
     seller_amount bigint not null check (seller_amount > 0), marketplace_fee bigint not null check (marketplace_fee >= 0),
     service_fee bigint not null check (service_fee >= 0),
     ${wallet("seller_wallet", "not null")}, ${wallet("marketplace_wallet")}, ${wallet("service_wallet", "not null")},
     webhook_url text, product_name text not null, description text, product_image text, return_url text, cancel_url text, order_ref text,
     buyer text, transaction_hash text, block_number bigint, block_hash text, log_index int,
     confirm_by timestamptz, created_at timestamptz not null, expires_at timestamptz not null,
     cancelled_at timestamptz, settled_at timestamptz, last_error text,
     next_at timestamptz, failures int not null default 0,
     primary key (marketplace, id),
     foreign key (marketplace, merchant) references merchant (marketplace, id),
     check (seller_amount + marketplace_fee + service_fee = amount),
     check (marketplace_fee = 0 or marketplace_wallet is not null),
     check ((status = 'paid') = (settled_at is not null)),
     check (status <> 'paid' or block_number is not null),
     check (next_at is not null or status not in ('pending', 'failed', 'confirming'))) with (fillfactor = 80)`,
  `create index checkout_due on checkout (next_at) where next_at is not null`,

  /* One split event pays one checkout, and a checkout is paid by one event. */
  `create table checkout_payment (
     transaction_hash text not null, log_index int not null, checkout uuid not null unique references checkout (id),
     primary key (transaction_hash, log_index))`,

  `create table checkout_idempotency (
     marketplace uuid not null, key text not null, hash text not null, checkout uuid not null,
     created_at timestamptz not null default farthing_now(), primary key (marketplace, key))`,

  /* How far the chain has been searched for payments, and the node that searches now. */
  `create table checkout_search (
     network text primary key, next_block bigint, searched_at timestamptz, leased_until timestamptz not null)`,
]
