import { Context, Effect } from "effect"
import { InvalidRequest, type StorageUnavailable } from "../Refusal.ts"
import { type Rail, Rails, Unavailable } from "../rail/Rail.ts"
import { audited } from "./OperatorLog.ts"

/** The rails that an operator has paused: they pay for no further call. What they owe or are owed is still settled. */
export class RailPauses extends Context.Service<
  RailPauses,
  {
    /** As every node knows it, at most a second old. */
    readonly current: Effect.Effect<ReadonlySet<string>>
    /** As it is stored. */
    readonly stored: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    readonly set: (rail: string, paused: boolean) => Effect.Effect<void, StorageUnavailable>
  }
>()("farthing/domain/operating/RailPauses") {}

/** The paused rails, for the routes of a rail. Nothing is paused where no gateway runs. */
export const PausedRails = Context.Reference<Effect.Effect<ReadonlySet<string>>>("farthing/domain/operating/PausedRails", {
  defaultValue: () => Effect.succeed(new Set()),
})

/** The rail, which offers nothing and demands nothing while it is paused. */
export const pausable = (rail: Rail, paused: Effect.Effect<ReadonlySet<string>>): Rail => {
  const { challenge } = rail
  const unless = <A, E, B, E2>(whilePaused: Effect.Effect<A, E>, otherwise: Effect.Effect<B, E2>): Effect.Effect<A | B, E | E2> =>
    Effect.flatMap(paused, (rails): Effect.Effect<A | B, E | E2> => (rails.has(rail.id) ? whilePaused : otherwise))
  return {
    ...rail,
    offer: (...call) => unless(refused, rail.offer(...call)),
    ...(challenge && { challenge: (...call) => unless(Effect.undefined, challenge(...call)) }),
  }
}

/** Made only where it is needed: an error takes 10 µs, and every call asks every rail for an offer. */
const refused = Effect.suspend(() => new Unavailable({ message: "an operator has paused this rail" }))

/** Pauses or resumes a rail on every node, within a second. */
export const setRailPaused = Effect.fnUntraced(function* (rail: string, paused: boolean, reason: string, rails: ReadonlyArray<string>) {
  const pauses = yield* RailPauses
  if (!rails.includes(rail)) return yield* new InvalidRequest({ message: `There is no rail ${rail}. There are: ${rails.join(", ")}.` })
  const state = Effect.map(pauses.stored, (names) => ({ paused: names.includes(rail) }))
  const action = { action: paused ? "rail pause" : "rail resume", organisation: null, subject: rail, reason }
  const resumed = paused ? undefined : (yield* Rails).get(rail)?.resumed
  yield* audited(action, state, Effect.andThen(pauses.set(rail, paused), resumed ?? Effect.void))
})
