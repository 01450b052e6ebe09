import { randomUUID } from "node:crypto"
import { KeyId, type OrganisationId } from "../../../../domain/money/ids.ts"
import { type Collection, unsent } from "../../../../rails/sepa/store/Collection.ts"
import { type Topup, unpaid } from "../../../../rails/credits/topups/Topup.ts"

let made = 0

/** Ids in the order in which they were made, as the gateway's are. */
export const nextId = (): string => `01940000-0000-7000-8000-${String(++made).padStart(12, "0")}`

/** A debit of 10 EUR that was just written down. */
export const collectionOf = (organisation: OrganisationId, over: Partial<Collection> = {}): Collection => {
  const id = over.id ?? nextId()
  return {
    id,
    organisation,
    claim: id,
    attempt: 1,
    ...unsent,
    micro: 10_870_000n,
    cents: 1_000n,
    rate: { num: 10_000n, den: 10_870n, source: "test", at: 1_700_000_000_000 },
    reason: "age",
    customer: "cus_1",
    paymentMethod: "pm_1",
    mandate: "mandate_1",
    notice: {
      at: 1_700_000_000_000,
      debitOn: "2026-01-16",
      cents: 1_000n,
      mandateReference: "FARTHING-1",
      last4: "3000",
      creditorId: "DE98ZZZ09999999999",
    },
    createdAt: 1_768_478_400_000,
    ...over,
  }
}

export const topupOf = (organisation: OrganisationId, over: Partial<Topup> = {}): Topup => ({
  id: nextId(),
  organisation,
  key: KeyId.make(randomUUID()),
  idempotency: null,
  cents: 2_500n,
  successUrl: "https://shop.example/done",
  cancelUrl: "https://shop.example/back",
  ...unpaid,
  createdAt: 1_768_478_400_000,
  ...over,
})
