import { type Clause, clauseOf } from "./ParsedQuestion.ts"
import { persons } from "./persons.ts"

/** `Recipe says` of `Recipe says 350 fahrenheit, …`: where a value is from, without the value. */
const statedBy =
  /^\W*(?:(?:the|an?|my|our|his|her|their|this)\s)?(?:(?!troy\b|imperial\b)\p{L}+\s){1,3}?(?:says|reads|states|shows|lists|specifies|calls\sfor)\s(?=(?:\p{L}+\s){0,2}[+-]?\p{N})/iu

/** `for my American colleague` at the end of a question: whom the answer is for. */
const forPerson = new RegExp(
  String.raw`\s(?:for|to\stell|to\ssend\sto)\s(?:my|our|his|her|their)\s(?:[\p{L}-]+\s){0,2}?(?:${persons})s?(?=\W*$)`,
  "iu",
)

/** The stretches of a question that say where its values are from, or whom it is for. */
export const occasionsOf = (question: string): ReadonlyArray<Clause> =>
  [statedBy, forPerson].flatMap((occasion) => {
    const match = occasion.exec(question)
    return match === null ? [] : [clauseOf(question, match.index, match.index + match[0].length)]
  })
