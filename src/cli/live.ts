import { Effect, Layer } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import { Components, ComponentUnavailable } from "../../domain/sandbox/Component.ts"
import { runFirstStart, requireMode } from "../../layers/postgres/firstStart.ts"
import { Origins } from "../../layers/origin/Origins.ts"
import { prepareForQuestions } from "../../layers/planner/deterministic.ts"
import { layer as builtinSources } from "../../layers/sources/builtin.ts"
import { OpenApiCompiler } from "../../layers/sources/openapi/compileSource.ts"
import { railComponents } from "../../rails/registry.ts"
import { prepareSecrets } from "./secrets.ts"
import { linkUrl } from "../../layers/app/AppAuth.ts"
import { AppUsers } from "../../domain/identity/Members.ts"
import { buildPages } from "../http/app/buildPages.ts"
import { asking } from "../asking.ts"
import { printsAddress } from "./processes.ts"
import { noProxiesWarning, testMoneyWarning } from "../observability/status.ts"
import { gateway, ownMetrics } from "../Gateway.ts"
import type { Show } from "../sandbox/demo.ts"
import { demoOrigins, listDemoOrigins } from "../sandbox/origins/demoOrigins.ts"
import { checkedSettings } from "../checkedSettings.ts"
import { Settings } from "../Settings.ts"
import { releaseStartMemory } from "../startMemory.ts"
import { database, rails, secretCipher } from "../storage.ts"

// Imported on demand, so that a live gateway loads nothing of it.
const sandbox = Effect.promise(async () => ({
  ...(await import("../sandbox/supervisor/sandboxComponents.ts")),
  ...(await import("../sandbox/demo.ts")),
}))

/** Prints the address of the gateway, once it listens. What the first question needs is read after that. */
const announce = (show: Show) =>
  Layer.effectDiscard(Effect.andThen(announced(show), Effect.forkScoped(Effect.andThen(prepareForQuestions, releaseStartMemory))))

const announced = (show: Show) =>
  Effect.gen(function* () {
    const { mode, proxies, publicUrl, testMoney } = yield* Settings
    if (testMoney) yield* Effect.logWarning(testMoneyWarning)
    if (publicUrl?.startsWith("https:") && proxies === 0) yield* Effect.logWarning(noProxiesWarning)
    const { address } = yield* HttpServer.HttpServer
    const baseUrl = HttpServer.formatAddress(address)
    yield* Effect.forkScoped(Effect.catch(buildPages, ({ message }) => Effect.logError(message)))
    if (mode === "sandbox") return yield* (yield* sandbox).demo(baseUrl, programs, show, printsAddress)
    yield* runFirstStart("live", listDemoOrigins("paused"), printsAddress)
    yield* Effect.logInfo(`Farthing is ready at ${baseUrl}`)
    const setup = yield* Effect.catchTag((yield* AppUsers).setupLink, "UserRefused", () => Effect.undefined)
    const setupUrl = setup && linkUrl(publicUrl ?? baseUrl, setup)
    yield* show(
      { ready: true, base_url: baseUrl, ...(setupUrl !== undefined && { setup_url: setupUrl }) },
      `Farthing is ready at ${baseUrl}${setupUrl === undefined ? "" : `\nCreate the first owner, once, within 24 hours: ${setupUrl}`}`,
    )
  })

const compiler = Layer.unwrap(
  Effect.map(Settings, ({ sourceTimeoutMs }) => OpenApiCompiler({ deadlineMs: sourceTimeoutMs, maxBytes: 1024 * 1024 })),
).pipe(Layer.provide(Origins.layer()))

/** The programs beside the gateways of a sandbox. */
const programs = [...demoOrigins.map(({ component }) => component), ...railComponents()]

const components = Layer.unwrap(
  Effect.flatMap(Settings, ({ dataDirectory, mode }) =>
    mode === "sandbox"
      ? Effect.map(sandbox, ({ sandboxComponents }) => sandboxComponents({ dataDirectory, components: programs }))
      : Effect.succeed(noComponents),
  ),
)

const noComponents = Layer.succeed(Components, {
  url: (name: string) => new ComponentUnavailable({ name, message: `A live gateway runs no ${name}.` }),
})

/** Refuses a database of the other mode, and one whose secrets cannot be read, before rails and workers move money in it. */
const ownDatabase = Layer.unwrap(
  Effect.map(Settings, ({ mode }) =>
    Layer.tap(Layer.merge(database, secretCipher), (context) => Effect.provide(Effect.andThen(requireMode(mode), prepareSecrets), context)),
  ),
)

/** The gateway on the rails and sources it ships with. */
export const live = (show: Show) =>
  announce(show).pipe(
    Layer.provide(gateway),
    Layer.provide(Layer.mergeAll(rails, builtinSources, compiler, asking)),
    Layer.provide(components),
    Layer.provide(ownMetrics),
    Layer.provide(ownDatabase),
    Layer.provide(checkedSettings),
  )
