import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { RailMisconfigured } from "../RailModule.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { lowerCase } from "./evm/hex.ts"
import { settingNames as names, type X402Settings } from "./settings.ts"
import { fingerprintOf, walletAddress } from "./wallets/derivedSigner.ts"
import { type Phrase, readPhrases } from "./wallets/Phrases.ts"

interface BookIdentity {
  readonly network: string
  readonly asset: string
}

const identityOf = ({ asset, network }: X402Settings): BookIdentity => ({ network: network.caip2, asset: lowerCase(asset.address) })

/**
 * The books of a database are in one token of one network, and its managed wallets come from phrases that it knows. The first start stores
 * which. Later starts with other settings are refused: balances would be compared with another chain, and deposits to the wallets would be lost.
 */
export const requireSameBooks = Effect.fnUntraced(function* (settings: X402Settings) {
  const sql = yield* SqlClient
  const own = identityOf(settings)
  const read = sql<BookIdentity>`select network, asset from rail_x402.identity`
  if ((yield* read).length === 0) yield* requireOwnWallets(settings)
  yield* sql`insert into rail_x402.identity (network, asset, phrase)
    values (${own.network}, ${own.asset}, ${fingerprintOf(settings.master)}) on conflict do nothing`
  yield* sql`insert into rail_x402.phrase (generation, fingerprint) select 1, phrase from rail_x402.identity
    where not exists (select from rail_x402.phrase) on conflict do nothing`
  const [stored = own] = yield* read
  const mistakes = [...differences(stored, own), ...phraseMistakes(settings, yield* readPhrases)]
  if (mistakes.length > 0) return yield* new RailMisconfigured({ mistakes })
})

/** A node must be able to sign for the wallets of the current phrase, and of each earlier one that is not retired. */
const phraseMistakes = ({ master, previousMaster }: X402Settings, [current, ...earlier]: ReadonlyArray<Phrase>): ReadonlyArray<string> => {
  const own = fingerprintOf(master)
  const previous = previousMaster && fingerprintOf(previousMaster)
  const isSet = ({ fingerprint }: Phrase) => fingerprint === own || fingerprint === previous
  if (current === undefined) return []
  if (!isSet(current)) {
    return [
      `${names.master} is another phrase (fingerprint ${own}) than the one that the wallets of this database come from (${current.fingerprint}): deposits to these wallets could not be spent. Set the earlier phrase. To replace it, set it in ${names.previousMaster} and run farthing x402 rotate.`,
    ]
  }
  const missing = earlier.filter((phrase) => !phrase.retired && !isSet(phrase))
  if (missing.length > 0) {
    const fingerprints = missing.map(({ fingerprint }) => fingerprint).join(", ")
    return [
      `${names.previousMaster} must be the phrase with the fingerprint ${fingerprints}: its wallets may have money or open calls. farthing x402 rotate --status shows when it can be removed.`,
    ]
  }
  if (previous !== undefined && ![current, ...earlier].some(({ fingerprint }) => fingerprint === previous)) {
    return [`${names.previousMaster} (fingerprint ${previous}) is a phrase that this database never had. Correct it or unset it.`]
  }
  return []
}

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
]

const difference = (name: string, given: string, kept: string) =>
  `${name}: the settings name ${given} and the x402 books of this database are in ${kept}. Set the earlier value, or use another database.`
