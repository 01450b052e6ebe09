import type { SentenceTemplate } from "../template.ts"

/** The facts of what a number contains. The verdict on the number is stated before them, also where it was not requested. */
export const insideFacts = (domain: string): ReadonlyArray<string> =>
  ["contained_number", "contained_type", "holder_kind"].map((fact) => `${domain}.${fact}`)

/** What a valid number contains, and whose it is by its letters: `domain` has the facts. */
export const insideSentences = (domain: string, name: string, valid: string): ReadonlyArray<SentenceTemplate> => {
  const [number, type, holder] = [`${domain}.contained_number`, `${domain}.contained_type`, `${domain}.holder_kind`]
  return [
    { text: `It contains the {${type}} {${number}}.`, facts: [number, type] },
    {
      text: `No other number can be read from this ${name}.`,
      facts: [number, type],
      when: { [valid]: true, [number]: null },
      detail: true,
    },
    { text: `Its holder after its letters or prefix: {${holder}}.`, facts: [holder] },
    {
      text: `Such a ${name} does not show what kind of holder it has.`,
      facts: [holder],
      when: { [valid]: true, [holder]: null },
      detail: true,
    },
  ]
}
