import { Effect, Layer, Redacted } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { randomUUID } from "node:crypto"
import { type ProviderProof, proofValidMs, type Publisher } from "../../../domain/publishing/Publisher.ts"
import { PayeeInUse, PayeeTaken, PublisherNotFound, Publishers } from "../../../domain/publishing/Publishers.ts"
import type { FeeRate } from "../../../domain/publishing/earnings.ts"
import { newApiKey, secretHash } from "../../identity/secret.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { Database, orUnavailable, refusalOrUnavailable } from "../Database.ts"

const publisherJson = `json_build_object('id', p.id, 'name', p.name, 'status', p.status, 'createdAt', ms(p.created_at),
  'payees', (select coalesce(json_agg(payee order by payee), '[]'::json) from publisher_payee where publisher = p.id)) as publisher`

const proofJson = `json_build_object('id', f.id, 'publisher', f.publisher, 'kind', f.kind, 'subject', f.subject, 'evidence', f.evidence,
  'submittedBy', f.submitted_by, 'submittedAt', ms(f.submitted_at), 'expiresAt', ms(f.expires_at), 'approvedAt', ms(f.approved_at),
  'approvedBy', f.approved_by) as proof`

type PublisherRow = { readonly publisher: Publisher }
type ProofRow = { readonly proof: ProviderProof }

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const columns = sql.literal(publisherJson)
  const proofColumns = sql.literal(proofJson)

  const one = (id: string) =>
    Effect.flatMap(
      orUnavailable(sql<PublisherRow>`select ${columns} from publisher p where p.id::text = ${id}`),
      ([row]): Effect.Effect<Publisher, PublisherNotFound> =>
        row === undefined
          ? Effect.fail(new PublisherNotFound({ message: `There is no publisher ${id}. See: farthing publisher list` }))
          : Effect.succeed(row.publisher),
    )

  /** A payee of another publisher is refused; one of this publisher changes nothing. */
  const addPayees = Effect.fnUntraced(function* (id: string, payees: ReadonlyArray<string>) {
    for (const payee of payees) {
      yield* sql`insert into publisher_payee (payee, publisher) values (${payee}, ${id}) on conflict do nothing`
      const [owner] = yield* sql<{ readonly publisher: string }>`select publisher::text from publisher_payee where payee = ${payee}`
      if (owner?.publisher !== id) {
        return yield* new PayeeTaken({ message: `The payee "${payee}" belongs to the publisher ${owner?.publisher}. Nothing was changed.` })
      }
    }
  })

  /** A request for a payout takes the publisher's lock, so no call of the payee gets into one meanwhile. */
  const removePayees = Effect.fnUntraced(function* (id: string, payees: ReadonlyArray<string>) {
    if (payees.length === 0) return
    yield* sql`select from publisher where id = ${id} for update`
    for (const payee of payees) {
      const removed = yield* sql`delete from publisher_payee where payee = ${payee} and publisher = ${id} returning payee`
      if (removed.length === 0) return yield* new InvalidRequest({ message: `The publisher has no payee "${payee}". Nothing was changed.` })
      const used = yield* sql`select from payout_item where publisher = ${id} and payee = ${payee} and live
        union all select from publisher_adjustment where publisher = ${id} and payee = ${payee} limit 1`
      if (used.length > 0) {
        return yield* new PayeeInUse({
          message: `Payouts or corrections of the publisher have calls of the payee "${payee}", so it stays: its statements must add up. Nothing was changed.`,
        })
      }
    }
  })

  const newKey = Effect.fnUntraced(function* (id: string) {
    const secret = newApiKey("publisher")
    yield* sql`update publisher_key set revoked_at = farthing_now() where publisher = ${id} and revoked_at is null`
    yield* sql`insert into publisher_key (publisher, hash) values (${id}, ${secretHash(Redacted.value(secret))})`
    return secret
  })

  const inTransaction = <A, E>(change: Effect.Effect<A, E | SqlError>) => refusalOrUnavailable(sql.withTransaction(change))

  return Publishers.of({
    create: (name, payees) => {
      const id = randomUUID()
      return inTransaction(
        Effect.gen(function* () {
          yield* sql`insert into publisher (id, name) values (${id}, ${name})`
          yield* addPayees(id, payees)
          const secret = yield* newKey(id)
          const [row] = yield* sql<PublisherRow>`select ${columns} from publisher p where p.id = ${id}`
          return { publisher: row!.publisher, secret }
        }),
      )
    },
    find: one,
    list: (after, limit) =>
      sql<PublisherRow>`select ${columns} from publisher p
        where ${after}::text is null or (p.created_at, p.id) > (select created_at, id from publisher where id::text = ${after}::text)
        order by p.created_at, p.id limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ publisher }) => publisher)),
        orUnavailable,
      ),
    change: (id, { name, payees = [], removedPayees = [], status }) =>
      Effect.andThen(
        inTransaction(
          Effect.gen(function* () {
            yield* sql`update publisher set name = coalesce(${name ?? null}::text, name), status = coalesce(${status ?? null}::text, status)
              where id::text = ${id}`
            yield* removePayees(id, removedPayees)
            yield* addPayees(id, payees)
          }),
        ),
        one(id),
      ),
    renewKey: (id) => inTransaction(newKey(id)),
    authenticate: (hash) =>
      sql<PublisherRow>`select ${columns} from publisher_key k join publisher p on p.id = k.publisher
        where k.hash = ${hash} and k.revoked_at is null`.pipe(
        Effect.map(([row]) => row?.publisher),
        orUnavailable,
      ),

    proofs: (id) =>
      sql<ProofRow>`select ${proofColumns} from publisher_proof f where f.publisher = ${id} order by f.submitted_at desc, f.id limit 100`.pipe(
        Effect.map((rows) => rows.map(({ proof }) => proof)),
        orUnavailable,
      ),
    addProof: (id, { evidence, kind, subject, submittedBy }) =>
      sql<ProofRow>`insert into publisher_proof as f (publisher, id, kind, subject, evidence, submitted_by, expires_at)
        values (${id}, ${uuidV7Unsafe()}, ${kind}, ${subject}, ${evidence}, ${submittedBy}, farthing_now() + make_interval(secs => ${proofValidMs / 1000}))
        returning ${proofColumns}`.pipe(
        Effect.map(([row]) => row!.proof),
        orUnavailable,
      ),
    approveProofs: (id, by) =>
      sql<ProofRow>`update publisher_proof f set approved_at = farthing_now(), approved_by = ${by}
        where f.publisher = ${id} and f.approved_at is null and f.expires_at > farthing_now() returning ${proofColumns}`.pipe(
        Effect.map((rows) => rows.map(({ proof }) => proof)),
        orUnavailable,
      ),
    newNonce: (id, nonce, validMs) =>
      inTransaction(
        Effect.gen(function* () {
          yield* sql`delete from publisher_nonce where expires_at < farthing_now()`
          yield* sql`insert into publisher_nonce (nonce, publisher, expires_at)
            values (${nonce}, ${id}, farthing_now() + make_interval(secs => ${validMs / 1000}))`
        }),
      ),
    takeNonce: (id, nonce) =>
      sql`delete from publisher_nonce where nonce = ${nonce} and publisher = ${id} and expires_at > farthing_now() returning nonce`.pipe(
        Effect.map((rows) => rows.length === 1),
        orUnavailable,
      ),

    rates: sql<FeeRate>`select rail, ms(settled_from)::float8 as "settledFrom", basis_points as "basisPoints" from publisher_rate
      order by rail, settled_from`.pipe(orUnavailable),
    setRate: ({ basisPoints, rail, settledFrom }) =>
      sql`insert into publisher_rate (rail, settled_from, basis_points) values (${rail}, at_ms(${settledFrom}), ${basisPoints}::int)
        on conflict (rail, settled_from) do update set basis_points = excluded.basis_points`.pipe(orUnavailable, Effect.asVoid),
    now: sql<{ readonly now: number }>`select ms(farthing_now())::float8 as now`.pipe(
      Effect.map(([row]) => row!.now),
      orUnavailable,
    ),
  })
})

export const PgPublishers: Layer.Layer<Publishers, never, Database> = Layer.effect(Publishers, make)
