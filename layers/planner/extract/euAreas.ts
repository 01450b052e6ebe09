import type { Mention } from "../../../domain/planning/read/Mention.ts"
import type { EuArea } from "../../sources/tax-ids/euAreas.ts"

const union = String.raw`(?:the\s)?(?:eu|e\.u\.|european\sunion|europe|union)(?:['’]s)?`
const area = String.raw`(?:area|territory|zone|region|space|union)`
const ofUnion = (name: string) => String.raw`\b(?:${union}\s${name}|(?:common\s|the\s)?${name}\s(?:(?:of|with|in)\s)?${union}(?![\p{L}]))`

/** How the areas are named: `EU VAT area`, `the customs territory of the EU`, `in the EU for VAT purposes`. */
const forms: ReadonlyArray<readonly [EuArea, RegExp]> = [
  [
    "VAT area",
    new RegExp(
      String.raw`${ofUnion(String.raw`(?:vat|fiscal|tax)\s${area}`)}|\b${union}\sfor\s(?:the\spurposes\sof\s)?vat(?:\spurposes)?\b`,
      "giu",
    ),
  ],
  ["customs union", new RegExp(ofUnion(String.raw`customs\sunion`), "giu")],
  [
    "customs territory",
    new RegExp(String.raw`${ofUnion(String.raw`customs\s(?:area|territory|zone)`)}|\b${union}\sfor\scustoms(?:\spurposes)?\b`, "giu"),
  ],
]

/** Whether a text names an area of the EU. */
export const euAreaForm = new RegExp(forms.map(([, { source }]) => source).join("|"), "iu")

/** The areas of the EU's VAT and customs that a text names. */
export const euAreaMentions = (text: string): ReadonlyArray<Mention> =>
  forms.flatMap(([value, form]) =>
    [...text.matchAll(form)].map(({ 0: written, index }) => ({
      kind: "eu.area",
      start: index,
      end: index + written.length,
      text: written,
      value,
      weight: 0.9,
    })),
  )
