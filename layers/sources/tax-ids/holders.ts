/** Letters with which a Spanish NIF begins, and whose number it is (Orden EHA/451/2008, Real Decreto 1065/2007). */
const spanishLetters: Readonly<Record<string, string>> = {
  A: "public limited company (sociedad anónima)",
  B: "private limited company (sociedad de responsabilidad limitada)",
  C: "general partnership (sociedad colectiva)",
  D: "limited partnership (sociedad comanditaria)",
  E: "joint ownership or estate without legal personality (comunidad de bienes)",
  F: "cooperative (sociedad cooperativa)",
  G: "association",
  H: "community of owners of a building",
  J: "civil partnership (sociedad civil)",
  K: "Spanish person under 14 years of age",
  L: "Spanish person who lives abroad",
  M: "foreign person without a NIE",
  N: "foreign entity",
  P: "local authority",
  Q: "public body",
  R: "religious congregation or institution",
  S: "body of the state or of an autonomous community",
  U: "temporary union of companies (UTE)",
  V: "other kind of entity",
  W: "permanent establishment of an entity that is not resident in Spain",
  X: "foreign person (NIE)",
  Y: "foreign person (NIE)",
  Z: "foreign person (NIE)",
}

/** The fourth letter of an Indian PAN, as the Income Tax Department defines it. */
const indianLetters: Readonly<Record<string, string>> = {
  A: "association of persons",
  B: "body of individuals",
  C: "company",
  F: "firm or limited liability partnership",
  G: "government",
  H: "Hindu undivided family",
  J: "artificial juridical person",
  L: "local authority",
  P: "individual person",
  T: "trust",
}

/** Prefixes that Companies House publishes. */
export const britishPrefixes = [
  ["SC", "a company registered in Scotland"],
  ["NI", "a company registered in Northern Ireland"],
  ["OC", "a limited liability partnership registered in England and Wales"],
  ["SO", "a limited liability partnership registered in Scotland"],
  ["NC", "a limited liability partnership registered in Northern Ireland"],
  ["LP", "a limited partnership registered in England and Wales"],
  ["SL", "a limited partnership registered in Scotland"],
  ["NL", "a limited partnership registered in Northern Ireland"],
  ["FC", "a company from abroad"],
  ["CE", "a charitable incorporated organisation in England and Wales"],
  ["CS", "a charitable incorporated organisation in Scotland"],
] as const

/** Which letter of a kind of number says whose it is, and what each means. */
export const holderLetters: Readonly<Record<string, { readonly place: string; readonly meanings: Readonly<Record<string, string>> }>> = {
  "ES.NIF": { place: "first", meanings: spanishLetters },
  "IN.GSTIN": { place: "sixth", meanings: indianLetters },
  "IN.PAN": { place: "fourth", meanings: indianLetters },
}

const holders: Readonly<Record<string, (number: string) => string | undefined>> = {
  "ES.NIF": (number) => (/^\d/u.test(number) ? "person with a Spanish identity document (DNI)" : spanishLetters[number.slice(0, 1)]),
  "IN.PAN": (number) => indianLetters[number.slice(3, 4)],
  "IN.GSTIN": (number) => indianLetters[number.slice(5, 6)],
  "GB.CRN": (number) =>
    /^\d/u.test(number) ? "a company registered in England and Wales" : britishPrefixes.find(([prefix]) => number.startsWith(prefix))?.[1],
}

/** Whose a valid number is, where a letter or prefix defines it: `kind` is a code such as `ES.NIF`. Never a person's birth date or sex. */
export const holderOf = (kind: string, number: string): string | null =>
  (Object.hasOwn(holders, kind) ? holders[kind]?.(number) : undefined) ?? null
