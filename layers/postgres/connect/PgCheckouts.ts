import type { PgClient } from "@effect/sql-pg"
import { Data, Effect, Layer, Result } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { Checkout } from "../../../domain/connect/Checkout.ts"
import { Checkouts, type DueCheckout, type NewCheckout } from "../../../domain/connect/Checkouts.ts"
import type { CheckoutId, MarketplaceId } from "../../../domain/connect/ids.ts"
import { type CheckoutStep, nextLookAt, payWithinMs } from "../../../domain/connect/transition.ts"
import { IdempotencyConflict } from "../../../domain/ledger/errors.ts"
import { isUuid } from "../../../domain/money/ids.ts"
import { storageUnavailable } from "../../../domain/Refusal.ts"
import { Database, orUnavailable, refusalOrUnavailable } from "../Database.ts"
import { checkoutRecordJson, type CheckoutRow, checkoutTablesJoined, recordFromRow } from "./checkoutRows.ts"
import { claimSearch, finishSearch, searchedAt, splitters } from "./paymentSearch.ts"
import { recordCheckoutEvent } from "./recordEvent.ts"

const make = Effect.gen(function* () {
  const { lists, money: sql } = yield* Database
  const columns = sql.literal(`${checkoutRecordJson} as record`)
  const joined = sql.literal(checkoutTablesJoined)
  const first = (rows: ReadonlyArray<CheckoutRow>) => (rows[0] === undefined ? undefined : recordFromRow(rows[0]))
  const byId = (id: string) => sql<CheckoutRow>`select ${columns} from ${joined} where c.id = ${id}`

  return Checkouts.of({
    create: (checkout, idempotency) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            const id = uuidV7Unsafe()
            if (idempotency !== null) {
              const { hash, key } = idempotency
              // A concurrent request with this key waits here until the first one is written.
              const rows = yield* sql`insert into checkout_idempotency (marketplace, key, hash, checkout)
                values (${checkout.marketplace}, ${key}, ${hash}, ${id}) on conflict do nothing returning checkout`
              if (rows.length === 0) return { earlier: true } as const
            }
            yield* insertCheckout(sql, id, checkout)
            return { earlier: false, record: first(yield* byId(id))! } as const
          }),
        )
        .pipe(
          orUnavailable,
          Effect.flatMap(
            Effect.fnUntraced(function* (created) {
              if (!created.earlier) return { record: created.record, replayed: false }
              const record = yield* replay(checkout.marketplace, idempotency!)
              return record === undefined ? yield* storageUnavailable() : { record, replayed: true }
            }),
          ),
        ),

    replay,
    find: (id) => (isUuid(id) ? orUnavailable(Effect.map(byId(id), first)) : Effect.succeed(undefined)),
    findOf: (marketplace, id) =>
      isUuid(id)
        ? orUnavailable(
            Effect.map(sql<CheckoutRow>`select ${columns} from ${joined} where c.marketplace = ${marketplace} and c.id = ${id}`, first),
          )
        : Effect.succeed(undefined),

    list: (marketplace, { before, from, status, to }, limit) =>
      lists<CheckoutRow>`select ${lists.literal(`${checkoutRecordJson} as record`)} from ${lists.literal(checkoutTablesJoined)}
        where ${marketplace === null ? lists`true` : lists`c.marketplace = ${marketplace}`} and (${status ?? null}::text is null or
            case when c.status in ('pending', 'failed') and c.expires_at <= farthing_now() then 'expired' else c.status end = ${status ?? null}::text)
          and (${before ?? null}::text is null or c.id < ${before ?? null}::text::uuid)
          and (${from ?? null}::float8 is null or c.created_at >= at_ms(${from ?? null}::float8))
          and (${to ?? null}::float8 is null or c.created_at < at_ms(${to ?? null}::float8))
        order by c.id desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(recordFromRow)),
        orUnavailable,
      ),

    change: <E>(id: CheckoutId, decide: (checkout: Checkout, now: number) => Result.Result<CheckoutStep, E>) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            // The row is read in a second statement: the first one may have waited for a writer, and `now` is after the lock.
            const locked = yield* sql`select from checkout where id = ${id} for update`
            const record = locked.length === 0 ? undefined : first(yield* byId(id))
            if (record === undefined) return undefined
            const decided = decide(record.checkout, record.now)
            if (Result.isFailure(decided)) return yield* new Refused({ refusal: decided.failure })
            const { checkout, outcome } = decided.success
            yield* writeCheckout(sql, checkout, record.now)
            if (outcome !== null) yield* recordCheckoutEvent(sql, checkout, { at: record.now, status: outcome })
            return { ...record, checkout }
          }),
        )
        .pipe(
          refusalOrUnavailable,
          Effect.catchTag("Refused", (error) => Effect.fail(error.refusal as E)),
        ),

    isUsed: (transactionHash, except) =>
      sql`select from checkout_payment where transaction_hash = ${transactionHash} and checkout <> ${except} limit 1`.pipe(
        Effect.map((rows) => rows.length > 0),
        orUnavailable,
      ),

    claimDue: (limit) =>
      sql<CheckoutRow & { readonly failures: number }>`
        with due as (
          select id from checkout where next_at <= farthing_now() order by next_at limit ${limit} for update skip locked),
        claimed as (
          update checkout c set next_at = farthing_now() + interval '30 seconds' from due d where c.id = d.id returning c.*)
        select ${columns}, c.failures from claimed c join merchant s on s.marketplace = c.marketplace and s.id = c.merchant
          join marketplace m on m.id = c.marketplace`.pipe(
        Effect.map((rows) => rows.map((row) => ({ ...recordFromRow(row), failures: row.failures }))),
        orUnavailable,
      ),

    postpone: ({ checkout, failures, now }: DueCheckout) =>
      sql`update checkout set failures = ${failures + 1}, next_at = at_ms(${nextLookAt(checkout, now, failures + 1)}::float8)
        where id = ${checkout.id} and next_at is not null`.pipe(orUnavailable, Effect.asVoid),

    splitters: orUnavailable(splitters(sql)),
    claimSearch: (network) => orUnavailable(claimSearch(sql, network)),
    finishSearch: (network, nextBlock, begunAt) => orUnavailable(finishSearch(sql, network, nextBlock, begunAt)),
    searchedAt: (network) => orUnavailable(searchedAt(sql, network)),
  })

  function replay(marketplace: MarketplaceId, { hash, key }: { readonly key: string; readonly hash: string }) {
    return sql<
      CheckoutRow & { readonly hash: string }
    >`select ${columns}, i.hash from checkout_idempotency i join ${joined} on c.marketplace = i.marketplace
        and c.id = i.checkout where i.marketplace = ${marketplace} and i.key = ${key}`.pipe(
      orUnavailable,
      Effect.flatMap(([row]) => {
        if (row === undefined) return Effect.succeed(undefined)
        return row.hash === hash ? Effect.succeed(recordFromRow(row)) : Effect.fail(conflict())
      }),
    )
  }
})

export const PgCheckouts: Layer.Layer<Checkouts, never, Database> = Layer.effect(Checkouts, make)

/** Ends the transaction without a trace. */
class Refused extends Data.TaggedError("Refused")<{ readonly refusal: unknown }> {}

const conflict = () =>
  new IdempotencyConflict({
    message: "This Idempotency-Key was used for another checkout. Send the same body again, or use a new key. Nothing was created.",
  })

const insertCheckout = (sql: PgClient.PgClient, id: string, checkout: NewCheckout) =>
  sql`insert into checkout (marketplace, id, merchant, status, amount, seller_amount, marketplace_fee, service_fee, seller_wallet,
      marketplace_wallet, service_wallet, splitter, webhook_url, product_name, description, product_image, return_url, cancel_url, order_ref,
      created_at, expires_at, next_at)
    select ${checkout.marketplace}, ${id}, ${checkout.merchant}, 'pending', ${checkout.amount.toString()}::text::bigint,
      ${checkout.split.seller.toString()}::text::bigint, ${checkout.split.marketplaceFee.toString()}::text::bigint,
      ${checkout.split.serviceFee.toString()}::text::bigint, ${checkout.wallets.seller}, ${checkout.wallets.marketplace},
      ${checkout.wallets.service}, ${checkout.splitter}, ${checkout.webhookUrl}, ${checkout.productName}, ${checkout.description}, ${checkout.productImage},
      ${checkout.returnUrl}, ${checkout.cancelUrl}, ${checkout.orderRef}, t.at, t.ends, t.ends
    from (select date_trunc('milliseconds', farthing_now()) as at,
      date_trunc('milliseconds', farthing_now()) + make_interval(secs => ${payWithinMs / 1000}) as ends) t`

/** The progress of a checkout, and the transaction that pays it now: one that the chain has removed is free again. */
const writeCheckout = Effect.fnUntraced(function* (sql: PgClient.PgClient, checkout: Checkout, now: number) {
  const { blockHash, blockNumber, buyer, cancelledAt, confirmBy, id, lastError, logIndex, settledAt, status, transactionHash } = checkout
  yield* sql`update checkout set status = ${status}, buyer = ${buyer}, transaction_hash = ${transactionHash},
      block_number = ${blockNumber?.toString() ?? null}::text::bigint, block_hash = ${blockHash}, log_index = ${logIndex},
      confirm_by = at_ms(${confirmBy}::float8), cancelled_at = at_ms(${cancelledAt}::float8), settled_at = at_ms(${settledAt}::float8),
      last_error = ${lastError}, failures = 0, next_at = at_ms(${nextLookAt(checkout, now, 0)}::float8)
    where id = ${id}`
  const paidHere = sql`checkout = ${id} and transaction_hash = ${transactionHash} and log_index = ${logIndex}`
  if (blockNumber === null) yield* sql`delete from checkout_payment where checkout = ${id}`
  else {
    yield* sql`delete from checkout_payment where checkout = ${id} and not (${paidHere})`
    yield* sql`insert into checkout_payment (transaction_hash, log_index, checkout) values (${transactionHash}, ${logIndex}, ${id})
      on conflict do nothing`
    const rows = yield* sql`select from checkout_payment where ${paidHere}`
    // The split event names one checkout, so this never happens; if it did, nothing would be written.
    if (rows.length === 0) return yield* Effect.die(new Error(`the transaction ${transactionHash} has paid another checkout than ${id}`))
  }
})
