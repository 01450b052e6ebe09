import arDni from "stdnum/lib/cjs/ar/dni.js"
import auTfn from "stdnum/lib/cjs/au/tfn.js"
import brCpf from "stdnum/lib/cjs/br/cpf.js"
import caSin from "stdnum/lib/cjs/ca/sin.js"
import clRun from "stdnum/lib/cjs/cl/run.js"
import cnRic from "stdnum/lib/cjs/cn/ric.js"
import hkHkid from "stdnum/lib/cjs/hk/hkid.js"
import ilTz from "stdnum/lib/cjs/il/idnr.js"
import inAadhaar from "stdnum/lib/cjs/in/aadhaar.js"
import inGstin from "stdnum/lib/cjs/in/gstin.js"
import inPan from "stdnum/lib/cjs/in/pan.js"
import krRrn from "stdnum/lib/cjs/kr/rrn.js"
import mxCurp from "stdnum/lib/cjs/mx/curp.js"
import myNric from "stdnum/lib/cjs/my/nric.js"
import nzIrd from "stdnum/lib/cjs/nz/ird.js"
import sgUen from "stdnum/lib/cjs/sg/uen.js"
import thIdnr from "stdnum/lib/cjs/th/idnr.js"
import usEin from "stdnum/lib/cjs/us/ein.js"
import usSsn from "stdnum/lib/cjs/us/ssn.js"
import zaIdnr from "stdnum/lib/cjs/za/idnr.js"
import { kind, last, lastTwo, none, type NumberKind } from "./NumberKind.ts"

/** Numbers of persons and taxpayers outside of Europe, with their rules of stdnum. */
export const otherKinds: ReadonlyArray<NumberKind> = [
  kind(
    "AR",
    "DNI",
    "Argentine identity document",
    ["DNI", "documento nacional de identidad"],
    /^(?:\d{7,8})$/u,
    "7 or 8 digits",
    none,
    arDni,
  ),
  kind("AU", "TFN", "Australian tax file number", ["TFN", "tax file number"], /^(?:\d{8,9})$/u, "8 or 9 digits", last, auTfn),
  kind("BR", "CPF", "Brazilian taxpayer number of a person", ["CPF"], /^(?:\d{11})$/u, "11 digits", lastTwo, brCpf),
  kind("CA", "SIN", "Canadian social insurance number", ["SIN", "social insurance number"], /^(?:\d{9})$/u, "9 digits", last, caSin),
  kind(
    "CL",
    "RUN",
    "Chilean national number",
    ["RUN"],
    /^(?:\d{7,8}[0-9K])$/u,
    "7 or 8 digits and a check character (a digit or K)",
    last,
    clRun,
  ),
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
  kind(
    "IN",
    "GSTIN",
    "Indian goods and services tax number",
    ["GSTIN"],
    /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z])$/u,
    "15 characters: 2 digits of the state, 10 of the PAN, 1 of the registration, Z and a check character",
    last,
    inGstin,
  ),
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
    "KR",
    "RRN",
    "South Korean resident registration number",
    ["RRN", "resident registration number"],
    /^(?:\d{13})$/u,
    "13 digits",
    last,
    krRrn,
  ),
  kind(
    "MX",
    "CURP",
    "Mexican population register code",
    ["CURP"],
    /^(?:[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d)$/u,
    "18 letters and digits",
    last,
    mxCurp,
  ),
  kind("MY", "NRIC", "Malaysian identity card number", ["NRIC", "MyKad"], /^(?:\d{12})$/u, "12 digits", none, myNric),
  kind("NZ", "IRD", "New Zealand inland revenue number", ["IRD", "IRD number"], /^(?:\d{8,9})$/u, "8 or 9 digits", last, nzIrd),
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
  kind("US", "SSN", "United States social security number", ["SSN", "social security number"], /^(?:\d{9})$/u, "9 digits", none, usSsn),
  kind("ZA", "IDNR", "South African identity number", ["South African ID"], /^(?:\d{13})$/u, "13 digits", last, zaIdnr),
]
