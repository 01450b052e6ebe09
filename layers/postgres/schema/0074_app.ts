/**
 * People, sessions, members and invitations of the app: the tables of better-auth 1.7 with its organisation plugin, in a schema of their
 * own. Its organisation is a view of ours, so that the two cannot differ.
 */
const tables: ReadonlyArray<string> = [
  `create schema app`,
  `create table app."user" (
     id text primary key, name text not null, email text not null unique, "emailVerified" boolean not null default false, image text,
     operator boolean not null default false,
     "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now())`,
  `create table app.session (
     id text primary key, "expiresAt" timestamptz not null, token text not null unique,
     "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now(), "ipAddress" text, "userAgent" text,
     "userId" text not null references app."user" (id) on delete cascade, "activeOrganizationId" text)`,
  `create index on app.session ("userId")`,
  `create table app.account (
     id text primary key, "accountId" text not null, "providerId" text not null,
     "userId" text not null references app."user" (id) on delete cascade,
     "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz,
     scope text, password text, "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now())`,
  `create index on app.account ("userId")`,
  `create table app.verification (
     id text primary key, identifier text not null, value text not null, "expiresAt" timestamptz not null,
     "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now())`,
  `create index on app.verification (identifier)`,
  `create table app.member (
     id text primary key, "organizationId" text not null, "userId" text not null references app."user" (id) on delete cascade,
     role text not null default 'member', "createdAt" timestamptz not null default now(), unique ("organizationId", "userId"))`,
  `create index on app.member ("userId")`,
  `create table app.invitation (
     id text primary key, "organizationId" text not null, email text not null, role text, status text not null default 'pending',
     "expiresAt" timestamptz not null, "createdAt" timestamptz not null default now(),
     "inviterId" text not null references app."user" (id) on delete cascade)`,
  `create index on app.invitation ("organizationId")`,
  `create index on app.invitation (email)`,
  /* Counts of tries to sign in. They need no durability. */
  `create unlogged table app."rateLimit" (
     id text primary key, key text not null unique, count int not null, "lastRequest" bigint not null)`,
  `create index organisation_text_id on organisation ((id::text))`,
  `create view app.organization as
     select id::text as id, name, id::text as slug, null::text as logo, created_at as "createdAt", null::text as metadata from organisation`,
]

/**
 * Each member has a key of kind \`app\`, which the session stands for. Triggers keep it in step with the membership, in the same commit: a
 * new role has its scopes at once, and a removed member's key is revoked. No secret has its hash, because the hash is random.
 */
const keys: ReadonlyArray<string> = [
  `alter table api_key add column kind text not null default 'key' check (kind in ('key', 'app')), add column member text,
     add check ((kind = 'app') = (member is not null))`,
  `create unique index api_key_member on api_key (member) where member is not null`,
  `create function app.scopes_of(role text) returns text[] language sql immutable as $$
     select array['sources:read', 'sources:execute', 'ask:create', 'ask:execute', 'billing:read']
       || case when string_to_array(replace(role, ' ', ''), ',') && array['owner', 'admin']
            then array['payments:settle', 'organisation:manage'] else '{}'::text[] end $$`,
  `create function app.keep_key() returns trigger language plpgsql as $$ begin
     if tg_op = 'DELETE' then
       update api_key set revoked_at = coalesce(revoked_at, farthing_now()) where member = old.id;
     elsif tg_op = 'UPDATE' then
       update api_key set scopes = app.scopes_of(new.role) where member = new.id;
     else
       insert into api_key (org, id, kind, member, name, hash, scopes, expires_at)
         select new."organizationId"::uuid, gen_random_uuid(), 'app', new.id, 'App: ' || u.email,
           sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), app.scopes_of(new.role), '9999-12-31T00:00:00Z'
         from app."user" u where u.id = new."userId";
     end if;
     return null;
   end $$`,
  `create trigger keep_key after insert or delete or update of role on app.member for each row execute function app.keep_key()`,
]

export const appTables: ReadonlyArray<string> = [...tables, ...keys]
