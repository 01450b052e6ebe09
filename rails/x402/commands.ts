import { Context, Data, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import type { CommandTools } from "../RailModule.ts"

/** The operator's decisions about this rail. Undefined if this gateway has no x402 rail. */
export const X402Admin = Context.Reference<
  | {
      readonly rescan: (
        from: bigint,
        to: bigint | undefined,
      ) => Effect.Effect<{ readonly credited: number; readonly to: bigint }, { readonly message: string }>
    }
  | undefined
>("farthing/rails/x402/X402Admin", { defaultValue: () => undefined })

class NoStablecoin extends Data.TaggedError("NoStablecoin")<{ readonly message: string }> {}
class RescanFailed extends Data.TaggedError("RescanFailed")<{ readonly message: string }> {}

const block = (name: string, description: string) =>
  Flag.Int(name).pipe(
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
    Flag.withDescription(description),
  )

/** `farthing x402`: deposits to managed wallets. */
export const x402Command = ({ jsonFlag, operate, reasonFlag }: CommandTools) =>
  Command.make("x402" as string).pipe(
    Command.withDescription("Stablecoin on chain"),
    Command.withSubcommands([
      Command.make(
        "rescan",
        {
          from: block("from", "The first block"),
          to: Flag.optional(block("to", "The last block; the newest final one without it")),
          reason: reasonFlag,
          json: jsonFlag,
        },
        ({ from, json, reason, to }) =>
          operate(
            json,
            { action: "x402 rescan", organisation: null, subject: `blocks ${from} to ${Option.getOrElse(to, () => "the newest")}`, reason },
            Effect.gen(function* () {
              const admin = yield* X402Admin
              if (admin === undefined) return yield* new NoStablecoin({ message: "This gateway is not set up for x402." })
              const last = Option.getOrUndefined(Option.map(to, BigInt))
              const result = yield* Effect.mapError(admin.rescan(BigInt(from), last), ({ message }) => new RescanFailed({ message }))
              return {
                value: { from_block: from, to_block: Number(result.to), credited: result.credited },
                text: `Credited ${result.credited} deposits that the books did not have, in blocks ${from} to ${result.to}.`,
              }
            }),
          ),
      ).pipe(Command.withDescription("Search blocks again for deposits to managed wallets; a deposit is never credited twice")),
    ]),
  )
