import { type RegionTax, regionTax } from "./RegionTax.ts"

/**
 * The sales tax of each state of the USA in July 2026: from memory, each rate compared with the table of the Tax Foundation for the middle of 2026. The package
 * sales-tax has old rates of several states. The District of Columbia is left out: sources differ on whether its rate rose in October 2025 and October 2026.
 *
 * The Tax Foundation adds the local tax that applies in the whole of California, Nevada, Utah and Virginia to the rate of the state. It is a part of its own here.
 */
const states: Readonly<Record<string, readonly [name: string, percent: string]>> = {
  AL: ["Alabama", "4"],
  AK: ["Alaska", "0"],
  AZ: ["Arizona", "5.6"],
  AR: ["Arkansas", "6.5"],
  CA: ["California", "6"],
  CO: ["Colorado", "2.9"],
  CT: ["Connecticut", "6.35"],
  DE: ["Delaware", "0"],
  FL: ["Florida", "6"],
  GA: ["Georgia", "4"],
  HI: ["Hawaii", "4"],
  ID: ["Idaho", "6"],
  IL: ["Illinois", "6.25"],
  IN: ["Indiana", "7"],
  IA: ["Iowa", "6"],
  KS: ["Kansas", "6.5"],
  KY: ["Kentucky", "6"],
  LA: ["Louisiana", "5"],
  ME: ["Maine", "5.5"],
  MD: ["Maryland", "6"],
  MA: ["Massachusetts", "6.25"],
  MI: ["Michigan", "6"],
  MN: ["Minnesota", "6.875"],
  MS: ["Mississippi", "7"],
  MO: ["Missouri", "4.225"],
  MT: ["Montana", "0"],
  NE: ["Nebraska", "5.5"],
  NV: ["Nevada", "4.6"],
  NH: ["New Hampshire", "0"],
  NJ: ["New Jersey", "6.625"],
  NM: ["New Mexico", "4.875"],
  NY: ["New York", "4"],
  NC: ["North Carolina", "4.75"],
  ND: ["North Dakota", "5"],
  OH: ["Ohio", "5.75"],
  OK: ["Oklahoma", "4.5"],
  OR: ["Oregon", "0"],
  PA: ["Pennsylvania", "6"],
  RI: ["Rhode Island", "7"],
  SC: ["South Carolina", "6"],
  SD: ["South Dakota", "4.2"],
  TN: ["Tennessee", "7"],
  TX: ["Texas", "6.25"],
  UT: ["Utah", "4.85"],
  VT: ["Vermont", "6"],
  VA: ["Virginia", "4.3"],
  WA: ["Washington", "6.5"],
  WV: ["West Virginia", "6"],
  WI: ["Wisconsin", "5"],
  WY: ["Wyoming", "4"],
}

/** Local taxes that apply in the whole state. */
const statewide: Readonly<Record<string, string>> = { CA: "1.25", NV: "2.25", UT: "1.25", VA: "1" }

/** States with a sales tax to which no county or city adds a general one. */
const withoutLocal: ReadonlySet<string> = new Set("CT IN KY ME MD MA MI NJ RI".split(" "))

/** States whose tax is one on the receipts of the seller. */
const otherTaxes: Readonly<Record<string, string>> = { HI: "general excise tax", NM: "gross receipts tax" }

/** First days of rates that changed in the last years, after the laws. */
const firstDays: Readonly<Record<string, string>> = { LA: "2025-01-01", NM: "2023-07-01", SD: "2023-07-01" }

/** No local sales tax in a state without one of its own; Alaska and Montana have them in some towns. */
const withLocalAlone: ReadonlySet<string> = new Set(["AK", "MT"])

export const unitedStates: ReadonlyArray<RegionTax> = Object.entries(states).map(([code, [name, percent]]) => {
  const tax = otherTaxes[code] ?? "sales tax"
  const local = statewide[code]
  const isWithout = percent === "0"
  return regionTax({
    code: `US-${code}`,
    name,
    country: "US",
    kind: isWithout ? "no state" : local === undefined ? "state" : "state and local",
    parts: isWithout
      ? []
      : [
          { name: `state ${tax}`, percent, since: firstDays[code] ?? null },
          ...(local === undefined ? [] : [{ name: "local tax of the whole state", percent: local, since: null }]),
        ],
    tax,
    hasLocal: isWithout ? withLocalAlone.has(code) : !withoutLocal.has(code),
  })
})
