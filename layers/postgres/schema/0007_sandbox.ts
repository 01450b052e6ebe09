/** What the demo origins keep: one JSON document a thing. A unique member is one of its table alone. */
const documents: Readonly<Record<string, ReadonlyArray<string>>> = {
  "origin_notifications.subscriber": ["doc ->> 'external_id'", "lower(doc ->> 'email')"],
  "origin_notifications.template": ["doc ->> 'name'"],
  "origin_notifications.notification": [],
  "origin_webhooks.delivery": [],
}

/** What runs beside a sandbox's gateways, and where. Empty in a live database. */
export const sandboxTables: ReadonlyArray<string> = [
  /* The one process that keeps the components running. Without a `control_url` it was launched and has not answered yet. */
  `create table sandbox_keeper (
     single boolean primary key default true check (single),
     instance uuid, version text, control_url text, pid int, claimed_at timestamptz not null default '-infinity',
     wanted boolean not null default true)`,
  `insert into sandbox_keeper default values`,
  /* Without a `url` it is down or on its way up. */
  `create table sandbox_component (
     name text primary key, instance uuid not null, url text, pid int, started_at timestamptz,
     version text not null, state_path text not null)`,

  `create schema origin_notifications`,
  `create schema origin_webhooks`,
  ...Object.entries(documents).flatMap(([table, unique]) => [
    `create table ${table} (
       seq bigint generated always as identity unique, id text primary key, doc json not null,
       created_at timestamptz not null default farthing_now(), updated_at timestamptz not null default farthing_now())`,
    ...unique.map((member) => `create unique index on ${table} ((${member}))`),
  ]),
]
