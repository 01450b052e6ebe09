import type { Mention, Span } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import type { Goal } from "./Goal.ts"
import { requestedFacts } from "./requestedFacts.ts"

/** `money used in Stanley, Falkland Islands`, `which side do they drive on in Sousse, Tunisia`: in a town one pays, is called and drives as in its country. */
export const isTownOfCountry = (
  { question }: ParsedQuestion,
  { kind, start }: Mention,
  used: ReadonlyArray<Mention | Span>,
  goals: ReadonlyArray<Goal>,
): boolean =>
  kind === "place.name" &&
  goals.every(({ candidate: { operation }, clause }) => {
    if (operation.id.startsWith("currency.") || operation.id === "phone.dialling") return true
    const facts = operation.id === "country.profile" ? requestedFacts(operation, clause) : []
    return facts.length > 0 && facts.every((fact) => sameInTowns.test(fact))
  }) &&
  used.some((value) => "kind" in value && value.kind === "country.code" && inCountry.test(question.slice(start, value.start)))

const inCountry = /^(?:(?!\s(?:and|or|in|but)\s)[^,.?!;])+,\s(?:the\s)?$/iu

const sameInTowns = /^(?:currency\.|country\.(?:calling_codes|driving_side|top_level_domains)$)/u
