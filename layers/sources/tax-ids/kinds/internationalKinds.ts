import { createRequire } from "node:module"
import { mod97base10Validate } from "stdnum/lib/cjs/util/checksum.js"
import { last, lastTwo, type NumberKind } from "./NumberKind.ts"

const require = createRequire(import.meta.url)
/** A module of validator has no default export that every loader understands; the whole of validator is 8 MB. */
const validator = (name: string): ((text: string) => boolean) => {
  const { default: isOfKind }: { readonly default: (text: string) => boolean } = require(`validator/lib/${name}.js`)
  return isOfKind
}
const [isEan, isImei, isIsbn, isIsin, isIssn] = [
  validator("isEAN"),
  validator("isIMEI"),
  validator("isISBN"),
  validator("isISIN"),
  validator("isISSN"),
]

const same = (number: string): string => number

/** A number that no country gives. Its check digits, of a standard that is the same everywhere, are all that can be verified. */
const international = (
  id: string,
  name: string,
  names: ReadonlyArray<string>,
  shape: RegExp,
  written: string,
  checkDigits: NumberKind["checkDigits"],
  isValid: (number: string) => boolean,
  format = same,
): NumberKind => ({ code: `INT.${id}`, country: null, name, names, shape, written, checkDigits, prefixes: [], isValid, format })

/** ISO 6346: letters count from 10, without the multiples of 11; each character is worth twice as much as the one before, and the rest of the sum modulo 11 is the check digit. */
const isContainer = (number: string): boolean => {
  const sum = Array.from(number.slice(0, 10)).reduce((total, character, place) => total + valueInContainer(character) * 2 ** place, 0)
  return (sum % 11) % 10 === Number(number.slice(10))
}

const valueInContainer = (character: string): number => {
  const value = Number.parseInt(character, 36)
  return value < 10 ? value : value + Math.floor((value - 1) / 10)
}

/** Numbers of all countries: of entities, securities, devices, goods, publications and payments. */
export const internationalKinds: ReadonlyArray<NumberKind> = [
  // ISO 17442: the check digits are those of ISO 7064 MOD 97-10.
  international(
    "LEI",
    "legal entity identifier (LEI)",
    ["LEI", "LEI code", "legal entity identifier"],
    /^(?:[0-9A-Z]{18}\d{2})$/u,
    "20 characters: 4 of the issuer, 14 of the entity and 2 check digits",
    lastTwo,
    (number) => mod97base10Validate(number),
  ),
  // ISO 6166
  international(
    "ISIN",
    "securities identification number (ISIN)",
    ["ISIN", "ISIN code", "ISIN number", "international securities identification number"],
    /^(?:[A-Z]{2}[0-9A-Z]{9}\d)$/u,
    "12 characters: 2 letters of the country, 9 of the security and a check digit",
    last,
    (number) => isIsin(number),
  ),
  // 3GPP TS 23.003
  international(
    "IMEI",
    "identity number of a mobile device (IMEI)",
    ["IMEI", "IMEI number", "IMEI code"],
    /^(?:\d{15})$/u,
    "15 digits: 8 of the model, 6 of the device and a check digit",
    last,
    (number) => isImei(number),
  ),
  // ISO 11649: as in an IBAN, the first four characters are put behind the others.
  international(
    "RF",
    "creditor reference (ISO 11649)",
    ["creditor reference", "RF reference", "RF creditor reference", "structured creditor reference", "RF number", "RF code"],
    /^(?:RF\d{2}[0-9A-Z]{1,21})$/u,
    "RF, 2 check digits and 1 to 21 letters and digits",
    { from: 2, length: 2 },
    (number) => mod97base10Validate(`${number.slice(4)}${number.slice(0, 4)}`),
    (number) => number.replace(/(.{4})(?=.)/gu, "$1 "),
  ),
  // ISO 6346
  international(
    "CONTAINER",
    "number of a freight container (ISO 6346)",
    ["container number", "shipping container number", "freight container number", "container code", "container ID", "container"],
    /^(?:[A-Z]{3}[UJZ]\d{7})$/u,
    "11 characters: 3 letters of the owner, U, J or Z, 6 digits and a check digit",
    last,
    isContainer,
    (number) => number.replace(/^(.{4})(.{6})/u, "$1 $2 "),
  ),
  // GS1 General Specifications
  international(
    "EAN",
    "article number (EAN)",
    ["EAN", "EAN code", "EAN number", "EAN-13", "EAN-8"],
    /^(?:\d{8}|\d{13})$/u,
    "8 or 13 digits, of which the last one is a check digit",
    last,
    (number) => isEan(number),
  ),
  international(
    "UPC",
    "article number of North America (UPC-A)",
    ["UPC", "UPC code", "UPC-A"],
    /^(?:\d{12})$/u,
    "12 digits, of which the last one is a check digit",
    last,
    (number) => isEan(`0${number}`),
  ),
  international(
    "GTIN",
    "article number of a bar code (GTIN)",
    ["GTIN", "GTIN code", "GTIN-14", "GTIN-13", "barcode", "barcode number", "bar code"],
    /^(?:\d{8}|\d{12,14})$/u,
    "8, 12, 13 or 14 digits, of which the last one is a check digit",
    last,
    (number) => isEan(number.length === 12 ? `0${number}` : number),
  ),
  // ISO 2108
  international(
    "ISBN",
    "book number (ISBN)",
    ["ISBN", "ISBN number"],
    /^(?:97[89]\d{10}|\d{9}[0-9X])$/u,
    "13 digits that begin with 978 or 979, or 10 characters, of which the last one is a check digit",
    last,
    (number) => isIsbn(number),
  ),
  // ISO 3297
  international(
    "ISSN",
    "number of a serial publication (ISSN)",
    ["ISSN", "ISSN number"],
    /^(?:\d{7}[0-9X])$/u,
    "8 characters, of which the last one is a check character (a digit or X)",
    last,
    (number) => isIssn(number),
    (number) => `${number.slice(0, 4)}-${number.slice(4)}`,
  ),
]
