import { kindOf, type Mention, type Span } from "../read/Mention.ts"
import { clauseOf } from "../read/ParsedQuestion.ts"
import type { OperationCall } from "./OperationCall.ts"
import { factsRequested } from "./OperationProfile.ts"

/** Kinds of short codes and names that a question proposes as its own answer (`lev or euro`, `is the prefix GR or EL`), each with the facts that answer it. */
const proposable: Readonly<Record<string, ReadonlySet<string>>> = {
  "country.code": new Set(["country.code"]),
  "country.calling_code": new Set(["country.calling_codes", "phone.calling_code"]),
  "currency.code": new Set(["currency.code"]),
  "place.name": new Set(["country.capital", "phone.area"]),
  "proposed.date": new Set(["holiday.date", "feast.date"]),
  "proposed.weekday": new Set(["holiday.substitutes"]),
  "tax.percent": new Set(["vat.percent"]),
  "vat.percent": new Set(["vat.percent"]),
  "vat.prefix": new Set(["vat.prefix"]),
}

/**
 * Whether a value of this kind is what the answer of a call is compared with: the call answers such a value. Of a call that takes
 * such values too, only a country is: a second currency beside a currency is another question. A town is where the capital is requested.
 */
export const isComparedWith = ({ operation, variant }: OperationCall, kind: string, question: string): boolean =>
  Object.hasOwn(proposable, kind) &&
  (kind !== "place.name" ||
    operation.definition.output.includes("phone.area") ||
    factsRequested(operation, clauseOf(question, 0, question.length)).includes("country.capital")) &&
  // A rate that is stated beside an amount is the one to compute with.
  (kind !== "tax.percent" || !variant.input.some(({ slot }) => kindOf(slot) === "currency.amount")) &&
  (kind === "country.code" || !variant.input.some(({ slot }) => kindOf(slot) === kind)) &&
  operation.definition.output.some((fact) => proposable[kind]!.has(fact))

/** `sunrise in Oslo and in Brazil`, `in the US and in Europe`: a country beside a value that a step takes is one more request, not an answer that is proposed. */
export const isBesideUsed = (question: string, { end, kind, start }: Mention, used: ReadonlyArray<Mention | Span>): boolean =>
  kind === "country.code" &&
  used.some((value) => {
    const [from, to] = value.start < start ? [value.end, start] : [end, value.start]
    return to > from && to - from <= maxJoint && joining.test(question.slice(from, to))
  })

const maxJoint = 40
const joining = /^\s+(?:and|plus|as\s+well\s+as)\s+(?:(?:also\s+)?(?:in|of|for|from|at)\s+)?(?:the\s+)?$/iu

/** `symbol of the yen in euros`, `from DEM to EUR`: the value is what something is turned into, and proposes no answer. */
export const isProposal = (question: string, { kind, start }: Pick<Mention, "kind" | "start">): boolean =>
  kind === "proposed.weekday" ||
  // `Is the IP address 81.2.69.142 from the United Kingdom?`
  (kind === "country.code" &&
    /(?:^|[?.!]\s)(?:is|are)\s(?:the\s)?(?:[\p{L}-]+\s){0,3}\S*\d\S*\sfrom\s(?:the\s)?$/iu.test(
      question.slice(Math.max(0, start - 120), start),
    )) ||
  !/\b(?:to|into|from|than|per|against|versus|vs\.?)\s(?:the\s)?$/iu.test(question.slice(Math.max(0, start - 16), start))

/** The facts of a call that values of a question propose: the area of a telephone number, of `a landline in Berlin?`. */
export const factsProposed = (call: OperationCall, mentions: ReadonlyArray<Mention>, question: string): ReadonlyArray<string> =>
  mentions
    .filter((mention) => isComparedWith(call, mention.kind, question) && isProposal(question, mention))
    .flatMap(({ kind }) => proposedFacts(call, kind))

/** The facts of a call that a value of a kind is a proposal of. */
export const proposedFacts = ({ operation }: OperationCall, kind: string): ReadonlyArray<string> =>
  operation.definition.output.filter((fact) => proposable[kind]?.has(fact))
