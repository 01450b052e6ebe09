import { Data, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { readFileSync } from "node:fs"
import { verifyMerchantWebhook, verifyNoticeWebhook, verifyPaymentWebhook } from "../webhooks/verify.js"
import { CheckFailed, jsonFlag, print } from "./output.ts"

class UnreadableInput extends Data.TaggedError("UnreadableInput")<{ readonly message: string }> {}

const maxBytes = 1024 * 1024

/** The whole file as bytes; `-` is standard input. */
const readBytes = (path: string) =>
  Effect.try({
    try: () => {
      const bytes = readFileSync(path === "-" ? 0 : path)
      if (bytes.length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
      return bytes
    },
    catch: (cause) =>
      new UnreadableInput({ message: `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.` }),
  })

const sentences = {
  malformed_signature:
    "The header is not a signature of this kind: t=<unix seconds>.v1=<64 hexadecimal digits>, or for --kind merchant 64 hexadecimal digits.",
  outside_tolerance: "The header's time is more than 300 seconds away. For a request that was recorded, pass its time with --at.",
  wrong_signature:
    "The signature was not made with this secret for these bytes. Check the secret, and that the file holds the raw body, without a line break at its end.",
  malformed_body: "The signature is right, but the body is not a JSON object with an id.",
  wrong_event: "The signature is right, but the event is of the other kind. See --kind.",
  no_secret: "The secret is empty.",
  malformed_input: "The input cannot be checked.",
} as const

const verifiers = { payment: verifyPaymentWebhook, merchant: verifyMerchantWebhook, notice: verifyNoticeWebhook }

const verify = Command.make(
  "verify",
  {
    secretEnv: Flag.String("secret-env").pipe(Flag.withDescription("Name of the environment variable that holds the webhook secret")),
    header: Flag.String("header").pipe(Flag.withDescription("The value of x-service-signature")),
    bodyFile: Flag.String("body-file").pipe(Flag.withDescription('The raw body; "-" for standard input')),
    kind: Flag.Literals("kind", ["payment", "merchant", "notice"]).pipe(
      Flag.withDescription("What the event is about"),
      Flag.withDefault("payment" as const),
    ),
    at: Flag.optional(Flag.Int("at").pipe(Flag.withDescription("Check as of this time, in seconds since 1970; without it: now"))),
    json: jsonFlag,
  },
  Effect.fn(function* ({ at, bodyFile, header, json, kind, secretEnv }) {
    const secret = process.env[secretEnv]
    if (secret === undefined || secret === "") {
      return yield* new UnreadableInput({
        message: `The environment variable ${secretEnv} is empty or not set. Set it to the webhook secret.`,
      })
    }
    const input = { body: yield* readBytes(bodyFile), signature: header, secret, ...(Option.isSome(at) && { now: at.value }) }
    const result = verifiers[kind](input)
    if (result.ok) {
      return yield* print(
        json,
        { ok: true, id: result.event.id, event: result.event.event },
        `The signature is right: ${result.event.event}, ${result.event.id}.`,
      )
    }
    yield* print(json, { ok: false, reason: result.reason, message: sentences[result.reason] }, `Refused. ${sentences[result.reason]}`)
    return yield* new CheckFailed()
  }),
).pipe(Command.withDescription("Check the signature of a webhook as a receiver would; exits 1 if it is refused"))

export const webhook = Command.make("webhook").pipe(
  Command.withDescription("Webhooks that the gateway sends"),
  Command.withSubcommands([verify]),
)
