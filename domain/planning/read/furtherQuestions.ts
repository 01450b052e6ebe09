import { remembered } from "./remembered.ts"

/**
 * The questions behind the first request of a text: `is the person male` of `codice fiscale … valid? and is the person male`, `give the phone number of the bank` of
 * `validate …, and give …`. A question that takes the first one up (`is it real?`) is not among them.
 */
export const furtherQuestions = remembered((question: string): ReadonlyArray<{ readonly start: number; readonly end: number }> =>
  [...question.matchAll(further)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
)

const further =
  /(?<=\S[?,;]?\s+(?:and|also|plus)\s+|[?,;]\s+)(?:in\s+)?(?:(?:is|are|does|do|did|has|have|was)\s+(?:the|she|he|they|that)\b|is\s+it\s+(?:an?\s+)?(?:man|woman|male|female)\b|(?:what|which|where|who|whose|when|whether|how)\b|(?:give|state|name|show|find|tell)\b|the\s+name\b)[^.?!]*/giu
