import { Effect, type Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { RailMisconfigured } from "../RailModule.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { lowerCase } from "./evm/hex.ts"
import { settingNames as names, type X402Settings } from "./settings.ts"
import { derivedAccount, walletAddress } from "./wallets/derivedSigner.ts"

interface BookIdentity {
  readonly network: string
  readonly asset: string
  readonly phrase: string
}

/** The first 8 digits of an address that is derived from the phrase and used for nothing else. It does not help to find the phrase. */
export const fingerprintOf = (master: Redacted.Redacted): string => lowerCase(derivedAccount(master, "fingerprint").address).slice(2, 10)

const identityOf = ({ asset, master, network }: X402Settings): BookIdentity => ({
  network: network.caip2,
  asset: lowerCase(asset.address),
  phrase: fingerprintOf(master),
})

/**
 * The books of a database are in one token of one network, and its managed wallets come from one phrase. The first start stores which. Later
 * starts with other settings are refused: balances would be compared with another chain, and deposits to the wallets would be lost.
 */
export const requireSameBooks = Effect.fnUntraced(function* (settings: X402Settings) {
  const sql = yield* SqlClient
  const own = identityOf(settings)
  const read = sql<BookIdentity>`select network, asset, phrase from rail_x402.identity`
  if ((yield* read).length === 0) yield* requireOwnWallets(settings)
  yield* sql`insert into rail_x402.identity (network, asset, phrase) values (${own.network}, ${own.asset}, ${own.phrase}) on conflict do nothing`
  const [stored = own] = yield* read
  const mistakes = differences(stored, own)
  if (mistakes.length > 0) return yield* new RailMisconfigured({ mistakes })
})

/** Releases before this one stored no identity: one of the oldest wallets must come from this phrase. */
const requireOwnWallets = Effect.fnUntraced(function* ({ master }: X402Settings) {
  const sql = yield* SqlClient
  const wallets = yield* sql<{ readonly org: OrganisationId; readonly address: string }>`select org, address from rail_x402.wallet
    order by created_at limit 100`
  if (wallets.length === 0 || wallets.some(({ address, org }) => walletAddress(master, org) === address)) return
  return yield* new RailMisconfigured({
    mistakes: [`${names.master} is another phrase than the one that the wallets of this database come from. Set the earlier phrase.`],
  })
})

const differences = (stored: BookIdentity, own: BookIdentity): ReadonlyArray<string> => [
  ...(stored.network === own.network ? [] : [difference(names.chainId, own.network, stored.network)]),
  ...(stored.asset === own.asset ? [] : [difference(names.asset, own.asset, stored.asset)]),
  ...(stored.phrase === own.phrase
    ? []
    : [
        `${names.master} is another phrase (fingerprint ${own.phrase}) than the one that the wallets of this database come from (${stored.phrase}): deposits to these wallets could not be spent. Set the earlier phrase.`,
      ]),
]

const difference = (name: string, given: string, kept: string) =>
  `${name}: the settings name ${given} and the x402 books of this database are in ${kept}. Set the earlier value, or use another database.`
