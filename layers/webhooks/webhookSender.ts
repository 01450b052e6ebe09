import { isIP } from "node:net"
import { Context, Effect, Layer, Result, Scope, Stream } from "effect"
import ipaddr from "ipaddr.js"
import type { SourceFailure } from "../../domain/catalogue/Source.ts"
import { type Webhook, type WebhookResult, WebhookSender } from "../../domain/WebhookSender.ts"
import { oddCharacters, oddCharactersProblem, readBaseUrl } from "../origin/baseUrl.ts"
import { Resolver } from "../origin/Resolver.ts"
import type { Origins } from "../origin/Origins.ts"

/** For the connection, the request and the answer together. */
const deadlineMs = 5_000
/** A body up to this size is read, so that a well-behaved receiver sees no reset. The connection of a larger one is closed. */
const maxAnswerBytes = 16 * 1024

interface WebhookSettings {
  /** A sandbox also posts to its own machine, by plain HTTP if the URL is such. */
  readonly allowLoopback: boolean
}

/**
 * A new connection for each event: a kept one may be closed by the receiver while the event is written, and there is no second attempt.
 * No circuit either: each event has its attempt, whatever happened to the ones before.
 */
const connections = { keepAliveMs: 0, hasCircuit: false }

export const webhookSenderNoDeps = (settings: WebhookSettings) =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const scope = yield* Scope.Scope
      const resolver = yield* Resolver
      // Loaded with the first event: most commands send none, and the client for origins costs each of them 0.1 s.
      const origins = yield* Effect.cached(
        Effect.gen(function* () {
          const { Origins } = yield* Effect.promise(() => import("../origin/Origins.ts"))
          return Context.get(yield* Layer.buildWithScope(Origins.layerNoDeps(connections), scope), Origins)
        }).pipe(Effect.provideService(Resolver, resolver)),
      )
      return WebhookSender.of({
        urlProblem: (url) => Result.getOrUndefined(Result.flip(readWebhookUrl(url, settings))),
        send: (webhook) => Effect.flatMap(origins, (client) => send(client, webhook, settings)),
      })
    }),
  )

export const webhookSender = (settings: WebhookSettings) => webhookSenderNoDeps(settings).pipe(Layer.provide(Resolver.layer))

interface WebhookUrl {
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly isLoopback: boolean
}

/** The parts of a URL, or the rule that it breaks. Other than the base address of an API, it may have a query. */
const readWebhookUrl = (text: string, { allowLoopback }: WebhookSettings): Result.Result<WebhookUrl, string> => {
  if (text.length > maxUrlLength) return Result.fail(`must be at most ${maxUrlLength} characters`)
  if (text.includes("#")) return Result.fail("must not contain a fragment")
  if (oddCharacters.test(text)) return Result.fail(oddCharactersProblem)
  const [base = ""] = text.split("?")
  const isLoopback = allowLoopback && URL.canParse(base) && isLoopbackHost(new URL(base).hostname)
  return Result.map(readBaseUrl(base, isLoopback), ({ origin }) => {
    const { pathname, search } = new URL(text)
    return { origin, path: `${pathname}${search}`, isLoopback }
  })
}

const maxUrlLength = 2_048

/** By its name alone: a name that resolves to loopback is no reason to call a private address. */
const isLoopbackHost = (given: string): boolean => {
  const hostname = given.replace(/^\[|\]$/g, "")
  return hostname === "localhost" || (isIP(hostname) !== 0 && ipaddr.process(hostname).range() === "loopback")
}

const send = (origins: Origins["Service"], { body, headers, url }: Webhook, settings: WebhookSettings): Effect.Effect<WebhookResult> =>
  Effect.gen(function* () {
    const read = readWebhookUrl(url, settings)
    if (Result.isFailure(read)) return { _tag: "NotSent", reason: `The URL ${read.failure}.` } as const
    const { isLoopback, origin, path } = read.success
    const answer = yield* origins.stream({
      origin,
      path,
      method: "POST",
      headers: [["user-agent", "Farthing"], ...headers],
      body,
      deadlineMs,
      maxBytes: maxAnswerBytes,
      displayName: "The receiver",
      allowed: isLoopback,
    })
    // The status decides. What becomes of the body changes nothing.
    yield* Effect.ignore(Stream.runDrain(answer.body))
    const isDelivered = answer.status >= 200 && answer.status <= 299
    return { _tag: isDelivered ? "Delivered" : "Refused", status: answer.status } as const
  }).pipe(Effect.scoped, Effect.catch(resultOf))

/** Only a receiver that could not be reached is known not to have the event. */
const resultOf = ({ code, message }: SourceFailure): Effect.Effect<WebhookResult> =>
  Effect.succeed({ _tag: code === "source_unavailable" ? "NotSent" : "Unknown", reason: message })
