import arCbu from "stdnum/lib/cjs/ar/cbu.js"
import arCuit from "stdnum/lib/cjs/ar/cuit.js"
import arDni from "stdnum/lib/cjs/ar/dni.js"
import brCpf from "stdnum/lib/cjs/br/cpf.js"
import clRun from "stdnum/lib/cjs/cl/run.js"
import crCpf from "stdnum/lib/cjs/cr/cpf.js"
import doCedula from "stdnum/lib/cjs/do/cedula.js"
import ecCi from "stdnum/lib/cjs/ec/ci.js"
import mxClabe from "stdnum/lib/cjs/mx/clabe.js"
import mxCurp from "stdnum/lib/cjs/mx/curp.js"
import mxRfc from "stdnum/lib/cjs/mx/rfc.js"
import peCui from "stdnum/lib/cjs/pe/cui.js"
import { kind, last, lastTwo, none, type NumberKind } from "./NumberKind.ts"

/** The RFC of sales to the public and of customers abroad, which the tax office states in its guide to invoices. */
const genericRfcs: ReadonlySet<string> = new Set(["XAXX010101000", "XEXX010101000"])

/** Numbers of persons, taxpayers and accounts in Latin America, with their rules of stdnum. */
export const latinAmericanKinds: ReadonlyArray<NumberKind> = [
  kind(
    "AR",
    "CBU",
    "Argentine number of a bank account",
    ["CBU", "clave bancaria uniforme"],
    /^(?:\d{22})$/u,
    "22 digits: 7 of the bank and its branch, a check digit, 13 of the account and a check digit",
    last,
    arCbu,
  ),
  kind("AR", "CUIL", "Argentine labour identification code of a person", ["CUIL"], /^(?:2[0347]\d{9})$/u, "11 digits", last, arCuit),
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
  kind("BR", "CPF", "Brazilian taxpayer number of a person", ["CPF"], /^(?:\d{11})$/u, "11 digits", lastTwo, brCpf),
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
  kind("CR", "CPF", "Costa Rican identity card number", ["cédula", "cedula"], /^(?:[1-9]\d{8})$/u, "9 digits", none, crCpf),
  kind("DO", "CEDULA", "Dominican identity card number", ["cédula", "cedula"], /^(?:\d{11})$/u, "11 digits", last, doCedula),
  kind("EC", "CI", "Ecuadorian identity card number", ["cédula", "cedula"], /^(?:\d{10})$/u, "10 digits", last, ecCi),
  kind(
    "MX",
    "CLABE",
    "Mexican number of a bank account",
    ["CLABE", "clave bancaria estandarizada"],
    /^(?:\d{18})$/u,
    "18 digits: 3 of the bank, 3 of the town, 11 of the account and a check digit",
    last,
    mxClabe,
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
  // Of a company it has three letters (`registers.ts`).
  kind(
    "MX",
    "RFCP",
    "Mexican taxpayer number of a person (RFC)",
    ["RFC"],
    /^(?:[A-ZÑ&]{4}\d{6}[A-Z0-9]{3})$/u,
    "13 characters: 4 letters, 6 digits of the date of birth and 3 characters",
    last,
    { ...mxRfc, validate: (number) => (genericRfcs.has(number) ? { isValid: true } : mxRfc.validate(number)) },
  ),
  kind(
    "PE",
    "CUI",
    "Peruvian identity document with its check character",
    ["CUI"],
    /^(?:\d{8}[0-9A-K])$/u,
    "8 digits and a check character",
    last,
    peCui,
  ),
]
