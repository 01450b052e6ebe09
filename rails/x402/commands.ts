import { Context, Data, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { microUsd, toDecimal } from "../../domain/money/Money.ts"
import { OrganisationId } from "../../domain/money/ids.ts"
import type { CommandTools } from "../RailModule.ts"
import type { UnclaimedPayment } from "./store/unclaimed.ts"
import type { PhraseState } from "./wallets/rotation.ts"

/** The contract that pays all parts of a checkout. */
export interface SplitterState {
  readonly network: string
  /** Where the deployer puts it, on every network. */
  readonly address: string
  /** The address in the settings. */
  readonly configured: string | undefined
  /** At `address` of this network: the contract of this release, no contract, or another one. */
  readonly code: "deployed" | "missing" | "other"
  /** The transaction that deploys it. Any account can send it. */
  readonly deployment: { readonly to: string; readonly data: string }
}

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
      /** Payments that no call took and that are not credited. */
      readonly unclaimed: Effect.Effect<ReadonlyArray<UnclaimedPayment>, { readonly message: string }>
      /** Undefined if no such payment is open, or if it belongs to another organisation. */
      readonly credit: (
        hash: string,
        logIndex: number,
        organisation: OrganisationId,
      ) => Effect.Effect<UnclaimedPayment | undefined, { readonly message: string }>
      readonly rotate: Effect.Effect<{ readonly previous: string; readonly current: string }, { readonly message: string }>
      readonly retire: Effect.Effect<ReadonlyArray<string>, { readonly message: string }>
      readonly phrases: Effect.Effect<PhraseStates, { readonly message: string }>
      readonly splitter: Effect.Effect<SplitterState, { readonly message: string }>
    }
  | undefined
>("farthing/rails/x402/X402Admin", { defaultValue: () => undefined })

class NoStablecoin extends Data.TaggedError("NoStablecoin")<{ readonly message: string }> {}
class RescanFailed extends Data.TaggedError("RescanFailed")<{ readonly message: string }> {}
class NotCredited extends Data.TaggedError("NotCredited")<{ readonly message: string }> {}
class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

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
      splitterCommand(tools),
      unclaimedCommand(tools),
      creditCommand(tools),
    ]),
  )
}

const unclaimedCommand = ({ jsonFlag, run }: CommandTools) =>
  Command.make("unclaimed", { json: jsonFlag }, ({ json }) =>
    run(
      json,
      Effect.map(
        Effect.flatMap(requireAdmin, ({ unclaimed }) => failing(unclaimed)),
        (payments) => ({
          value: {
            payments: payments.map(({ block, hash, logIndex, organisation, payer, settledBy, value }) => ({
              transaction: hash,
              log_index: logIndex,
              block: Number(block),
              payer,
              amount_micro_usd: String(value),
              organisation_id: organisation,
              settled_by: settledBy,
            })),
          },
          text:
            payments.length === 0
              ? "Of the payments that are older than 2,100 blocks, each belongs to a call or is credited. A newer one can still be presented for a call."
              : payments
                  .map(({ hash, logIndex, payer, settledBy, value }) => {
                    const origin = settledBy === null ? "" : `, settled for ${settledBy}`
                    return `${toDecimal(microUsd(value))} USDC from ${payer}, transaction ${hash}, log ${logIndex}${origin}`
                  })
                  .join("\n"),
        }),
      ),
    ),
  ).pipe(Command.withDescription("Payments to the gateway that no call took and whose organisation is not known"))

const creditCommand = ({ jsonFlag, operate, reasonFlag }: CommandTools) =>
  Command.make(
    "credit",
    {
      transaction: Flag.String("transaction").pipe(
        Flag.filter(
          (text) => /^0x[0-9a-fA-F]{64}$/.test(text),
          (text) => `--transaction is the hash of a transaction: 0x and 64 hexadecimal digits, not "${text}"`,
        ),
        Flag.withDescription("The hash that farthing x402 unclaimed shows"),
      ),
      log: block("log", "The log index of the transfer"),
      org: Flag.String("org").pipe(
        Flag.withSchema(Schema.String.check(Schema.isUUID())),
        Flag.withDescription("The organisation that gets the amount as credits"),
      ),
      reason: reasonFlag,
      json: jsonFlag,
    },
    ({ json, log, org, reason, transaction }) => {
      const organisation = OrganisationId.make(org)
      return operate(
        json,
        { action: "x402 credit", organisation, subject: `transaction ${transaction}, log ${log}`, reason },
        Effect.gen(function* () {
          const { credit } = yield* requireAdmin
          const payment = yield* failing(credit(transaction, log, organisation))
          if (payment === undefined) {
            return yield* new NotCredited({
              message:
                "Nothing was credited: no such payment is open, it belongs to another organisation, or the organisation does not exist. See farthing x402 unclaimed.",
            })
          }
          return {
            value: { transaction, log_index: log, organisation_id: org, credited_micro_usd: String(payment.value) },
            text: `Credited ${toDecimal(microUsd(payment.value))} USD to ${org}.`,
          }
        }),
      )
    },
  ).pipe(Command.withDescription("Credit a payment that no call took to an organisation; once"))

const splitterCommand = ({ jsonFlag, run }: CommandTools) =>
  Command.make("splitter", { json: jsonFlag }, ({ json }) =>
    run(
      json,
      Effect.map(
        Effect.flatMap(requireAdmin, ({ splitter }) => failing(splitter)),
        (state) => ({ value: state, text: splitterText(state) }),
      ),
    ),
  ).pipe(Command.withDescription("The contract that pays all parts of a checkout: where it is, and how it is deployed"))

const splitterText = ({ address, code, configured, deployment, network }: SplitterState) => {
  const setting = "FARTHING_X402_SPLITTER"
  if (code === "other") return `There is another contract at ${address} of ${network}. Do not use it.`
  if (code === "missing") {
    return `The splitter is not deployed on ${network}. Send this transaction from any account with ether, then set ${setting}=${address}.\nto:   ${deployment.to}\ndata: ${deployment.data}`
  }
  if (configured === undefined) return `The splitter is deployed at ${address} of ${network}. Set ${setting}=${address} to allow checkouts.`
  return `The splitter is deployed at ${address} of ${network}, and the settings name ${configured}.`
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
        return yield* new CommandFailed({ message: "--reason is required: it is kept in the log of the operators." })
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
  Effect.mapError(action, ({ message }) => new CommandFailed({ message }))

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
