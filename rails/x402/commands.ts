import { Context, Data, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { microUsd, toDecimal } from "../../domain/money/Money.ts"
import type { CommandTools } from "../RailModule.ts"
import type { PhraseState } from "./wallets/rotation.ts"

interface PhraseStates {
  /** The current phrase first. */
  readonly states: ReadonlyArray<PhraseState>
  /** Gateways that run, and how many of them can sign with the current phrase. */
  readonly nodes: { readonly alive: number; readonly ready: number }
}

/** The operator's decisions about this rail. Undefined if this gateway has no x402 rail. */
export const X402Admin = Context.Reference<
  | {
      readonly rescan: (
        from: bigint,
        to: bigint | undefined,
      ) => Effect.Effect<{ readonly credited: number; readonly to: bigint }, { readonly message: string }>
      readonly rotate: Effect.Effect<{ readonly previous: string; readonly current: string }, { readonly message: string }>
      readonly retire: Effect.Effect<ReadonlyArray<string>, { readonly message: string }>
      readonly phrases: Effect.Effect<PhraseStates, { readonly message: string }>
    }
  | undefined
>("farthing/rails/x402/X402Admin", { defaultValue: () => undefined })

class NoStablecoin extends Data.TaggedError("NoStablecoin")<{ readonly message: string }> {}
class RescanFailed extends Data.TaggedError("RescanFailed")<{ readonly message: string }> {}
class RotationFailed extends Data.TaggedError("RotationFailed")<{ readonly message: string }> {}

const requireAdmin = Effect.flatMap(X402Admin, (admin) =>
  admin === undefined ? new NoStablecoin({ message: "This gateway is not set up for x402." }) : Effect.succeed(admin),
)

const block = (name: string, description: string) =>
  Flag.Int(name).pipe(
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
    Flag.withDescription(description),
  )

/** `farthing x402`: deposits to managed wallets, and the phrase that they come from. */
export const x402Command = (tools: CommandTools) => {
  const { jsonFlag, operate, reasonFlag } = tools
  return Command.make("x402" as string).pipe(
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
              const admin = yield* requireAdmin
              const last = Option.getOrUndefined(Option.map(to, BigInt))
              const result = yield* Effect.mapError(admin.rescan(BigInt(from), last), ({ message }) => new RescanFailed({ message }))
              return {
                value: { from_block: from, to_block: Number(result.to), credited: result.credited },
                text: `Credited ${result.credited} deposits that the books did not have, in blocks ${from} to ${result.to}.`,
              }
            }),
          ),
      ).pipe(Command.withDescription("Search blocks again for deposits to managed wallets; a deposit is never credited twice")),
      rotateCommand(tools),
    ]),
  )
}

const rotateCommand = ({ jsonFlag, operate, reasonFlag, run }: CommandTools) =>
  Command.make(
    "rotate",
    {
      status: Flag.Boolean("status").pipe(
        Flag.withDefault(false),
        Flag.withDescription("Only show the phrases, and whether an earlier one is still needed"),
      ),
      retire: Flag.Boolean("retire").pipe(
        Flag.withDefault(false),
        Flag.withDescription("Mark the earlier phrase as no longer needed, if it has no money and no open call"),
      ),
      reason: Flag.optional(reasonFlag),
      json: jsonFlag,
    },
    Effect.fnUntraced(function* ({ json, reason, retire, status }) {
      if (status)
        return yield* run(
          json,
          Effect.map(
            Effect.flatMap(requireAdmin, ({ phrases }) => failing(phrases)),
            phrasesView,
          ),
        )
      if (Option.isNone(reason))
        return yield* new RotationFailed({ message: "--reason is required: it is kept in the log of the operators." })
      const line = { organisation: null, subject: "wallet phrase", reason: reason.value }
      if (retire) {
        const command = Effect.map(
          Effect.flatMap(requireAdmin, ({ retire }) => failing(retire)),
          (retired) => ({
            value: { retired },
            text: `Retired ${retired.join(", ")}. Gateways start without FARTHING_X402_PREVIOUS_MASTER now. Keep the phrase: a deposit to one of its addresses is still credited, and swept when the phrase is set again.`,
          }),
        )
        return yield* operate(json, { action: "x402 rotate --retire", ...line }, command)
      }
      const command = Effect.map(
        Effect.flatMap(requireAdmin, ({ rotate }) => failing(rotate)),
        ({ current, previous }) => ({
          value: { current, previous },
          text: `The wallet phrase ${current} is current; ${previous} signs for earlier calls only, and its money is swept. Keep both set until farthing x402 rotate --status says that ${previous} can be retired.`,
        }),
      )
      return yield* operate(json, { action: "x402 rotate", ...line }, command)
    }),
  ).pipe(
    Command.withDescription(
      "Make the wallet phrase of FARTHING_X402_MASTER current; the earlier one stays in FARTHING_X402_PREVIOUS_MASTER",
    ),
  )

const failing = <A>(action: Effect.Effect<A, { readonly message: string }>) =>
  Effect.mapError(action, ({ message }) => new RotationFailed({ message }))

const phrasesView = ({ nodes, states }: PhraseStates) => {
  const views = states.map((state, i) => {
    const { addresses, balance, configured, empty, filled, fingerprint, generation, openCalls, openSweeps, retired } = state
    const current = i === 0
    return {
      fingerprint,
      generation,
      state: current ? "current" : retired ? "retired" : empty ? "may_be_retired" : "needed",
      configured,
      addresses,
      addresses_with_money: filled,
      balance_micro_usd: String(balance),
      open_calls: openCalls,
      open_sweeps: openSweeps,
    }
  })
  const lines = views.map(
    (view) =>
      `${view.fingerprint}  ${view.state}${view.configured ? "" : ", not in these settings"}: ${view.addresses} addresses with ${toDecimal(microUsd(BigInt(view.balance_micro_usd)))} USDC, ${view.open_calls} open calls, ${view.open_sweeps} open sweeps`,
  )
  const gateways = `${nodes.ready} of ${nodes.alive} running gateways can sign with the current phrase.`
  return {
    value: { phrases: views, gateways: { running: nodes.alive, with_current_phrase: nodes.ready } },
    text: [...lines, gateways].join("\n"),
  }
}
