import { Effect, Schedule } from "effect"

/** Looks again until it is so. The minutes are no claim: they only end the test where it will never be so. */
export const until = <E, R>(look: Effect.Effect<boolean, E, R>) =>
  look.pipe(
    Effect.repeat({ schedule: Schedule.spaced("5 millis"), until: (so: boolean) => so }),
    Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => Effect.die(new Error("it never came to be")) }),
  )
