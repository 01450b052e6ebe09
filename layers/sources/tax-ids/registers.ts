import australianBusiness from "stdnum/lib/cjs/au/abn.js"
import australianCompany from "stdnum/lib/cjs/au/acn.js"
import argentine from "stdnum/lib/cjs/ar/cuit.js"
import belgian from "stdnum/lib/cjs/be/vat.js"
import brazilian from "stdnum/lib/cjs/br/cnpj.js"
import canadian from "stdnum/lib/cjs/ca/bn.js"
import swiss from "stdnum/lib/cjs/ch/uid.js"
import chilean from "stdnum/lib/cjs/cl/rut.js"
import chinese from "stdnum/lib/cjs/cn/uscc.js"
import colombian from "stdnum/lib/cjs/co/nit.js"
import czech from "stdnum/lib/cjs/cz/ico.js"
import danish from "stdnum/lib/cjs/dk/cvr.js"
import estonian from "stdnum/lib/cjs/ee/registrikood.js"
import spanish from "stdnum/lib/cjs/es/cif.js"
import finnish from "stdnum/lib/cjs/fi/ytunnus.js"
import frenchCompany from "stdnum/lib/cjs/fr/siren.js"
import frenchSite from "stdnum/lib/cjs/fr/siret.js"
import croatian from "stdnum/lib/cjs/hr/oib.js"
import israeli from "stdnum/lib/cjs/il/hp.js"
import icelandic from "stdnum/lib/cjs/is/kennitala.js"
import italian from "stdnum/lib/cjs/it/iva.js"
import japanese from "stdnum/lib/cjs/jp/cn.js"
import korean from "stdnum/lib/cjs/kr/brn.js"
import mexican from "stdnum/lib/cjs/mx/rfc.js"
import norwegian from "stdnum/lib/cjs/no/orgnr.js"
import peruvian from "stdnum/lib/cjs/pe/ruc.js"
import polish from "stdnum/lib/cjs/pl/regon.js"
import portuguese from "stdnum/lib/cjs/pt/nipc.js"
import romanian from "stdnum/lib/cjs/ro/cui.js"
import serbian from "stdnum/lib/cjs/rs/pib.js"
import russian from "stdnum/lib/cjs/ru/inn.js"
import swedish from "stdnum/lib/cjs/se/orgnr.js"
import taiwanese from "stdnum/lib/cjs/tw/ubn.js"
import ukrainian from "stdnum/lib/cjs/ua/edrpou.js"
import { britishPrefixes } from "./holders.ts"
import { austrianRegister, bulgarian } from "./corrections.ts"
import { type CheckDigits, last, lastTwo, none, type Validator } from "./kinds/NumberKind.ts"

/** A kind of number that a country gives to companies. Numbers arrive in upper case and without separators. */
export interface Register {
  readonly name: string
  readonly localName: string
  /** What else the country calls it. */
  readonly names: ReadonlyArray<string>
  readonly shape: RegExp
  /** Absent for a number with check digits. */
  readonly hasNoCheckDigits?: true
  readonly isValid: (number: string) => boolean
  readonly checkDigits: CheckDigits
  /** As it is usually printed. */
  readonly format: (number: string) => string
}

/** Where the check digits of a register are if they are not the last one. The Taiwanese number has none of its own. */
const otherCheckDigits: Readonly<Record<string, CheckDigits>> = {
  ABN: { from: 0, length: 2 },
  BN: { from: 8, length: 1 },
  CNPJ: lastTwo,
  "Corporate Number": { from: 0, length: 1 },
  "KBO/BCE": lastTwo,
  Kennitala: { from: 8, length: 1 },
  UBN: none,
}

const same = (number: string): string => number

/** stdnum's own names of the number. */
interface Named extends Validator {
  readonly localName: string
  readonly abbreviation?: string | undefined
}

/** `shape` bounds what the register takes: stdnum's validators also take prefixes, people and other kinds of numbers. */
const register = (name: string, localName: string, validator: Named, shape: RegExp, format = validator.format): Register => ({
  name,
  localName,
  names: [validator.localName, ...(validator.abbreviation ?? "").split(", ")].filter((each) => each.length > 2),
  shape,
  checkDigits: Object.hasOwn(otherCheckDigits, name) ? otherCheckDigits[name]! : last,
  isValid: (number) => shape.test(number) && validator.validate(number).isValid,
  format,
})

/** Eight digits, or a prefix that Companies House publishes and six. */
const british = new RegExp(String.raw`^(?:\d{8}|(?:${britishPrefixes.map(([prefix]) => prefix).join("|")})\d{6})$`, "u")

export const registers: Readonly<Record<string, ReadonlyArray<Register>>> = {
  AR: [register("CUIT", "Clave Única de Identificación Tributaria", argentine, /^\d{11}$/u)],
  AT: [
    {
      name: "FN",
      localName: "Firmenbuchnummer",
      names: ["Firmenbuch"],
      shape: /^\d{1,6}[A-Z]$/u,
      checkDigits: last,
      isValid: (n) => /^\d{1,6}[A-Z]$/u.test(n) && austrianRegister(n),
      format: (n) => `FN ${n.slice(0, -1)}${n.slice(-1).toLowerCase()}`,
    },
  ],
  AU: [
    register("ABN", "Australian Business Number", australianBusiness, /^[1-9]\d{10}$/u),
    register("ACN", "Australian Company Number", australianCompany, /^\d{9}$/u),
  ],
  BE: [register("KBO/BCE", "Ondernemingsnummer", belgian, /^[01]\d{9}$/u, (n) => `${n.slice(0, 4)}.${n.slice(4, 7)}.${n.slice(7)}`)],
  BG: [
    {
      name: "EIK",
      localName: "Единен идентификационен код",
      names: [],
      shape: /^\d{9}$/u,
      checkDigits: last,
      isValid: (n) => /^\d{9}$/u.test(n) && bulgarian(n),
      format: same,
    },
  ],
  BR: [register("CNPJ", "Cadastro Nacional da Pessoa Jurídica", brazilian, /^[A-Z0-9]{12}\d{2}$/u)],
  CA: [register("BN", "Business Number", canadian, /^\d{9}([A-Z]{2}\d{4})?$/u)],
  CH: [register("UID", "Unternehmens-Identifikationsnummer", swiss, /^CHE\d{9}$/u)],
  CL: [register("RUT", "Rol Único Tributario", chilean, /^\d{7,8}[0-9K]$/u)],
  CN: [register("USCC", "统一社会信用代码", chinese, /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/u, same)],
  CO: [register("NIT", "Número de Identificación Tributaria", colombian, /^\d{9,10}$/u)],
  CZ: [register("IČO", "Identifikační číslo osoby", czech, /^\d{8}$/u, same)],
  DK: [register("CVR", "CVR-nummer", danish, /^\d{8}$/u, same)],
  EE: [register("Registrikood", "Registrikood", estonian, /^[1789]\d{7}$/u, same)],
  ES: [register("NIF", "Número de identificación fiscal de entidad", spanish, /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/u, same)],
  FI: [register("Y-tunnus", "Yritys- ja yhteisötunnus", finnish, /^\d{8}$/u)],
  FR: [register("SIREN", "Numéro SIREN", frenchCompany, /^\d{9}$/u), register("SIRET", "Numéro SIRET", frenchSite, /^\d{14}$/u)],
  GB: [
    {
      name: "CRN",
      localName: "Company registration number",
      names: ["Companies House number"],
      shape: british,
      hasNoCheckDigits: true,
      checkDigits: none,
      isValid: (n) => british.test(n),
      format: same,
    },
  ],
  HR: [register("OIB", "Osobni identifikacijski broj", croatian, /^\d{11}$/u, same)],
  IL: [register("H.P.", "מספר חברה", israeli, /^5\d{8}$/u, same)],
  IS: [register("Kennitala", "Kennitala lögaðila", icelandic, /^[4-7]\d{9}$/u)],
  IT: [register("Partita IVA", "Partita IVA", italian, /^\d{11}$/u, same)],
  JP: [register("Corporate Number", "法人番号", japanese, /^[1-9]\d{12}$/u, same)],
  KR: [register("BRN", "사업자등록번호", korean, /^\d{10}$/u)],
  MX: [register("RFC", "Registro Federal de Contribuyentes", mexican, /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/u, same)],
  NO: [register("Orgnr", "Organisasjonsnummer", norwegian, /^[89]\d{8}$/u)],
  PE: [register("RUC", "Registro Único de Contribuyentes", peruvian, /^\d{11}$/u, same)],
  PL: [register("REGON", "Rejestr Gospodarki Narodowej", polish, /^(\d{9}|\d{14})$/u, same)],
  PT: [register("NIPC", "Número de Identificação de Pessoa Coletiva", portuguese, /^[5689]\d{8}$/u)],
  RO: [register("CUI", "Codul unic de înregistrare", romanian, /^[1-9]\d{1,9}$/u, same)],
  RS: [register("PIB", "Poreski identifikacioni broj", serbian, /^\d{9}$/u, same)],
  RU: [register("INN", "Идентификационный номер налогоплательщика", russian, /^\d{10}$/u, same)],
  SE: [register("Orgnr", "Organisationsnummer", swedish, /^\d{10}$/u)],
  TW: [register("UBN", "統一編號", taiwanese, /^\d{8}$/u, same)],
  UA: [register("EDRPOU", "Код ЄДРПОУ", ukrainian, /^\d{8}$/u, same)],
}
