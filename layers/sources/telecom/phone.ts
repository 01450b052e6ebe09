import type { InputMeanings } from "../../../domain/catalogue/Source.ts"
import { type CountryCode, getCountries, ParseError, parsePhoneNumberWithError, validatePhoneNumberLength } from "libphonenumber-js/max"
import { countryName } from "../country.ts"
import { callFrom } from "./dialling.ts"
import { nameOfPrefix } from "./prefixNames.ts"
import { isFictitious } from "./fictitious.ts"

/** Everything that a number's own digits say: libphonenumber's numbering plans know ranges, not subscribers. */
export const describePhone = (typed: string, defaultCountry: CountryCode | undefined, caller?: CountryCode) => {
  const { phone, reasons } = readPhone(typed, defaultCountry)
  return document(phone, reasons, caller)
}

const readPhone = (
  typed: string,
  defaultCountry: CountryCode | undefined,
): { readonly phone: PhoneNumber | undefined; readonly reasons: ReadonlyArray<Reason> } => {
  const text = withoutTrunkPrefix(
    typed
      .trim()
      .replace(/^tel:/i, "")
      .replace(/^00\s?(?=[1-9])/u, "+"),
  )
  const options = { ...(defaultCountry && { defaultCountry }), extract: false }
  const parsed = parse(text, options)
  if (typeof parsed === "string") return { phone: undefined, reasons: [reason(parsed)] }
  if (parsed.isValid()) return { phone: parsed, reasons: isShortSouthAfrican(parsed) ? [reason("TOO_SHORT")] : [] }
  const length = validatePhoneNumberLength(text, options)
  const fault = length === undefined && isFictitious(parsed.number, parsed.country) ? ofFilms : reason(length ?? "NOT_ASSIGNED")
  return { phone: parsed, reasons: [fault] }
}

/**
 * What is dialled for a valid number in another country: `00 44 20 7946 0958`, and `1 212 555 0123` between countries of one calling code. Null in the number's own country, and where
 * the caller has to choose a carrier.
 */
const diallingOf = (phone: PhoneNumber, caller: CountryCode) => {
  if (phone.country === undefined || phone.country === caller) return notDialled
  const { from_code, from_name, openings, ...call } = callFrom(caller, phone.country)
  const behindCode = phone.formatInternational().replace(/^\+\d+\s*/u, "")
  const opening = call.shares_code ? call.area_prefix : call.first_dialled
  const sequence = opening === null && !call.shares_code ? null : [opening, behindCode].filter((part) => part !== null).join(" ")
  return { from_code, from_name, sequence, openings }
}

const notDialled = { from_code: null, from_name: null, sequence: null, openings: [] }

/** Subscribers of South Africa have nine digits. libphonenumber also counts those of five to eight as assigned, which begin like mobile numbers. */
const isShortSouthAfrican = ({ country, nationalNumber }: PhoneNumber): boolean =>
  country === "ZA" && /^8[1-4]/u.test(nationalNumber) && nationalNumber.length < 9

/** `+41 (0)79` has the 0 that is dialled only within the country. In Italy and the Vatican it is a digit of the number. */
const withoutTrunkPrefix = (text: string): string => (/^\+\s?39/u.test(text) ? text : text.replace(/^(\+[\d\s.-]{1,6})\(0\)/u, "$1"))

const parse = (text: string, options: { readonly defaultCountry?: CountryCode; readonly extract: boolean }): PhoneNumber | string => {
  try {
    return parsePhoneNumberWithError(text, options)
  } catch (error) {
    if (error instanceof ParseError) return error.message
    throw error
  }
}
type PhoneNumber = ReturnType<typeof parsePhoneNumberWithError>

/** The countries in which a number in national form is valid, as the numbers that it may mean. */
export const nationalMeanings = (typed: string): InputMeanings => {
  const numbers = getCountries().flatMap((defaultCountry) => {
    const parsed = parse(typed, { defaultCountry, extract: false })
    return typeof parsed !== "string" && parsed.country === defaultCountry && parsed.isValid() ? [parsed] : []
  })
  const meanings = numbers.map((number) => ({
    label: `${countryName(number.country!)} (+${number.countryCallingCode})`,
    description: `${kindOf(number)} ${number.formatInternational()}`,
    value: number.number,
  }))
  const only = meanings.length === 1 ? `${meanings[0]!.label} is assumed, the one country in which this number is valid.` : null
  return { field: "phone.number", meanings: meanings.sort((a, b) => a.label.localeCompare(b.label, "en")), assumption: only }
}

/** Whether the number names its country: `+49 …`, `0049 …`, `tel:+49…`. */
export const isInternational = (typed: string): boolean => /^(tel:)?\s*(\+|00\s?[1-9])/iu.test(typed.trim())

const kindOf = (number: PhoneNumber): string => {
  const type = number.getType()?.toLowerCase().replaceAll("_", " ") ?? "number"
  return `${type[0]!.toUpperCase()}${type.slice(1)}`
}

type Reason = { readonly code: string; readonly message: string }

const document = (phone: PhoneNumber | undefined, reasons: ReadonlyArray<Reason>, caller: CountryCode | undefined) => {
  const code = phone?.country ?? null
  return {
    country: { code, name: code === null ? null : countryName(code) },
    phone: {
      number: phone?.number ?? null,
      valid: phone !== undefined && reasons.length === 0,
      possible: phone?.isPossible() ?? false,
      reasons,
      type: phone?.getType()?.toLowerCase() ?? null,
      national: phone?.formatNational() ?? null,
      international: phone?.formatInternational() ?? null,
      uri: phone?.getURI() ?? null,
      calling_code: phone?.countryCallingCode ?? null,
      national_number: phone?.nationalNumber ?? null,
      extension: phone?.ext ?? null,
      possible_countries: phone?.getPossibleCountries() ?? [],
      non_geographic: phone?.isNonGeographic() ?? null,
      fictitious: phone === undefined ? null : isFictitious(phone.number, phone.country),
      ...(phone !== undefined && reasons.length === 0 ? origin(phone) : { area: null, has_area: null, network: null }),
    },
    call: phone === undefined || reasons.length > 0 || caller === undefined ? notDialled : diallingOf(phone, caller),
  }
}

/** Countries whose mobile numbers have the codes of areas: Mexico, Argentina, Brazil, Indonesia and China. */
const withMobileAreas: ReadonlySet<string> = new Set(["52", "54", "55", "62", "86"])

/** The area of a line and the network that a mobile prefix was given to, after libphonenumber; `has_area` is whether numbers of its kind have one. */
const origin = (phone: PhoneNumber) => {
  const type = phone.getType()
  const isLine = type === "FIXED_LINE" || type === "FIXED_LINE_OR_MOBILE"
  const isMobile = type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" || type === "PAGER"
  const hasArea = isLine || (type === "MOBILE" && withMobileAreas.has(phone.countryCallingCode))
  return {
    area: hasArea ? nameOfPrefix("geocodes", phone.countryCallingCode, phone.nationalNumber) : null,
    has_area: type === undefined ? null : hasArea,
    network: isMobile ? nameOfPrefix("carrier", phone.countryCallingCode, phone.nationalNumber) : null,
  }
}

const reason = (code: string): Reason => ({ code: code.toLowerCase(), message: reasons[code] ?? "It is not a phone number." })

const ofFilms: Reason = { code: "not_assigned", message: "Its range is kept for films and examples, so that no subscriber has it." }

const reasons: Readonly<Record<string, string>> = {
  INVALID_COUNTRY: "It has no country code that exists, and no country was given to read it in.",
  NOT_A_NUMBER: "It is not written like a phone number.",
  TOO_SHORT: "It has too few digits for its country.",
  TOO_LONG: "It has too many digits for its country.",
  INVALID_LENGTH: "Its country has no numbers of this length.",
  NOT_ASSIGNED: "It has a possible length, but lies in no range that its country's numbering plan assigns.",
}
