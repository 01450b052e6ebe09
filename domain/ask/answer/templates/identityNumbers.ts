import type { AnswerTemplate } from "../template.ts"

/** Numbers of persons and taxpayers, and the forms of numbers. */
export const identityNumbers: Readonly<Record<string, AnswerTemplate>> = {
  "id.validate_number": {
    sentences: [
      {
        text: "Yes: the form and the check digits of {id.number_formatted} fit the {id.name}.",
        facts: ["id.valid", "id.format_valid", "id.name", "id.kind", "id.corrected_number", "id.completed_number"],
        when: { "id.valid": true, "id.has_check_digits": true },
      },
      {
        text: "The form of {id.number_formatted} fits the {id.name}; such a number has no check digits that can be verified.",
        facts: ["id.valid", "id.format_valid", "id.name", "id.kind", "id.has_check_digits", "id.corrected_number", "id.completed_number"],
        when: { "id.valid": true, "id.has_check_digits": false },
      },
      {
        text: "No: {id.number} is no valid {id.name}. {id.reason}",
        facts: ["id.valid", "id.format_valid", "id.reason", "id.name", "id.kind", "id.corrected_number", "id.completed_number"],
        when: { "id.valid": false },
      },
      {
        text: "With the check digits that its other characters require it is {id.corrected_number}.",
        facts: ["id.valid", "id.corrected_number", "id.reason", "id.completed_number"],
      },
      {
        text: "If its check digits are missing, the whole number is {id.completed_number}.",
        facts: ["id.valid", "id.completed_number", "id.corrected_number", "id.reason"],
      },
      { text: "It is a number of {country.name|country}.", facts: ["country.name", "country.code"], detail: true },
    ],
    limits: [{ text: "Whether the number was given to a person is not checked." }],
  },
  "id.number_format": {
    sentences: [
      { text: "The form of the {id.name} ({id.kind}): {id.written}.", facts: ["id.written", "id.name", "id.kind"] },
      { text: "It has check digits.", facts: ["id.has_check_digits"], when: { "id.has_check_digits": true } },
      { text: "It has no check digits that can be verified.", facts: ["id.has_check_digits"], when: { "id.has_check_digits": false } },
      { text: "Its prefixes: {id.prefixes|meanings}.", facts: ["id.prefixes", "id.written"], when: { "id.prefixes": { atLeast: 1 } } },
    ],
  },
}
