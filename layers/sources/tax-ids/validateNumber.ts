import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { containedIn } from "./contained.ts"
import { holderOf } from "./holders.ts"
import { KindCode } from "./kindInput.ts"
import { kindByCode, personalKinds } from "./kinds/allKinds.ts"
import { bareNumber, completed, corrected, type NumberKind } from "./kinds/NumberKind.ts"

const reasonOf = (number: string, kind: NumberKind, isValid: boolean, whole: string | undefined): string | null => {
  if (isValid) return null
  if (whole !== undefined && !kind.shape.test(number)) return "The check digits are missing."
  if (!kind.shape.test(number)) return wrongForm(number, kind)
  return kind.checkDigits === null ? "It has a part that is never given." : "The check digits, a date or another part do not fit."
}

/** With as many characters as there should be, the characters are wrong, not their number: `12 digits, the first of them 2 to 9`. */
const wrongForm = (number: string, { written }: NumberKind): string =>
  (written.match(/\d+/gu) ?? []).some((count) => Number(count) === number.length)
    ? `It should have ${written}: it has ${number.length} characters, and one of them cannot be where it is.`
    : `It should have ${written}, and it has ${number.length} characters.`

/** A book number (ISBN) of ten characters as one of thirteen, and the other way round: only numbers that begin with 978 have ten. */
const otherForm = (number: string, { checkDigits, code }: NumberKind, isValid: (number: string) => boolean): string | undefined => {
  if (code !== "INT.ISBN") return undefined
  if (number.length === 10) return completed(`978${number.slice(0, 9)}`, checkDigits, isValid)
  return number.startsWith("978") ? completed(number.slice(3, 12), checkDigits, isValid) : undefined
}

const view = (typed: string, kind: NumberKind) => {
  const number = bareNumber(typed, kind)
  const isValid = (candidate: string) => kind.shape.test(candidate) && kind.isValid?.(candidate) === true
  const valid = isValid(number)
  const contained = valid ? containedIn(kind.code, number) : null
  // Check digits inside of a number of no fixed length are there already if its form is right.
  const isWhole = valid || (kind.shape.test(number) && kind.checkDigits !== null && kind.checkDigits.from > 0)
  const whole = isWhole ? undefined : completed(number, kind.checkDigits, isValid)
  const right = valid || !kind.shape.test(number) ? undefined : corrected(number, kind.checkDigits, isValid)
  return {
    country: { code: kind.country, name: kind.country === null ? null : countryName(kind.country) },
    id: {
      kind: kind.code,
      name: kind.name,
      number,
      valid,
      format_valid: kind.shape.test(number),
      has_check_digits: kind.checkDigits !== null,
      reason: reasonOf(number, kind, valid, whole),
      number_formatted: valid ? kind.format(number) : null,
      other_form: valid ? (otherForm(number, kind, isValid) ?? null) : null,
      corrected_number: right ?? null,
      completed_number: whole ?? null,
      contained_number: contained?.number ?? null,
      contained_type: contained?.type ?? null,
      holder_kind: valid ? holderOf(kind.code, number) : null,
      state: valid && kind.country === "IN" ? (kind.prefixes.find(({ prefix }) => number.startsWith(prefix))?.meaning ?? null) : null,
    },
  }
}

export const validateNumber = defineOperation({
  id: "id.validate_number",
  name: "Validate a personal identity or tax number",
  description:
    "Checks the form and the check digits of a personal identity number or a tax number (codice fiscale, DNI, NIE, BSN, CPF, PESEL, NIR, SSN and others) or of a number of all countries (LEI, ISIN, IMEI, GTIN or EAN, ISBN, ISSN, creditor reference), states what is " +
    "wrong, which check digits its other digits require, the other form of an ISBN (of 10 or 13 characters), and the state of an Indian GSTIN. Birth dates and the sex, which some numbers contain, are not given. Whether the number was ever given out is not checked.",
  fields: {
    "id.kind": KindCode(personalKinds, "ES.DNI"),
    "id.number": Schema.String.annotate({
      description: "The number as its country writes it. Separators are fine.",
      examples: ["12345678Z"],
    }).check(Schema.isBetweenLength(4, 40)),
  },
  output: [
    "country.code",
    "country.name",
    "id.kind",
    "id.name",
    "id.number",
    "id.valid",
    "id.format_valid",
    "id.has_check_digits",
    "id.reason",
    "id.number_formatted",
    "id.other_form",
    "id.corrected_number",
    "id.completed_number",
    "id.contained_number",
    "id.contained_type",
    "id.holder_kind",
    "id.state",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "codice fiscale MRTMTT91D08F205J valid or a typo?",
    "is the Spanish DNI 12345678Z correct",
    "does the BSN 111222333 pass the eleven test",
    "check NIE X1234567L please",
    "CPF 529.982.247-25 - ok?",
    "verify the checksum of PESEL 44051401359",
    "is 536-90-4399 a possible SSN",
    "Validate the French social security number NIR 2 55 08 14 168 025 38",
    "which check digit has the Finnish HETU 131052-308",
    "our new employee gave us the PPS number 6433435F, is it right",
    "is that Steuer-ID wrong: 86 095 742 719",
    "what is wrong with national insurance number QQ 12 34 56 C",
    "holder of PAN AAPFU0939F: individual or firm",
    "PAN inside GSTIN 27AAPFU0939F1ZV",
    "which state is GSTIN 27AAPFU0939F1ZV from",
    "ISIN DE0007164600 ok?",
    "creditor reference RF18 5390 0754 7034 valid",
    "convert the ISBN 0-19-852663-6 to ISBN-13",
    "ISBN-10 form of 9780198526636",
  ],
  hints: {
    // The country is that of the kind: what else is known of it is another question.
    repeated: ["country.code", "country.name"],
    vocabulary:
      "valid correct right ok wrong typo pass passes test tests eleven elfproef seems seem look looks off typed mistyped possible plausible checksum digit digits check verify genuine format letter letters fit fits identity tax social security",
    keywords: {
      "id.valid": "formed pass fit genuine",
      "id.corrected_number": "check digit letter should correct",
      "id.completed_number": "check digit letter missing",
      "id.contained_number": "contains contained inside",
      "id.contained_type": "contains contained inside",
      "id.other_form": "convert converted turn version",
      "id.holder_kind": "holder individual company trust firm",
    },
  },
  run: (input) => Effect.sync(() => ({ data: view(input["id.number"], kindByCode.get(input["id.kind"].toUpperCase())!), documents: 1 })),
})
