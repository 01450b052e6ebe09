/**
 * Tables of the rail, in the schema `rail_x402`. Their names are older than the names in the code.
 *
 * A `settlement` is an authorization in the settlement queue, identified by network, asset, payer and nonce; addresses and hashes are lower
 * case. A `slot` is a nonce of a gas key (a "nonce slot" in the code): once given out, the nonce must be used by some transaction. A `sending`
 * is a signed transaction of a slot; several of one slot differ in their fee. Times come from the database's own clock, because a chain does
 * not follow a sandbox's shifted clock.
 */
const settlementTables: Readonly<Record<string, ReadonlyArray<string>>> = {
  "0001_settlements": [
    `create schema if not exists rail_x402`,
    `create table rail_x402.settlement (
       network text not null, asset text not null, payer text not null, nonce text not null,
       payee text not null, value numeric(78) not null, valid_after numeric(78) not null, valid_before numeric(78) not null,
       signature text not null, factory text, deploy_data text, gas bigint not null,
       reference text not null,
       state text not null default 'waiting' check (state in ('waiting', 'sent', 'included', 'final', 'rejected')),
       gas_key text, gas_nonce bigint,
       since_block bigint not null,
       hash text, block_number bigint, block_hash text, log_index int,
       reason text, message text, tries int not null default 0, slots int not null default 0, not_before timestamptz not null default clock_timestamp(),
       announced boolean not null default false,
       created_at timestamptz not null default clock_timestamp(),
       primary key (network, asset, payer, nonce)) with (fillfactor = 70)`,
    `create index settlement_open on rail_x402.settlement (network, asset, created_at) where state in ('waiting', 'sent', 'included')`,
    `create index settlement_waiting on rail_x402.settlement (network, asset, created_at) where state = 'waiting'`,
    `create index settlement_unannounced on rail_x402.settlement (network, asset) where not announced and state in ('final', 'rejected')`,
    `create index settlement_age on rail_x402.settlement (created_at) where announced`,

    `create table rail_x402.gas_key (
       network text not null, address text not null, next_nonce bigint not null, dry_until timestamptz not null default '-infinity',
       primary key (network, address)) with (fillfactor = 50)`,
    `create table rail_x402.slot (
       network text not null, gas_key text not null, gas_nonce bigint not null,
       asset text not null, payer text not null, nonce text not null,
       consumed_block bigint, done boolean not null default false,
       primary key (network, gas_key, gas_nonce)) with (fillfactor = 70)`,
    `create index slot_open on rail_x402.slot (network, gas_key, gas_nonce) where not done`,
    `create table rail_x402.sending (
       network text not null, hash text not null, gas_key text not null, gas_nonce bigint not null,
       raw text not null, gas bigint not null, max_fee numeric(38) not null, tip numeric(38) not null, cancels boolean not null,
       signed_at timestamptz not null default clock_timestamp(), offered_at timestamptz not null default clock_timestamp(),
       primary key (network, hash)) with (fillfactor = 70)`,
    `create index sending_of_slot on rail_x402.sending (network, gas_key, gas_nonce)`,

    /* The most that the gas of a UTC day can cost: the sum of each slot's most expensive transaction. In wei. */
    `create table rail_x402.gas_day (network text not null, day date not null, committed numeric(38) not null, primary key (network, day))`,
    /* The node that watches the chain, and the newest block that it read. Another node takes over when the lease ends. */
    `create table rail_x402.watch (
       network text not null, asset text not null, watcher uuid, until timestamptz not null default '-infinity',
       head bigint not null default 0, head_time bigint not null default 0,
       primary key (network, asset)) with (fillfactor = 50)`,
  ],
}

/** Managed wallets, and the last block that was searched for deposits. */
const walletTables: ReadonlyArray<string> = [
  /* The address is derived from the master phrase and the organisation: the row records that it was given out. */
  `create table rail_x402.wallet (
     org uuid primary key,
     address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
     signer text not null default 'managed' check (signer in ('managed', 'caller')),
     created_at timestamptz not null default clock_timestamp())`,
  `create table rail_x402.watched (
     network text not null, asset text not null, block bigint not null,
     primary key (network, asset))`,
]

/** Offered prices, for callers that sign their payments. */
const offerTables: ReadonlyArray<string> = [
  `create table rail_x402.offer (binding text not null, amount bigint not null, until timestamptz not null, primary key (binding, amount))`,
  `create index offer_until on rail_x402.offer (until)`,
]

/** The token, the network and the fingerprint of the phrase that the books of this database belong to: one row. */
const identityTables: ReadonlyArray<string> = [
  `create table rail_x402.identity (
     single boolean primary key default true check (single),
     network text not null, asset text not null, phrase text not null,
     created_at timestamptz not null default clock_timestamp())`,
]

/** Settle requests of other servers to the facilitator, one for each payment. */
export const facilitatorTables: ReadonlyArray<string> = [
  `create table rail_x402.settle_request (
     claim text primary key,
     caller text not null, content text not null, key text,
     state text not null default 'running' check (state in ('running', 'parked', 'finished')),
     answer text,
     began_at timestamptz not null default clock_timestamp()) with (fillfactor = 70)`,
  `create index settle_request_age on rail_x402.settle_request (began_at)`,
]

/**
 * Gas by caller of the facilitator. A nonce slot keeps the day that its gas was committed to, the caller (null: a call of this gateway), and
 * what its receipt showed. Slots of older releases have no day and give nothing back.
 */
const gasShareTables: ReadonlyArray<string> = [
  `create table rail_x402.gas_share (
     network text not null, day date not null, caller text not null, committed numeric(38) not null,
     primary key (network, day, caller)) with (fillfactor = 70)`,
  `alter table rail_x402.slot add column caller text, add column day date, add column spent numeric(38)`,
]

/** Delivered calls that stayed unpaid, by the address that signed their payments. */
const declinedTables: ReadonlyArray<string> = [
  `create table rail_x402.declined_payment (
     network text not null, asset text not null, payer text not null, nonce text not null,
     declined_at timestamptz not null default clock_timestamp(),
     primary key (network, asset, payer, nonce))`,
  `create index declined_payment_age on rail_x402.declined_payment (declined_at)`,
]

/**
 * The comparison of the managed wallets with the chain: its last round, and the wallets that differed in it, with the number of consecutive
 * rounds in which the difference was the same.
 */
const comparisonTables: ReadonlyArray<string> = [
  `create table rail_x402.comparison (
     single boolean primary key default true check (single),
     round uuid not null, active_at timestamptz not null)`,
  `create table rail_x402.wallet_difference (address text primary key, difference numeric(78) not null, rounds int not null)`,
]

/**
 * The phrases that the managed wallets come from, one generation after the other; the last one is current. Databases of older releases are in
 * generation 1. An organisation's row in `wallet` has its current address, and `former_wallet` the addresses of earlier generations, which
 * stay searched for deposits. A `sweep` moves the money of such an address to the current one: its row is stored before it is signed.
 * A `signing_node` is a gateway process with the fingerprints of the phrases that it can sign with.
 */
const phraseTables: ReadonlyArray<string> = [
  `create table rail_x402.phrase (
     generation int primary key check (generation > 0),
     fingerprint text not null unique,
     current_since timestamptz not null default clock_timestamp(),
     retired_at timestamptz)`,
  `insert into rail_x402.phrase (generation, fingerprint) select 1, phrase from rail_x402.identity`,
  `alter table rail_x402.wallet add column generation int not null default 1`,
  `create table rail_x402.former_wallet (
     address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
     org uuid not null, generation int not null,
     created_at timestamptz not null default clock_timestamp(),
     unique (org, generation))`,
  `create table rail_x402.sweep (
     id uuid primary key default gen_random_uuid(),
     org uuid not null, generation int not null,
     sender text not null, receiver text not null, value numeric(78) not null check (value > 0),
     nonce text not null, valid_before numeric(78) not null,
     state text not null default 'open' check (state in ('open', 'done', 'failed')),
     hash text, reason text,
     created_at timestamptz not null default clock_timestamp())`,
  `create unique index sweep_open on rail_x402.sweep (sender) where state = 'open'`,
  `create table rail_x402.signing_node (
     id uuid primary key, fingerprints text not null, seen_at timestamptz not null default clock_timestamp())`,
]

/**
 * A call has one settlement, whichever address signs: a node with another phrase, or of an older release, cannot submit a second one. A
 * database that has two settlements of one call from an older release keeps them and gets an index that does not forbid them.
 */
const callSettlementTables: ReadonlyArray<string> = [
  `do $$ begin
     create unique index settlement_of_call on rail_x402.settlement (substring(reference from '"call":"([0-9a-f-]{36})"'))
       where reference like '{%';
   exception when unique_violation then
     create index settlement_of_call on rail_x402.settlement (substring(reference from '"call":"([0-9a-f-]{36})"'))
       where reference like '{%';
   end $$`,
]

/**
 * Payments to the gateway that no call took and that cannot be presented any more, and the last block that was searched for them. `org` is
 * set once: it gets the value as credits. `settled_by` is the caller of the facilitator that requested the settlement.
 */
const unclaimedTables: ReadonlyArray<string> = [
  `create table rail_x402.unclaimed_payment (
     network text not null, asset text not null, hash text not null, log_index int not null,
     payer text not null, nonce text not null, value numeric(78) not null, block bigint not null, settled_by text,
     org uuid, credited_at timestamptz, seen_at timestamptz not null default clock_timestamp(),
     primary key (network, asset, hash, log_index))`,
  `create table rail_x402.unclaimed_search (
     network text not null, asset text not null, block bigint not null,
     primary key (network, asset))`,
]

/** The contract that uses an authorization, and the data of that call; null where the token's own transfer uses it. */
const receiverTables: ReadonlyArray<string> = [`alter table rail_x402.settlement add column receiver text, add column receiver_data text`]

/** A payout has one settlement, whichever key signed it. */
const payoutTables: ReadonlyArray<string> = [
  `create unique index settlement_of_payout on rail_x402.settlement (reference) where reference like 'payout:%'`,
]

/**
 * One index finds every settlement whose outcome is not published. A settlement is written again for each of its states: with indexes whose conditions
 * name the state, each of these writes was also a new entry in all indexes of the table. An open settlement is never `announced`.
 */
const unpublishedTables: ReadonlyArray<string> = [
  `create index settlement_unpublished on rail_x402.settlement (network, asset, created_at) where not announced`,
  `drop index rail_x402.settlement_open, rail_x402.settlement_waiting, rail_x402.settlement_unannounced`,
  `alter table rail_x402.settlement set (fillfactor = 50)`,
]

export const tables: Readonly<Record<string, ReadonlyArray<string>>> = {
  ...settlementTables,
  "0100_wallets": walletTables,
  "0101_offers": offerTables,
  "0200_settle_requests": facilitatorTables,
  "0203_gas_shares": gasShareTables,
  "0210_identity": identityTables,
  "0211_declined_payments": declinedTables,
  "0212_comparisons": comparisonTables,
  "0213_phrases": phraseTables,
  "0214_settlement_of_call": callSettlementTables,
  "0215_unclaimed_payments": unclaimedTables,
  "0220_receivers": receiverTables,
  "0221_settlement_of_payout": payoutTables,
  "0222_settlement_unpublished": unpublishedTables,
}
