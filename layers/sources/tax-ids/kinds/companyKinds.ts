import { countryName } from "../../country.ts"
import { britishPrefixes } from "../holders.ts"
import { registers } from "../registers.ts"
import type { NumberKind } from "./NumberKind.ts"

const same = (number: string): string => number

/** How the numbers of each register are written. */
const written: Readonly<Record<string, string>> = {
  "AR.CUIT": "11 digits",
  "AT.FN": "1 to 6 digits and a letter",
  "AU.ABN": "11 digits, of which the first is not 0",
  "AU.ACN": "9 digits",
  "BE.KBO/BCE": "10 digits, of which the first is 0 or 1",
  "BG.EIK": "9 digits",
  "BR.CNPJ": "14 characters, of which the last 2 are digits",
  "BY.UNP": "9 characters: 9 digits, or 2 letters and 7 digits",
  "CA.BN": "9 digits, or 15 characters with the account of a programme",
  "CH.UID": "CHE and 9 digits",
  "CL.RUT": "7 or 8 digits and a check character (a digit or K)",
  "CN.USCC": "18 digits and letters",
  "CO.NIT": "9 or 10 digits",
  "CR.CPJ": "10 digits, of which the first is 2 to 5",
  "CZ.IČO": "8 digits",
  "DK.CVR": "8 digits",
  "DO.RNC": "9 digits",
  "EC.RUC": "13 digits: 10 of the company and 3 of the branch",
  "EE.Registrikood": "8 digits, of which the first is 1, 7, 8 or 9",
  "ES.NIF": "a letter, 7 digits and a check character",
  "FI.Y-tunnus": "8 digits, written with a hyphen before the last",
  "FR.SIREN": "9 digits",
  "FR.SIRET": "14 digits: the 9 of the SIREN and 5 of the site",
  "GB.CRN": "8 characters: 8 digits, or 2 letters and 6 digits",
  "GT.NIT": "5 to 8 digits and a check character (a digit or K)",
  "HR.OIB": "11 digits",
  "HU.Adószám": "8 digits, or 11 with a digit of the kind of VAT and 2 of the county",
  "ID.NPWP": "15 digits: 9 of the taxpayer, 3 of the tax office and 3 of the branch",
  "IL.H.P.": "9 digits, of which the first is 5",
  "IS.Kennitala": "10 digits, of which the first is 4 to 7",
  "IT.Partita IVA": "11 digits",
  "JP.Corporate Number": "13 digits, of which the first is not 0",
  "KR.BRN": "10 digits",
  "LV.Reģistrācijas numurs": "11 digits, of which the first is 4, 5 or 9",
  "MA.ICE": "15 digits: 9 of the company, 4 of the site and 2 check digits",
  "MD.IDNO": "13 digits",
  "ME.PIB": "8 digits",
  "MK.EDB": "13 digits",
  "MX.RFC": "12 characters: 3 letters, 6 digits of a date and 3 characters",
  "NO.Orgnr": "9 digits, of which the first is 8 or 9",
  "PE.RUC": "11 digits",
  "PL.REGON": "9 or 14 digits",
  "PT.NIPC": "9 digits, of which the first is 5, 6, 8 or 9",
  "PY.RUC": "6 to 9 digits, of which the last is the check digit",
  "RO.CUI": "2 to 10 digits",
  "RS.PIB": "9 digits",
  "RU.INN": "10 digits",
  "SE.Orgnr": "10 digits",
  "SV.NIT": "14 digits",
  "TH.TIN": "13 digits, of which the first is 0",
  "TR.VKN": "10 digits",
  "TW.UBN": "8 digits",
  "UA.EDRPOU": "8 digits",
  "UY.RUT": "12 digits",
  "VE.RIF": "a letter (V, E, J, P, G or C) and 9 digits",
  "VN.MST": "10 digits, or 13 with those of a branch",
}

/** Numbers of companies without check digits. */
const withoutCheckDigits: ReadonlyArray<NumberKind> = [
  {
    code: "DE.HR",
    country: "DE",
    name: "number of the German commercial register",
    names: ["HRA", "HRB", "HRA number", "HRB number", "Handelsregisternummer", "Handelsregister number", "commercial register number"],
    shape: /^HR[AB]\d{1,6}[A-Z]{0,2}$/u,
    written: "HRA or HRB and up to 6 digits, which are unique only together with the court that keeps the register (Amtsgericht)",
    checkDigits: null,
    // § 3 of the Handelsregisterverordnung, and the other registers of the courts.
    prefixes: [
      {
        prefix: "HRA",
        meaning: "section A of the commercial register: sole traders (e.K.) and partnerships (OHG, KG, also GmbH & Co. KG)",
      },
      { prefix: "HRB", meaning: "section B of the commercial register: companies with a capital (GmbH, UG, AG, KGaA, SE)" },
      { prefix: "GnR", meaning: "register of cooperatives (eG)" },
      { prefix: "PR", meaning: "register of professional partnerships (PartG)" },
      { prefix: "VR", meaning: "register of associations (e.V.)" },
    ],
    format: same,
  },
  {
    code: "NL.KVK",
    country: "NL",
    name: "number of the Dutch chamber of commerce",
    names: ["KvK", "KvK-nummer", "KvK number", "Kamer van Koophandel", "company number"],
    shape: /^\d{8}$/u,
    written: "8 digits",
    checkDigits: null,
    prefixes: [],
    format: same,
  },
]

/** Canada, New Zealand, Australia and India call the number of their taxpayers so. */
export const gstNames = ["GST number", "GST registration", "GST registration number", "GST account", "GST ID"]

/** What English calls the number. */
const alsoNamed: Readonly<Record<string, ReadonlyArray<string>>> = {
  "BE.KBO/BCE": ["enterprise number"],
  "AU.ABN": gstNames,
  "CA.BN": gstNames,
  "CH.UID": ["business number", "enterprise number"],
  "CN.USCC": ["unified social credit code", "social credit code", "unified social credit identifier"],
  "HU.Adószám": ["adoszam", "Hungarian tax number"],
  "FI.Y-tunnus": ["business id"],
  "GB.CRN": ["company registration number"],
  "KR.BRN": ["business registration number"],
  "LV.Reģistrācijas numurs": ["registration number"],
  "NO.Orgnr": ["organisation number", "organization number", "org number", "org.number"],
  "SE.Orgnr": ["organisation number", "organization number", "org number", "org.number"],
}

/** The kinds of numbers of companies: those of the registers are validated by `company.validate_number`. */
export const companyKinds: ReadonlyArray<NumberKind> = [
  ...Object.entries(registers).flatMap(([country, kinds]) =>
    kinds.map((register): NumberKind => ({
      code: `${country}.${register.name}`,
      country,
      name: `${register.name} of ${countryName(country) ?? country}`,
      names: [register.name, register.localName, ...register.names, "company number", ...(alsoNamed[`${country}.${register.name}`] ?? [])],
      shape: register.shape,
      written: written[`${country}.${register.name}`] ?? "",
      checkDigits: register.checkDigits,
      prefixes: country === "GB" ? britishPrefixes.map(([prefix, meaning]) => ({ prefix, meaning })) : [],
      isValid: register.isValid,
      format: register.format,
    })),
  ),
  ...withoutCheckDigits,
]
