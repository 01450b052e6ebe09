import { Effect, Exit, Fiber, Option } from "effect"

/**
 * The effect with a time limit. It starts at once in a fiber of its own, and where it does not wait for anything no timer is made; a result that is there
 * already needs no fiber either: most stages of a call end at once. Past the limit the fiber is interrupted and `orElse` answers.
 */
export const withinTime = <A, E, R, B, E2>(
  effect: Effect.Effect<A, E, R>,
  limitMs: number,
  orElse: () => Effect.Effect<B, E2>,
): Effect.Effect<A | B, E | E2, R> =>
  Exit.isExit(effect)
    ? effect
    : Effect.flatMap(Effect.forkChild(effect, { startImmediately: true }), (fiber) => endWithin(fiber, limitMs, orElse))

/** What the fiber answers. Past the limit it is interrupted and `orElse` answers. */
export const endWithin = <A, E, B, E2>(
  fiber: Fiber.Fiber<A, E>,
  limitMs: number,
  orElse: () => Effect.Effect<B, E2>,
): Effect.Effect<A | B, E | E2> => {
  const exit = fiber.pollUnsafe()
  if (exit !== undefined) return exit
  return Effect.flatMap(joinWithin(fiber, limitMs), (joined): Effect.Effect<A | B, E2> =>
    Option.isSome(joined) ? Effect.succeed(joined.value) : Effect.andThen(Fiber.interrupt(fiber), orElse()),
  )
}

/** What the fiber answers, or nothing once the time is over: the fiber continues. */
export const joinWithin = <A, E>(fiber: Fiber.Fiber<A, E>, limitMs: number): Effect.Effect<Option.Option<A>, E> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => {
      removeObserver()
      resume(Effect.succeedNone)
    }, limitMs)
    const removeObserver = fiber.addObserver((exit) => {
      clearTimeout(timer)
      resume(Exit.map(exit, Option.some))
    })
    return Effect.sync(() => {
      clearTimeout(timer)
      removeObserver()
    })
  })

/**
 * The effect with a time limit, for work that may hang and does not end at once when it is interrupted: past the limit `orElse` answers at
 * once, and the work is interrupted in the background.
 */
export const withinTimeAtOnce = <A, E, R, B, E2>(
  effect: Effect.Effect<A, E, R>,
  limitMs: number,
  orElse: () => Effect.Effect<B, E2>,
): Effect.Effect<A | B, E | E2, R> =>
  Effect.flatMap(Effect.forkDetach(effect, { startImmediately: true }), (fiber) => {
    const stop = Effect.forkDetach(Fiber.interrupt(fiber))
    return Effect.onInterrupt(joinWithin(fiber, limitMs), () => stop).pipe(
      Effect.flatMap((joined): Effect.Effect<A | B, E2> =>
        Option.isSome(joined) ? Effect.succeed(joined.value) : Effect.andThen(stop, orElse()),
      ),
    )
  })

/** Waits for the work at most this long. It continues in the background, also when the waiting fiber is interrupted. */
export const waitUpTo = <R>(effect: Effect.Effect<void, never, R>, limitMs: number): Effect.Effect<void, never, R> =>
  Effect.flatMap(Effect.forkDetach(effect, { startImmediately: true }), (fiber) => Effect.asVoid(joinWithin(fiber, limitMs)))
