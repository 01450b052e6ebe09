import { type CountryCode, Metadata } from "libphonenumber-js/max"

/** What the types of libphonenumber-js leave out of its metadata. The number 0 or undefined: there is none. */
interface Plan {
  /** A regular expression: some countries have a prefix for each carrier. */
  readonly IDDPrefix: () => string
  readonly defaultIDDPrefix: () => string | 0 | undefined
  readonly nationalPrefix: () => string | 0 | undefined
  readonly type: (type: "FIXED_LINE" | "MOBILE") => { readonly possibleLengths: () => ReadonlyArray<number> | undefined } | undefined
  readonly possibleLengths: () => ReadonlyArray<number>
}
interface Plans {
  readonly numberingPlan: Plan
  readonly getCountryCodesForCallingCode: (calling: string) => ReadonlyArray<string> | undefined
  readonly selectNumberingPlan: (country: CountryCode) => void
}

// The only cast: the class has these members, its types do not.
const plans = () => new Metadata() as unknown as Plans

export const planOf = (country: CountryCode): Plan => {
  const all = plans()
  all.selectNumberingPlan(country)
  return all.numberingPlan
}

/** The countries under a calling code in digits, the main one first. */
export const countriesUnder = (calling: string): ReadonlyArray<string> => plans().getCountryCodesForCallingCode(calling) ?? []
