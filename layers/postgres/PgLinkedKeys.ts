import { Effect, Layer } from "effect"
import { type LinkedKey, LinkedKeys, LinkNotFound } from "../../domain/identity/LinkedKeys.ts"
import { Database, orUnavailable } from "./Database.ts"

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  return LinkedKeys.of({
    link: (organisation, { account, by, hash, kind }) =>
      sql`insert into linked_key (org, kind, account, hash, linked_by) values (${organisation}, ${kind}, ${account}, ${hash}, ${by})
        on conflict (org, account) do update set hash = excluded.hash, linked_by = excluded.linked_by, linked_at = excluded.linked_at`.pipe(
        orUnavailable,
        Effect.asVoid,
      ),
    list: (organisation) =>
      sql<{ readonly link: LinkedKey }>`
        select json_build_object('kind', l.kind, 'account', l.account, 'name', coalesce(m.name, p.name), 'linkedAt', ms(l.linked_at), 'isActive',
          exists (select from marketplace_key k where k.hash = l.hash and k.revoked_at is null)
            or exists (select from publisher_key k where k.hash = l.hash and k.revoked_at is null)) as link
        from linked_key l
          left join marketplace m on l.kind = 'marketplace' and m.id = l.account
          left join publisher p on l.kind = 'publisher' and p.id = l.account
        where l.org = ${organisation} order by l.linked_at, l.account limit 100`.pipe(
        Effect.map((rows) => rows.map(({ link }) => link)),
        orUnavailable,
      ),
    unlink: (organisation, account) =>
      sql`delete from linked_key where org = ${organisation} and account::text = ${account} returning account`.pipe(
        orUnavailable,
        Effect.flatMap((rows) =>
          rows.length > 0
            ? Effect.void
            : new LinkNotFound({ message: "Your organisation has not linked this marketplace or publisher. Nothing was changed." }),
        ),
      ),
    hashFor: (memberKeyHash, kind, account) =>
      sql<{ readonly hash: Uint8Array }>`select l.hash from api_key k join linked_key l on l.org = k.org
        where k.hash = ${memberKeyHash} and k.kind = 'app' and k.revoked_at is null and 'organisation:manage' = any (k.scopes)
          and l.kind = ${kind} and l.account::text = ${account}`.pipe(
        Effect.map(([row]) => row?.hash),
        orUnavailable,
      ),
  })
})

export const PgLinkedKeys: Layer.Layer<LinkedKeys, never, Database> = Layer.effect(LinkedKeys, make)
