import { Effect, Redacted, Schedule } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { Deployment } from "../../domain/rail/Deployment.ts"
import { Components } from "../../domain/sandbox/Component.ts"
import { ChainUnavailable } from "./chain/Chain.ts"
import { readSettings } from "./config/readSettings.ts"
import { equip } from "./equip.ts"
import { fundGas } from "./sandbox/sandboxChain.ts"
import type { X402Settings } from "./config/X402Settings.ts"

/** The rail as the environment, or the sandbox, sets it up; undefined where neither does. */
export const setUp = Effect.gen(function* () {
  const { mode } = yield* Deployment
  const settings = yield* readSettings(mode)
  if (settings === undefined) return undefined
  if (settings.rpcUrls !== undefined) return yield* equip(settings, { urls: Effect.succeed(settings.rpcUrls) })
  const components = yield* Components
  const ownChain = components.url("chain").pipe(
    Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.fail(notUp) }),
    Effect.mapError(({ message }) => new ChainUnavailable({ message })),
  )
  const equipped = yield* equip(settings, { ownChain, urls: Effect.map(ownChain, (url) => [Redacted.make(url)]) })
  // It comes up beside the first gateway, some seconds later.
  const up = ownChain.pipe(Effect.retry(Schedule.spaced("250 millis")), Effect.timeoutOption("1 minute"), Effect.ignore)
  const jobs = Effect.andThen(Effect.forkScoped(keepFuelled(settings, ownChain)), Effect.andThen(up, equipped.jobs)).pipe(Effect.asVoid)
  return { ...equipped, jobs }
})

const notUp = new ChainUnavailable({ message: "the sandbox's chain is not up yet" })
const gasOfSandbox = 10n ** 20n

/** The gas accounts of a sandbox never run dry. */
const keepFuelled = ({ gasKeys }: X402Settings, url: Effect.Effect<string, ChainUnavailable>) => {
  const once = Effect.gen(function* () {
    const chain = yield* url
    for (const key of gasKeys) yield* fundGas(chain, privateKeyToAccount(Redacted.value(key)).address, gasOfSandbox)
  })
  return once.pipe(Effect.retry(Schedule.spaced("500 millis")), Effect.ignore, Effect.repeat(Schedule.spaced("30 seconds")))
}
