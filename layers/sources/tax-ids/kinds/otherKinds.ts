import auTfn from "stdnum/lib/cjs/au/tfn.js"
import caSin from "stdnum/lib/cjs/ca/sin.js"
import cnRic from "stdnum/lib/cjs/cn/ric.js"
import hkHkid from "stdnum/lib/cjs/hk/hkid.js"
import ilTz from "stdnum/lib/cjs/il/idnr.js"
import inAadhaar from "stdnum/lib/cjs/in/aadhaar.js"
import inEpic from "stdnum/lib/cjs/in/epic.js"
import inGstin from "stdnum/lib/cjs/in/gstin.js"
import inPan from "stdnum/lib/cjs/in/pan.js"
import kePin from "stdnum/lib/cjs/ke/pin.js"
import krRrn from "stdnum/lib/cjs/kr/rrn.js"
import myNric from "stdnum/lib/cjs/my/nric.js"
import nzIrd from "stdnum/lib/cjs/nz/ird.js"
import pkCnic from "stdnum/lib/cjs/pk/cnic.js"
import sgUen from "stdnum/lib/cjs/sg/uen.js"
import thIdnr from "stdnum/lib/cjs/th/idnr.js"
import twNatid from "stdnum/lib/cjs/tw/natid.js"
import usEin from "stdnum/lib/cjs/us/ein.js"
import usSsn from "stdnum/lib/cjs/us/ssn.js"
import zaIdnr from "stdnum/lib/cjs/za/idnr.js"
import zaTin from "stdnum/lib/cjs/za/tin.js"
import { weightedSum } from "stdnum/lib/cjs/util/checksum.js"
import { indianStates } from "./indianStates.ts"
import { kind, last, none, type NumberKind, type Validator } from "./NumberKind.ts"

const same = (number: string): string => number

/** The American Bankers Association: weights 3, 7 and 1, and the Federal Reserve's ranges of the first two digits. */
const usRtn: Validator = {
  validate: (number) => ({
    isValid:
      /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/u.test(number) &&
      weightedSum(number, { weights: [3, 7, 1, 3, 7, 1, 3, 7, 1], modulus: 10 }) === 0,
  }),
  format: same,
}

/** Numbers of persons, taxpayers and accounts outside of Europe and Latin America, with their rules of stdnum where it has them. */
export const otherKinds: ReadonlyArray<NumberKind> = [
  kind("AU", "TFN", "Australian tax file number", ["TFN", "tax file number"], /^(?:\d{8,9})$/u, "8 or 9 digits", last, auTfn),
  kind("CA", "SIN", "Canadian social insurance number", ["SIN", "social insurance number"], /^(?:\d{9})$/u, "9 digits", last, caSin),
  kind(
    "CN",
    "RIC",
    "Chinese resident identity number",
    ["resident identity card", "resident identity number", "RIC"],
    /^(?:\d{17}[0-9X])$/u,
    "17 digits and a check character (a digit or X)",
    last,
    cnRic,
  ),
  kind(
    "HK",
    "HKID",
    "Hong Kong identity card number",
    ["HKID"],
    /^(?:[A-Z]{1,2}\d{6}[0-9A])$/u,
    "1 or 2 letters, 6 digits and a check character (a digit or A)",
    last,
    hkHkid,
  ),
  kind("IL", "TZ", "Israeli identity number", ["teudat zehut", "mispar zehut"], /^(?:\d{9})$/u, "9 digits", last, ilTz),
  kind(
    "IN",
    "AADHAAR",
    "Indian Aadhaar number",
    ["Aadhaar", "Aadhar"],
    /^(?:[2-9]\d{11})$/u,
    "12 digits, of which the first is not 0 or 1",
    last,
    inAadhaar,
  ),
  {
    ...kind(
      "IN",
      "GSTIN",
      "Indian goods and services tax number",
      ["GSTIN"],
      /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z])$/u,
      "15 characters: 2 digits of the state, 10 of the PAN, 1 of the registration, Z and a check character",
      last,
      inGstin,
    ),
    prefixes: indianStates,
  },
  kind(
    "IN",
    "PAN",
    "Indian permanent account number",
    ["PAN", "permanent account number"],
    /^(?:[A-Z]{5}\d{4}[A-Z])$/u,
    "5 letters, 4 digits and a letter",
    none,
    inPan,
  ),
  kind(
    "IN",
    "EPIC",
    "Indian voter identity card number",
    ["EPIC", "voter ID"],
    /^(?:[A-Z]{3}\d{7})$/u,
    "3 letters and 7 digits",
    last,
    inEpic,
  ),
  kind(
    "KE",
    "PIN",
    "Kenyan personal identification number of a taxpayer",
    ["KRA PIN"],
    /^(?:[AP]\d{9}[A-Z])$/u,
    "a letter (A for a person, P for others), 9 digits and a letter",
    none,
    kePin,
  ),
  kind(
    "KR",
    "RRN",
    "South Korean resident registration number",
    ["RRN", "resident registration number"],
    /^(?:\d{13})$/u,
    "13 digits",
    last,
    krRrn,
  ),
  kind("MY", "NRIC", "Malaysian identity card number", ["NRIC", "MyKad"], /^(?:\d{12})$/u, "12 digits", none, myNric),
  kind("NZ", "IRD", "New Zealand inland revenue number", ["IRD", "IRD number"], /^(?:\d{8,9})$/u, "8 or 9 digits", last, nzIrd),
  kind(
    "PK",
    "CNIC",
    "Pakistani identity card number",
    ["CNIC"],
    /^(?:[1-7]\d{12})$/u,
    "13 digits, of which the first is 1 to 7",
    none,
    pkCnic,
  ),
  kind(
    "SG",
    "UEN",
    "Singapore unique entity number",
    ["UEN"],
    /^(?:\d{8,9}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])$/u,
    "8 or 9 digits and a letter, or 10 characters of which the first is T, S or R",
    last,
    sgUen,
  ),
  kind("TH", "IDNR", "Thai identity card number", ["Thai ID", "Thai national ID"], /^(?:[1-8]\d{12})$/u, "13 digits", last, thIdnr),
  kind("TW", "NATID", "Taiwanese identity card number", ["Taiwanese ID"], /^(?:[A-Z][12]\d{8})$/u, "a letter and 9 digits", last, twNatid),
  kind(
    "US",
    "EIN",
    "United States employer identification number",
    ["EIN", "employer identification number"],
    /^(?:\d{9})$/u,
    "9 digits",
    none,
    usEin,
  ),
  kind(
    "US",
    "RTN",
    "United States bank routing number",
    ["routing number", "bank routing number", "routing transit number", "ABA number", "ABA routing number", "RTN"],
    /^(?:\d{9})$/u,
    "9 digits",
    last,
    usRtn,
  ),
  kind("US", "SSN", "United States social security number", ["SSN", "social security number"], /^(?:\d{9})$/u, "9 digits", none, usSsn),
  kind("ZA", "IDNR", "South African identity number", ["South African ID"], /^(?:\d{13})$/u, "13 digits", last, zaIdnr),
  kind(
    "ZA",
    "TIN",
    "South African tax reference number",
    ["South African tax number", "tax reference number"],
    /^(?:[01239]\d{9})$/u,
    "10 digits",
    last,
    zaTin,
  ),
]
