import type { Mention } from "../../../domain/planning/read/Mention.ts"
import type { StretchKind } from "../../sources/holidays/longWeekends.ts"

/** `long weekends`, `three-day weekends`, `extended weekend`; `bridge days`, of a holiday and a weekend. A four-day weekend is another request. */
const forms: ReadonlyArray<readonly [StretchKind, RegExp]> = [
  ["long_weekend", /\b(?:long|extended|(?:three|3)[\s-]days?)[\s-]weekends?\b/giu],
  ["bridge_day", /\b(?:bridge|bridging)[\s-]days?\b/giu],
]

/** `list the public holidays, I want to block long weekends`: the holidays are requested, too. */
const holidays = /\b(?:public|bank|national|federal|statutory)\s(?:holidays|hols)\b/iu

/** The kinds of stretches of days off that a text names. */
export const wantedStretches = (text: string): ReadonlyArray<Mention> => {
  if (holidays.test(text)) return []
  return forms.flatMap(([value, form]) =>
    [...text.matchAll(form)].map(({ 0: written, index }) => ({
      kind: "stretch.kind",
      start: index,
      end: index + written.length,
      text: written,
      value,
      weight: 0.9,
    })),
  )
}
