import { Effect, Fiber, Layer, Stream, SubscriptionRef } from "effect"
import type { StatusBoard } from "./supervisorClient.ts"
import { Components, ComponentUnavailable } from "../../../domain/sandbox/Component.ts"
import { type ComponentOptions, followSupervisor } from "./followSupervisor.ts"

/**
 * The components, running while a process holds this layer. The first process launches their supervisor, other processes on the same database
 * share it, any of them replaces it when it dies, and the last one to leave stops it. Building the layer does not wait for a component: `url`
 * does.
 */
export const sandboxComponents = (options: ComponentOptions) =>
  Layer.effect(
    Components,
    Effect.gen(function* () {
      const board = yield* SubscriptionRef.make<StatusBoard>({})
      if (options.components.length > 0) {
        const gateway = yield* followSupervisor(options, board)
        const following = yield* Effect.forkScoped(gateway.follow)
        yield* Effect.addFinalizer(() => Effect.andThen(Fiber.interrupt(following), gateway.leave))
      }
      return Components.of({ url: (name) => urlOf(name, options, board) })
    }),
  )

const urlOf = (name: string, { components, patienceMs = 15_000 }: ComponentOptions, board: SubscriptionRef.SubscriptionRef<StatusBoard>) =>
  Effect.suspend(() => {
    const unavailable = (message: string) => new ComponentUnavailable({ name, message })
    const running = SubscriptionRef.getUnsafe(board)[name]
    if (running !== undefined) return Effect.succeed(running.url)
    if (!components.some((component) => component.name === name)) return unavailable(`The sandbox has no component ${name}.`)
    return SubscriptionRef.changes(board).pipe(
      Stream.flatMap(({ [name]: running }) => (running === undefined ? Stream.empty : Stream.succeed(running.url))),
      Stream.runHead,
      Effect.flatMap(Effect.fromOption),
      Effect.timeout(patienceMs),
      Effect.mapError(() => unavailable(`The sandbox's ${name} is not up. See its log below the data directory, or restart the gateway.`)),
    )
  })
