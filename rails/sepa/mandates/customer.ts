import { Data, Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { createOnce } from "../../stripe/createOnce.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import { type Debtor, renewCommand } from "../store/Debtor.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { configureAccount, suspend } from "./configureAccount.ts"

/** The customer of the organisation exists at Stripe, or the organisation has none: nothing is to be renewed. */
export class NotRenewed extends Data.TaggedError("NotRenewed")<{ readonly message: string }> {}

/** The operator deleted the customer at Stripe. Until the operator makes a new one, there are no debits and no mandate. */
export class CustomerDeleted extends Data.TaggedError("CustomerDeleted")<{
  readonly organisation: OrganisationId
  readonly message: string
}> {}

export const customerDeleted = (organisation: OrganisationId, customer: string | null) =>
  new CustomerDeleted({
    organisation,
    message: `The customer ${customer} of the organisation ${organisation} was deleted at Stripe: ${renewCommand(organisation)}`,
  })

/** Stripe keeps an idempotency key, and with it a stored failure, for 24 hours. */
const keyLifeMs = 25 * 3_600_000
/** The newest of a list in which a customer is looked for. */
const maxListed = 2_000

/** Stripe's customer of an organisation, made at first use. */
export const customerOf = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const { customer, customerDeletedAt, customersBefore } = yield* store.changeDebtor(organisation, (debtor) => debtor)
  if (customerDeletedAt !== null) return yield* customerDeleted(organisation, customer)
  if (customer !== null) {
    yield* refreshContact(organisation)
    return customer
  }
  const stripe = yield* StripeApi
  const now = yield* store.now
  const made = yield* createOnce({
    key: customersBefore === 0 ? `customer:${organisation}` : `customer:${organisation}:${customersBefore}`,
    create: (idempotencyKey) => stripe.createCustomer({ metadata: { org: organisation } }, { idempotencyKey }),
    find: Effect.map(stripe.customers({ created: { gte: Math.floor((now - keyLifeMs) / 1000) } }, maxListed), ({ items }) =>
      items.find(({ metadata }) => metadata["org"] === organisation),
    ),
  })
  const kept = yield* store.changeDebtor(organisation, (debtor) => ({ ...debtor, customer: debtor.customer ?? made.id }))
  yield* refreshContact(organisation)
  return kept.customer ?? made.id
})

/** Stripe takes no more. */
const maxName = 256

/**
 * Gives Stripe's customer the organisation's name and e-mail, if they are not what it was last given. Not a part of its creation, whose
 * idempotency key Stripe refuses with other parameters. No debit depends on it: what fails is tried again by the jobs.
 */
export const refreshContact = Effect.fnUntraced(
  function* (organisation: OrganisationId) {
    const store = yield* SepaStore
    const debtor = yield* store.debtor(organisation)
    const contact = yield* store.contact(organisation)
    const customer = debtor?.customer ?? null
    if (debtor === undefined || customer === null || debtor.customerDeletedAt !== null || contact === undefined) return
    if (debtor.contact !== null && debtor.contact.name === contact.name && debtor.contact.email === contact.email) return
    const stripe = yield* StripeApi
    const params = { name: contact.name.slice(0, maxName), email: contact.email ?? "" }
    // Under a new key each time: with an earlier one Stripe would repeat its answer, and not take back a change that came between.
    yield* stripe.updateCustomer(customer, params, { idempotencyKey: `contact:${customer}:${uuidV7Unsafe()}` })
    yield* store.changeDebtor(organisation, (current) => (current.customer === customer ? { ...current, contact } : current))
  },
  Effect.catch(({ message }) => Effect.logWarning(`sepa: name and e-mail of a customer at Stripe are not up to date. ${message}`)),
)

/** If the customer was deleted at Stripe, nothing more is sold on this rail at once. What is owed stays owed. Answers whether it was. */
export const refreshCustomer = Effect.fnUntraced(function* ({ customer, customerDeletedAt, organisation }: Debtor) {
  if (customer === null || customerDeletedAt !== null) return customerDeletedAt !== null
  const stripe = yield* StripeApi
  const store = yield* SepaStore
  if ((yield* stripe.customer(customer)).deleted !== true) return false
  const now = yield* store.now
  yield* suspend(organisation)
  yield* store.changeDebtor(organisation, (debtor) =>
    debtor.customer === customer && debtor.customerDeletedAt === null
      ? { ...debtor, customerDeletedAt: now, setUp: null, mandate: debtor.mandate && { ...debtor.mandate, status: "inactive" } }
      : debtor,
  )
  yield* configureAccount(organisation)
  yield* Effect.logError(
    `sepa: the customer ${customer} was deleted at Stripe. The organisation buys nothing by direct debit until: ${renewCommand(organisation)}`,
  )
  return true
})

/** Makes a new customer for one that was deleted at Stripe. The organisation then gives a new mandate. */
export const renewCustomer = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || debtor.customer === null)
    return yield* new NotRenewed({ message: `The organisation ${organisation} has no customer at Stripe. The first mandate makes one.` })
  if (!(yield* refreshCustomer(debtor)))
    return yield* new NotRenewed({ message: `The customer ${debtor.customer} exists at Stripe: nothing was changed.` })
  yield* store.changeDebtor(organisation, (current) =>
    current.customer === debtor.customer
      ? { ...current, customer: null, contact: null, customerDeletedAt: null, customersBefore: current.customersBefore + 1 }
      : current,
  )
  return yield* customerOf(organisation)
})
