/** The APIs of other companies that are sold behind the gateway. Their prices are rows of `price`, by slug and endpoint. */
export const listingTables: ReadonlyArray<string> = [
  `create table listing (
     slug text primary key, name text not null, publisher text not null,
     origin text not null, allow_private boolean not null,
     status text not null check (status in ('active', 'paused')),
     signing_key_id text, signing_secret text, check ((signing_key_id is null) = (signing_secret is null)),
     daily_cap bigint check (daily_cap >= 0), max_answer_bytes int not null check (max_answer_bytes > 0),
     endpoints json not null,
     created_at timestamptz not null default farthing_now())`,
  /* By how much the sandbox has moved the clock, in milliseconds. */
  `create function ms_ahead() returns bigint language sql stable as
     $$ select coalesce((select (extract(epoch from ahead) * 1000)::bigint from clock), 0) $$`,
  `create trigger listing_changed after insert or update or delete on listing for each statement execute function catalogue_changed()`,
]
