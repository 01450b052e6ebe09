import { Data, Effect, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { electronicFormatIBAN, isValidIBAN } from "ibantools"
import { toDecimal } from "../../domain/money/Money.ts"
import {
  approvePublisher,
  changePublisher,
  createPublisher,
  recordIban,
  renewPublisherKey,
  setFeeRate,
} from "../../domain/publishing/operatePublishers.ts"
import { missingProofs, proofState, type ProviderProof, type Publisher, verificationState } from "../../domain/publishing/Publisher.ts"
import { PublisherBooks } from "../../domain/publishing/PublisherBooks.ts"
import { Publishers } from "../../domain/publishing/Publishers.ts"
import { reversalWindows } from "../../domain/publishing/requestPayout.ts"
import { instantIn, isoTime, isoTimeOrNull, startOfNextMonth } from "../../domain/time.ts"
import { registry } from "../../rails/registry.ts"
import { balanceView, statementView } from "../http/publishers/views.ts"
import { idOf, limitFlag, Line, reasonFlag, reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"

const view = ({ createdAt, id, name, payees, status }: Publisher) => ({
  publisher_id: id,
  name,
  status,
  payees,
  created_at: isoTime(createdAt),
})
const line = ({ id, name, payees, status }: Publisher) =>
  `${id}  ${status.padEnd(9)}  ${name}, paid as ${payees.map((payee) => `"${payee}"`).join(", ")}`

const idArgument = idOf("the publisher")
const nameFlag = Flag.String("name").pipe(Flag.withSchema(Line), Flag.withDescription("The name that lists and statements show"))
const payeeFlag = Flag.String("payee").pipe(
  Flag.withSchema(Line),
  Flag.withDescription("The publisher's name in sources and listings. Give it again for each name; a payee belongs to one publisher"),
)

const create = Command.make(
  "create",
  { name: nameFlag, payees: Flag.atLeast(payeeFlag, 1), reason: sandboxReasonFlag, json: jsonFlag },
  Effect.fn(function* ({ json, name, payees, reason }) {
    const { publisher, secret } = yield* createPublisher(name, payees, yield* reasonOrSandbox(reason))
    const key = Redacted.value(secret)
    yield* print(json, { ...view(publisher), key }, `Publisher ${name}: ${publisher.id}. Its key is shown this once:\n${key}`)
  }, withServices),
).pipe(Command.withDescription("Create a publisher with a key, which is shown once"))

const list = Command.make(
  "list",
  {
    after: Flag.optional(Flag.String("after").pipe(Flag.withDescription("Only publishers created after this one"))),
    limit: limitFlag(1000, 100),
    json: jsonFlag,
  },
  Effect.fn(function* ({ after, json, limit }) {
    const all = yield* Effect.flatMap(Publishers, (publishers) => publishers.list(Option.getOrNull(after), limit))
    yield* print(json, { publishers: all.map(view) }, all.length === 0 ? "No publishers." : all.map(line).join("\n"))
  }, withServices),
).pipe(Command.withDescription("Publishers, the oldest first"))

const proofLine = ({ evidence, expiresAt, id, kind, subject, submittedBy }: ProviderProof, state: string) =>
  `  ${id}  ${kind.padEnd(6)}  ${state.padEnd(8)}  ${subject}  until ${isoTime(expiresAt).slice(0, 10)}, by ${submittedBy}${kind === "iban" ? `, evidence ${evidence}` : ""}`

const show = Command.make(
  "show",
  { id: idArgument, json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const publishers = yield* Publishers
    const publisher = yield* publishers.find(id)
    const proofs = yield* publishers.proofs(publisher.id)
    const now = yield* publishers.now
    const windows = yield* reversalWindows
    const balance = yield* Effect.flatMap(PublisherBooks, (books) => books.balance(publisher.id, windows))
    const value = {
      ...view(publisher),
      verification: verificationState(proofs, now),
      missing: missingProofs(proofs, now),
      proofs: proofs.map((proof) => ({
        id: proof.id,
        kind: proof.kind,
        status: proofState(proof, now),
        subject: proof.subject,
        evidence: proof.evidence,
        submitted_by: proof.submittedBy,
        submitted_at: isoTime(proof.submittedAt),
        expires_at: isoTime(proof.expiresAt),
        approved_at: isoTimeOrNull(proof.approvedAt),
        approved_by: proof.approvedBy,
      })),
      balance: balanceView(balance),
    }
    const amounts = `  available ${toDecimal(balance.available)} USD, maturing ${toDecimal(balance.maturing)}, in payout ${toDecimal(balance.inPayout)}, total ${toDecimal(balance.balance)}; paid out and still reversible ${toDecimal(balance.atRisk)} (as not authorised ${toDecimal(balance.atRiskUnauthorised)})`
    const lines = proofs.map((proof) => proofLine(proof, proofState(proof, now)))
    yield* print(
      json,
      value,
      [line(publisher), `  ${value.verification}. ${value.missing.join(" ")}`.trimEnd(), amounts, ...lines].join("\n"),
    )
  }, withRails),
).pipe(Command.withDescription("One publisher with its proofs and what it is owed"))

const removedPayeeFlag = Flag.String("remove-payee").pipe(
  Flag.withSchema(Line),
  Flag.withDescription("A payee that was added by mistake: nothing of it may be in a payout or corrected yet"),
)

class NoSuchChange extends Data.TaggedError("NoSuchChange")<{ readonly message: string }> {}

const set = Command.make(
  "set",
  {
    id: idArgument,
    name: Flag.optional(nameFlag),
    payees: Flag.atLeast(payeeFlag, 0),
    removedPayees: Flag.atLeast(removedPayeeFlag, 0),
    status: Flag.optional(Flag.Literals("status", ["active", "suspended"]).pipe(Flag.withDescription("Publishers of this status only"))),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ id, json, name, payees, reason, removedPayees, status }) {
    if (Option.isNone(name) && Option.isNone(status) && payees.length + removedPayees.length === 0) {
      return yield* new NoSuchChange({ message: "Give at least one of --name, --payee, --remove-payee and --status." })
    }
    const named = { ...(Option.isSome(name) && { name: name.value }), ...(Option.isSome(status) && { status: status.value }) }
    const change = { ...named, payees, removedPayees }
    const publisher = yield* changePublisher("publisher set", id, change, reason)
    yield* print(json, view(publisher), line(publisher))
  }, withServices),
).pipe(
  Command.withDescription(
    "Rename, suspend or resume a publisher, add a payee, or remove one that was added by mistake; a suspended one can read and request nothing",
  ),
)

const key = Command.make(
  "key",
  { id: idArgument, reason: reasonFlag, json: jsonFlag },
  Effect.fn(function* ({ id, json, reason }) {
    const secret = Redacted.value(yield* renewPublisherKey(id, reason))
    yield* print(
      json,
      { publisher_id: id, key: secret },
      `The key before is refused from now on. The new one is shown this once:\n${secret}`,
    )
  }, withServices),
).pipe(Command.withDescription("Replace the key; effective at once"))

const iban = Command.make(
  "iban",
  {
    id: idArgument,
    iban: Flag.String("iban").pipe(
      Flag.withDescription("Only its country and last four characters are kept"),
      Flag.filterMap(
        (text) => Option.filter(Option.fromNullishOr(electronicFormatIBAN(text)), isValidIBAN),
        (text) => `"${text}" is no valid IBAN`,
      ),
    ),
    evidence: Flag.String("evidence").pipe(
      Flag.withSchema(Line),
      Flag.withDescription("Where you keep the document that proves the account"),
    ),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ evidence, iban, id, json, reason }) {
    const proof = yield* recordIban(id, iban, evidence, reason)
    const value = { publisher_id: id, proof_id: proof.id, subject: proof.subject, expires_at: isoTime(proof.expiresAt) }
    yield* print(
      json,
      value,
      `Recorded ${proof.subject} until ${value.expires_at.slice(0, 10)}. Now approve: farthing publisher approve ${id} --reason …`,
    )
  }, withServices),
).pipe(Command.withDescription("Record the proof of a bank account; approve it afterwards"))

const approve = Command.make(
  "approve",
  { id: idArgument, reason: reasonFlag, json: jsonFlag },
  Effect.fn(function* ({ id, json, reason }) {
    const approved = yield* approvePublisher(id, reason)
    const publishers = yield* Publishers
    const publisher = yield* publishers.find(id)
    const proofs = yield* publishers.proofs(publisher.id)
    const now = yield* publishers.now
    const state = verificationState(proofs, now)
    const value = { publisher_id: id, approved: approved.map(({ id }) => id), verification: state, missing: missingProofs(proofs, now) }
    yield* print(json, value, `${approved.length} proofs approved. The publisher is ${state}. ${value.missing.join(" ")}`.trimEnd())
  }, withServices),
).pipe(Command.withDescription("Approve the proofs of a publisher that wait"))

const monthOf = (text: string) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? Option.some(text) : Option.none())

const statement = Command.make(
  "statement",
  {
    id: idArgument,
    month: Flag.String("month").pipe(
      Flag.withDescription("The month (UTC), for instance 2026-11"),
      Flag.filterMap(monthOf, (text) => `"${text}" is no month, for instance 2026-11`),
    ),
    json: jsonFlag,
  },
  Effect.fn(function* ({ id, json, month }) {
    const publisher = yield* Effect.flatMap(Publishers, (publishers) => publishers.find(id))
    const from = Date.parse(`${month}-01T00:00:00Z`)
    const read = yield* Effect.flatMap(PublisherBooks, (books) => books.statement(publisher.id, month, from, startOfNextMonth(from)))
    const lines = read.lines.map(
      ({ amount, calls, kind, operation, rail, source }) =>
        `${toDecimal(amount).padStart(16)}  ${kind.padEnd(12)}  ${[rail, source, operation].filter((part) => part !== null).join(" ")}  (${calls})`,
    )
    const text = [`${toDecimal(read.opening).padStart(16)}  opening`, ...lines, `${toDecimal(read.closing).padStart(16)}  closing, in USD`]
    yield* print(json, statementView(publisher.id, read), text.join("\n"))
  }, withServices),
).pipe(Command.withDescription("What a month (UTC) brought: opening and lines add up to closing"))

const rate = Command.make(
  "rate",
  {
    rail: Flag.String("rail").pipe(Flag.withDescription("Id of the rail that the rate is for, for instance credits")),
    basisPoints: Flag.Int("basis-points").pipe(
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))),
      Flag.withDescription("The platform's share; 200 is 2 %"),
    ),
    from: Flag.String("from").pipe(
      Flag.withDescription("For calls that the rail settled from this date or date-time (UTC) on"),
      Flag.filterMap(
        (text) => Option.filter(Option.fromUndefinedOr(instantIn(text)), () => /^[\d-]+(?:T.*Z)?$/.test(text)),
        (text) => `"${text}" is no date or date-time in UTC, for instance 2026-05-01 or 2026-05-01T12:00:00Z`,
      ),
    ),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ basisPoints, from, json, rail, reason }) {
    yield* setFeeRate({ rail, basisPoints, settledFrom: from }, reason, Object.keys(registry))
    yield* printRates(json)
  }, withRails),
).pipe(
  Command.withDescription(
    "Set the platform's share of calls settled from a date on; calls that were booked at a higher fee are corrected once",
  ),
)

const printRates = Effect.fnUntraced(function* (json: boolean) {
  const all = yield* Effect.flatMap(Publishers, ({ rates }) => rates)
  const shown = all.map((one) => ({ rail: one.rail, settled_from: isoTime(one.settledFrom), basis_points: one.basisPoints }))
  const lines = shown.map((one) => `${one.rail.padEnd(8)}  settled from ${one.settled_from}  ${one.basis_points} basis points`)
  yield* print(json, { rates: shown }, lines.join("\n"))
})

const rates = Command.make(
  "rates",
  { json: jsonFlag },
  Effect.fn(({ json }) => printRates(json), withServices),
).pipe(Command.withDescription("The platform's share of calls, by rail and the date of settlement"))

export const publisher = Command.make("publisher").pipe(
  Command.withDescription("Publishers, which are paid for sources and listings"),
  Command.withSubcommands([create, list, show, set, key, iban, approve, statement, rate, rates]),
)
