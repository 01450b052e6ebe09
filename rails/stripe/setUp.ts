import { Clock, Context, Effect, Record, Redacted, Schedule } from "effect"
import { Deployment } from "../../domain/rail/Deployment.ts"
import { recordLoopSuccess } from "../../domain/backgroundLoop.ts"
import { RailMisconfigured } from "../RailModule.ts"
import { Components } from "../../domain/sandbox/Component.ts"
import { type StripeSubscriber, StripeSubscribers } from "./events.ts"
import { stripeJobs } from "./jobs.ts"
import { givenUpWarning } from "./retries.ts"
import { makeSandboxStripe, SandboxStripe } from "./SandboxStripe.ts"
import { isLive, readSettings, type StripeSettings } from "./settings.ts"
import { makePgStripeStore, StripeStore, webhookSecrets } from "./store.ts"
import { StripeApi } from "./StripeApi.ts"
import { StripeConnection, StripeWebhook } from "./StripeConnection.ts"
import { makeStripeWebhook, type WebhookProof } from "./webhook.ts"

const sandboxKey = Redacted.make("sk_test_farthing_sandbox")

/** The connection to Stripe as the environment, or the sandbox, sets it up. Undefined for live money without a key. */
export const setUp = Effect.gen(function* () {
  const deployment = yield* Deployment
  const { mode } = deployment
  const settings = yield* readSettings(deployment)
  if (mode === "live" && settings.secretKey === undefined) return undefined
  const components = yield* Components
  const emulator = settings.secretKey === undefined ? components.url("stripe") : undefined
  const api = yield* apiOf(settings)
  const store = yield* makePgStripeStore
  const registered = yield* webhookSecrets
  const subscribers: Array<StripeSubscriber> = []
  const context = Context.make(StripeApi, api).pipe(Context.add(StripeStore, store), Context.add(StripeSubscribers, subscribers))
  // Only the sandbox's own Stripe follows the sandbox's clock, and only its secrets are in the database.
  const proof: WebhookProof =
    emulator === undefined
      ? { secrets: Effect.succeed(settings.webhookSecrets), now: Clock.currentTimeMillis, livemode: isLive(settings.secretKey) }
      : { secrets: Effect.map(registered.all, (ofSandbox) => [...settings.webhookSecrets, ...ofSandbox]), now: store.now, livemode: false }
  const subscribe = (subscriber: StripeSubscriber) => void subscribers.push(subscriber)
  const services = Context.make(StripeConnection, { api, store, subscribe, subscribers, emulator }).pipe(
    Context.add(StripeWebhook, makeStripeWebhook(context, proof)),
  )
  return {
    services: emulator === undefined ? services : Context.add(services, SandboxStripe, makeSandboxStripe(registered, emulator)),
    warning: Effect.orElseSucceed(Effect.provide(givenUpWarning, context), () => undefined),
    jobs: repeatJobs(
      "stripe",
      Record.map(stripeJobs, (job) => Effect.provide(job, context)),
      mode,
    ),
  }
})

/** With a key: Stripe, or the address that the operator set. Without one: the emulator that the sandbox runs. */
const apiOf = ({ secretKey, url }: StripeSettings) =>
  Effect.gen(function* () {
    if (secretKey === undefined) return StripeApi.ofComponent(sandboxKey, (yield* Components).url("stripe"))
    return yield* StripeApi.make({ secretKey, ...(url === undefined ? {} : { baseUrl: url }) })
  }).pipe(Effect.catchTag("StripeMisuse", ({ message }) => Effect.fail(new RailMisconfigured({ mistakes: [message] }))))

/** How often the database's clock is read for due jobs. In a sandbox somebody watches while the clock is moved. */
const pollEvery = { sandbox: "1 second", live: "5 seconds" } as const

/** Each job has a loop of its own, `sepa_debts` in the metrics: one that waits for Stripe delays no other. */
export const repeatJobs = <E>(rail: string, jobs: Readonly<Record<string, Effect.Effect<unknown, E>>>, mode: "sandbox" | "live") =>
  Effect.forEach(
    Object.entries(jobs),
    ([name, job]) =>
      job.pipe(
        Effect.andThen(recordLoopSuccess(`${rail}_${name}`)),
        Effect.catchCause((cause) => Effect.logWarning(`${rail}: the job ${name} failed and is tried again`, cause)),
        Effect.repeat(Schedule.spaced(pollEvery[mode])),
      ),
    { concurrency: "unbounded", discard: true },
  )
