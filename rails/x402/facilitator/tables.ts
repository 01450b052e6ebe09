/** Requests of resource servers to settle, one for each payment. A payment's nonce is spent for ever, its request is not needed as long. */
export const facilitatorTables: ReadonlyArray<string> = [
  `create table rail_x402.settle_request (
     claim text primary key,
     caller text not null, content text not null, key text,
     state text not null default 'running' check (state in ('running', 'parked', 'finished')),
     answer text,
     began_at timestamptz not null default clock_timestamp()) with (fillfactor = 70)`,
  `create index settle_request_age on rail_x402.settle_request (began_at)`,
]
