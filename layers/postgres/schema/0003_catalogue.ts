/** What the catalogue keeps beside its prices: the APIs that joined, what can be searched, and which data were loaded. */
export const catalogueTables: ReadonlyArray<string> = [
  /* Every change of prices or sources raises it: a node looks at one number to know whether its snapshot is current. */
  `create table catalogue (single boolean primary key default true check (single), revision bigint not null default 1)`,
  `insert into catalogue default values`,
  `create function catalogue_changed() returns trigger language plpgsql as
     $$ begin update catalogue set revision = revision + 1; return null; end $$`,
  `create trigger price_changed after insert or update or delete on price for each statement execute function catalogue_changed()`,

  /* A source described by an OpenAPI document. */
  `create table imported_source (
     id text primary key, origin text not null, allow_private boolean not null, document text not null,
     imported_at timestamptz not null default farthing_now())`,
  `create trigger imported_source_changed after insert or update or delete on imported_source
     for each statement execute function catalogue_changed()`,

  /* One row a source (operation '') and one an operation. */
  `create table catalogue_entry (
     source text not null, operation text not null, title text not null, body text not null,
     words tsvector not null generated always as
       (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B')) stored,
     primary key (source, operation))`,
  `create index catalogue_entry_words on catalogue_entry using gin (words)`,

  `create table dataset (name text primary key, version text not null, loaded_at timestamptz not null default clock_timestamp())`,
]
