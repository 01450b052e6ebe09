/** Managed wallets, and how far their deposits were looked for. */
export const walletTables: ReadonlyArray<string> = [
  /* The address is derived from the master secret and the organisation: the row only says that it was given out. */
  `create table rail_x402.wallet (
     org uuid primary key,
     address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
     signer text not null default 'managed' check (signer in ('managed', 'caller')),
     created_at timestamptz not null default clock_timestamp())`,
  `create table rail_x402.watched (
     network text not null, asset text not null, block bigint not null,
     primary key (network, asset))`,
]

/** What was offered to callers that pay themselves. */
export const offerTables: ReadonlyArray<string> = [
  `create table rail_x402.offer (binding text not null, amount bigint not null, until timestamptz not null, primary key (binding, amount))`,
  `create index offer_until on rail_x402.offer (until)`,
]
