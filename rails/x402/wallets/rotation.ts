import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { balancesAt } from "../evm/balances.ts"
import { Chain } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import { settingNames as names, type X402Settings } from "../settings.ts"
import { countOpenCalls } from "../store/sweeps.ts"
import { fingerprintOf } from "./derivedSigner.ts"
import { type Phrase, readPhrases } from "./Phrases.ts"
import { Signer } from "./Signer.ts"
import type { SweepOptions } from "./sweeps.ts"

/** The phrase is not changed. The message says what to do first. */
export class NotRotated extends Data.TaggedError("NotRotated")<{ readonly message: string }> {}

/** Longer than the longest `FARTHING_BEAT_MS`. A gateway that was killed counts for this time. */
const aliveSeconds = 90
export const reportEveryMs = 3_000
const reportSeconds = 15

/** Records with which phrases a gateway process can sign. `farthing x402 rotate` reads it. */
export const reportPhrases = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient
  const { phrases } = yield* Signer
  yield* sql`insert into rail_x402.signing_node (id, fingerprints) values (${id}::text::uuid, ${phrases.join(" ")})
    on conflict (id) do update set fingerprints = excluded.fingerprints, seen_at = clock_timestamp()`
  yield* sql`delete from rail_x402.signing_node where seen_at < clock_timestamp() - interval '1 hour'`
})

export const forgetPhrases = (id: string) =>
  Effect.flatMap(SqlClient, (sql) => sql`delete from rail_x402.signing_node where id = ${id}::text::uuid`)

/** Gateways that run now, and how many of them can sign with a phrase. A gateway of an older release does not report its phrases. */
const countNodes = Effect.fnUntraced(function* (fingerprint: string) {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ readonly alive: number; readonly ready: number }>`select
    (select count(*)::int from node where seen_at > clock_timestamp() - make_interval(secs => ${aliveSeconds})) as alive,
    (select count(*)::int from rail_x402.signing_node where seen_at > clock_timestamp() - make_interval(secs => ${reportSeconds})
      and ${fingerprint} = any (string_to_array(fingerprints, ' '))) as ready`
  return row!
})

/** Makes the phrase of the settings current: from now on new calls are signed with it, and deposits to earlier addresses still count. */
export const rotatePhrase = Effect.fnUntraced(function* ({ master }: Pick<X402Settings, "master">) {
  const sql = yield* SqlClient
  const next = fingerprintOf(master)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // One rotation at a time.
      yield* sql`select from rail_x402.identity for update`
      const phrases = yield* readPhrases
      const [current, ...earlier] = phrases
      const refusal = refusalOf(next, current, earlier)
      if (current === undefined || refusal !== undefined)
        return yield* new NotRotated({ message: refusal ?? "The books have no phrase yet." })
      const { alive, ready } = yield* countNodes(next)
      if (ready < alive) {
        return yield* new NotRotated({
          message: `${alive - ready} of ${alive} running gateways do not have the new phrase (fingerprint ${next}), or are of an older release. Start each with ${names.master} and ${names.previousMaster}, then rotate again.`,
        })
      }
      const generation = current.generation + 1
      yield* sql`insert into rail_x402.phrase (generation, fingerprint) values (${generation}, ${next})`
      // A gateway of an older release compares its phrase with this column, and is refused.
      yield* sql`update rail_x402.identity set phrase = ${`rotated ${generation}`}`
      return { previous: current.fingerprint, current: next }
    }),
  )
})

const refusalOf = (next: string, current: Phrase | undefined, earlier: ReadonlyArray<Phrase>): string | undefined => {
  if (next === current?.fingerprint) {
    return `${names.master} has the current phrase (fingerprint ${next}). Set the new phrase in ${names.master} and the current one in ${names.previousMaster} on every gateway first.`
  }
  if (earlier.some(({ fingerprint }) => fingerprint === next)) {
    return `The phrase with the fingerprint ${next} was replaced before. Use a phrase that these books never had.`
  }
  const open = earlier.find(({ retired }) => !retired)
  return open && `The phrase with the fingerprint ${open.fingerprint} is not retired yet. Run farthing x402 rotate --status, then --retire.`
}

/** What a phrase still has. */
export interface PhraseState extends Phrase {
  readonly configured: boolean
  readonly addresses: number
  /** Addresses with at least the smallest amount that is swept. */
  readonly filled: number
  /** On all its addresses, in micro-units. */
  readonly balance: bigint
  readonly openCalls: number
  readonly openSweeps: number
  /** An earlier phrase can be retired: no filled address, open call or open sweep. */
  readonly empty: boolean
}

export const phraseStates = Effect.fnUntraced(function* (minimum: bigint) {
  const phrases = yield* readPhrases
  const states = yield* Effect.forEach(phrases, (phrase) => stateOf(phrase, minimum))
  return { states, nodes: yield* countNodes(phrases[0]?.fingerprint ?? "") }
})

const stateOf = Effect.fnUntraced(function* (phrase: Phrase, minimum: bigint) {
  const sql = yield* SqlClient
  const chain = yield* Chain
  const { phrases } = yield* Signer
  const { generation } = phrase
  const rows = yield* sql<{ readonly address: Hex }>`select address from rail_x402.former_wallet where generation = ${generation}
    union all select address from rail_x402.wallet where generation = ${generation}`
  const [sweeps] = yield* sql<{
    readonly n: number
  }>`select count(*)::int as n from rail_x402.sweep where generation = ${generation} and state = 'open'`
  const openCalls = yield* countOpenCalls(generation)
  const { number } = yield* chain.head
  const balances = yield* balancesAt(
    rows.map(({ address }) => address),
    number,
  )
  const amounts = [...balances.values()]
  const filled = amounts.filter((amount) => amount >= minimum).length
  return {
    ...phrase,
    configured: phrases.includes(phrase.fingerprint),
    addresses: rows.length,
    filled,
    balance: amounts.reduce((sum, amount) => sum + amount, 0n),
    openCalls,
    openSweeps: sweeps!.n,
    empty: filled + openCalls + sweeps!.n === 0,
  } satisfies PhraseState
})

/** Marks the earlier phrases as no longer needed, if none of them has money or open calls. Gateways then start without them. */
export const retirePhrases = Effect.fnUntraced(function* ({ afterMs, minimum }: SweepOptions) {
  const sql = yield* SqlClient
  const { states } = yield* phraseStates(minimum)
  if (states[0] !== undefined && states[0].secondsAgo * 1000 < afterMs) {
    return yield* new NotRotated({ message: `The rotation was less than ${afterMs / 1000} seconds ago. Try again later.` })
  }
  const earlier = states.slice(1).filter(({ retired }) => !retired)
  if (earlier.length === 0) return yield* new NotRotated({ message: "There is no earlier phrase to retire." })
  const needed = earlier.find(({ empty }) => !empty)
  if (needed !== undefined) {
    return yield* new NotRotated({
      message: `The phrase with the fingerprint ${needed.fingerprint} is still needed: ${needed.filled} addresses with money, ${needed.openCalls} open calls, ${needed.openSweeps} open sweeps. Wait for the sweeps, and try again.`,
    })
  }
  yield* sql`update rail_x402.phrase set retired_at = clock_timestamp()
    where retired_at is null and generation < (select max(generation) from rail_x402.phrase)`
  return earlier.map(({ fingerprint }) => fingerprint)
})
