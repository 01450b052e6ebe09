import { Data, Effect, Option, Schedule, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { Settings } from "../Settings.ts"
import { jsonFlag, print } from "./output.ts"

/** The gateway refused the payment, or could not be reached. */
class NotPaid extends Data.TaggedError("NotPaid")<{ readonly message: string }> {}

const Refusal = Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.String }) })
const Prepared = Schema.Struct({ gasless: Schema.Struct({ params: Schema.Array(Schema.String) }) })
const Status = Schema.Struct({ status: Schema.String, message: Schema.String, tx_hash: Schema.NullOr(Schema.String) })

/** A request to the gateway of the checkout, as its page makes it. */
const call = Effect.fnUntraced(function* <A>(schema: Schema.Codec<A>, url: string, body?: object) {
  const init = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
  const answer = yield* Effect.tryPromise({
    try: async (): Promise<unknown> => JSON.parse(await (await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })).text()),
    catch: () => new NotPaid({ message: `No gateway answers at ${new URL(url).origin}. Start it, then try again. Nothing was paid.` }),
  })
  const refused = Schema.decodeUnknownOption(Refusal)(answer)
  if (Option.isSome(refused)) return yield* new NotPaid({ message: refused.value.error.message })
  return yield* Effect.mapError(
    Schema.decodeUnknownEffect(schema)(answer),
    () => new NotPaid({ message: `${url} is not a checkout of a gateway.` }),
  )
})

const pageOf = /^(https?:\/\/[^/]+)\/pay\/([0-9a-f-]{36})$/i

export const sandboxPay = Command.make(
  "pay",
  {
    checkout: Argument.String("checkout").pipe(
      Argument.withDescription("The address of the checkout's page, as POST /v1/checkout answers it"),
      Argument.filter(
        (text) => pageOf.test(text),
        (text) => `"${text}" is not the address of a checkout: it ends with /pay/ and an id`,
      ),
    ),
    json: jsonFlag,
  },
  Effect.fn(function* ({ checkout, json }) {
    if ((yield* Settings).mode !== "sandbox") return yield* new NotPaid({ message: "sandbox pay is for a sandbox. Nothing was paid." })
    const [, base = "", id = ""] = pageOf.exec(checkout) ?? []
    const { demoAddress, demoBuyer, signAsDemoBuyer } = yield* Effect.promise(() => import("../../rails/x402/sandbox/demoAccounts.ts"))
    const buyer = demoAddress(demoBuyer)
    const { gasless } = yield* call(Prepared, `${base}/v1/payments/${id}/prepare`, { buyer })
    const signature = yield* Effect.promise(() => signAsDemoBuyer(gasless.params[1] ?? "{}"))
    yield* call(Status, `${base}/v1/payments/${id}/pay`, { signature, buyer })
    const paid = yield* call(Status, `${base}/v1/payments/${id}/status`).pipe(
      Effect.repeat({ schedule: Schedule.spaced("1 second"), while: ({ status }) => status === "confirming" }),
      Effect.timeoutOrElse({
        duration: "90 seconds",
        orElse: () => new NotPaid({ message: `The payment was sent and is not final yet. Look at ${checkout}; do not pay again.` }),
      }),
    )
    if (paid.status !== "paid") return yield* new NotPaid({ message: paid.message })
    yield* print(
      json,
      { id, status: paid.status, tx_hash: paid.tx_hash },
      `Paid from the demo buyer's wallet, in the transaction ${paid.tx_hash}.`,
    )
  }, Effect.provide(Settings.layer)),
).pipe(Command.withDescription("Pay a checkout with the wallet of the sandbox's demo buyer"))
