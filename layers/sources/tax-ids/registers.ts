import argentine from "stdnum/lib/cjs/ar/cuit.js"
import australianBusiness from "stdnum/lib/cjs/au/abn.js"
import australianCompany from "stdnum/lib/cjs/au/acn.js"
import belgian from "stdnum/lib/cjs/be/vat.js"
import brazilian from "stdnum/lib/cjs/br/cnpj.js"
import belarusian from "stdnum/lib/cjs/by/unp.js"
import canadian from "stdnum/lib/cjs/ca/bn.js"
import swiss from "stdnum/lib/cjs/ch/uid.js"
import chilean from "stdnum/lib/cjs/cl/rut.js"
import chinese from "stdnum/lib/cjs/cn/uscc.js"
import colombian from "stdnum/lib/cjs/co/nit.js"
import costaRican from "stdnum/lib/cjs/cr/cpj.js"
import czech from "stdnum/lib/cjs/cz/ico.js"
import danish from "stdnum/lib/cjs/dk/cvr.js"
import dominican from "stdnum/lib/cjs/do/rnc.js"
import ecuadorian from "stdnum/lib/cjs/ec/ruc.js"
import estonian from "stdnum/lib/cjs/ee/registrikood.js"
import spanish from "stdnum/lib/cjs/es/cif.js"
import finnish from "stdnum/lib/cjs/fi/ytunnus.js"
import frenchCompany from "stdnum/lib/cjs/fr/siren.js"
import frenchSite from "stdnum/lib/cjs/fr/siret.js"
import guatemalan from "stdnum/lib/cjs/gt/nit.js"
import croatian from "stdnum/lib/cjs/hr/oib.js"
import hungarian from "stdnum/lib/cjs/hu/anum.js"
import indonesian from "stdnum/lib/cjs/id/npwp.js"
import israeli from "stdnum/lib/cjs/il/hp.js"
import icelandic from "stdnum/lib/cjs/is/kennitala.js"
import italian from "stdnum/lib/cjs/it/iva.js"
import japanese from "stdnum/lib/cjs/jp/cn.js"
import korean from "stdnum/lib/cjs/kr/brn.js"
import latvianCompany from "stdnum/lib/cjs/lv/pvn.js"
import moroccan from "stdnum/lib/cjs/ma/ice.js"
import moldovan from "stdnum/lib/cjs/md/idno.js"
import montenegrin from "stdnum/lib/cjs/me/pib.js"
import macedonian from "stdnum/lib/cjs/mk/edb.js"
import mexican from "stdnum/lib/cjs/mx/rfc.js"
import norwegian from "stdnum/lib/cjs/no/orgnr.js"
import peruvian from "stdnum/lib/cjs/pe/ruc.js"
import polish from "stdnum/lib/cjs/pl/regon.js"
import portuguese from "stdnum/lib/cjs/pt/nipc.js"
import paraguayan from "stdnum/lib/cjs/py/ruc.js"
import romanian from "stdnum/lib/cjs/ro/cui.js"
import serbian from "stdnum/lib/cjs/rs/pib.js"
import russian from "stdnum/lib/cjs/ru/inn.js"
import swedish from "stdnum/lib/cjs/se/orgnr.js"
import salvadoran from "stdnum/lib/cjs/sv/nit.js"
import thai from "stdnum/lib/cjs/th/tin.js"
import turkish from "stdnum/lib/cjs/tr/vkn.js"
import taiwanese from "stdnum/lib/cjs/tw/ubn.js"
import ukrainian from "stdnum/lib/cjs/ua/edrpou.js"
import uruguayan from "stdnum/lib/cjs/uy/rut.js"
import venezuelan from "stdnum/lib/cjs/ve/rif.js"
import vietnamese from "stdnum/lib/cjs/vn/mst.js"
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
  ICE: lastTwo,
  Kennitala: { from: 8, length: 1 },
  MST: { from: 9, length: 1 },
  NPWP: { from: 8, length: 1 },
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
  // stdnum has the placeholder `NAME` for some.
  names: [validator.localName, ...(validator.abbreviation ?? "").split(", ")].filter((each) => each.length > 2 && each !== "NAME"),
  shape,
  checkDigits: Object.hasOwn(otherCheckDigits, name) ? otherCheckDigits[name]! : last,
  isValid: (number) => shape.test(number) && validator.validate(number).isValid,
  format,
})

const withoutCheckDigits = (of: Register): Register => ({ ...of, hasNoCheckDigits: true, checkDigits: none })

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
  BY: [register("UNP", "Учетный номер плательщика", belarusian, /^(?:\d{9}|[A-Z]{2}\d{7})$/u, same)],
  CA: [register("BN", "Business Number", canadian, /^\d{9}([A-Z]{2}\d{4})?$/u)],
  CH: [register("UID", "Unternehmens-Identifikationsnummer", swiss, /^CHE\d{9}$/u)],
  CL: [register("RUT", "Rol Único Tributario", chilean, /^\d{7,8}[0-9K]$/u)],
  CN: [register("USCC", "统一社会信用代码", chinese, /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/u, same)],
  CO: [register("NIT", "Número de Identificación Tributaria", colombian, /^\d{9,10}$/u)],
  CR: [withoutCheckDigits(register("CPJ", "Cédula de persona jurídica", costaRican, /^[2-5]\d{9}$/u))],
  CZ: [register("IČO", "Identifikační číslo osoby", czech, /^\d{8}$/u, same)],
  DK: [register("CVR", "CVR-nummer", danish, /^\d{8}$/u, same)],
  DO: [register("RNC", "Registro Nacional del Contribuyente", dominican, /^\d{9}$/u)],
  // The last three digits are the number of a branch.
  EC: [{ ...register("RUC", "Registro Único de Contribuyentes", ecuadorian, /^\d{13}$/u), checkDigits: { from: 9, length: 1 } }],
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
  GT: [register("NIT", "Número de Identificación Tributaria", guatemalan, /^\d{5,8}[0-9K]$/u)],
  HR: [register("OIB", "Osobni identifikacijski broj", croatian, /^\d{11}$/u, same)],
  // The last three digits are the kind of VAT and the county: 12892312-2-44.
  HU: [
    {
      ...register("Adószám", "Adószám", hungarian, /^\d{8}(?:\d{3})?$/u, (n) =>
        [n.slice(0, 8), n.slice(8, 9), n.slice(9)].filter(Boolean).join("-"),
      ),
      isValid: (n) => /^\d{8}(?:[1-5]\d{2})?$/u.test(n) && hungarian.validate(n.slice(0, 8)).isValid,
      checkDigits: { from: 7, length: 1 },
    },
  ],
  ID: [register("NPWP", "Nomor Pokok Wajib Pajak", indonesian, /^\d{15}$/u)],
  IL: [register("H.P.", "מספר חברה", israeli, /^5\d{8}$/u, same)],
  IS: [register("Kennitala", "Kennitala lögaðila", icelandic, /^[4-7]\d{9}$/u)],
  IT: [register("Partita IVA", "Partita IVA", italian, /^\d{11}$/u, same)],
  JP: [register("Corporate Number", "法人番号", japanese, /^[1-9]\d{12}$/u, same)],
  KR: [register("BRN", "사업자등록번호", korean, /^\d{10}$/u)],
  LV: [register("Reģistrācijas numurs", "Vienotais reģistrācijas numurs", latvianCompany, /^[459]\d{10}$/u, same)],
  MA: [register("ICE", "Identifiant commun de l’entreprise", moroccan, /^\d{15}$/u, same)],
  MD: [register("IDNO", "Numărul de identificare de stat al unității de drept", moldovan, /^\d{13}$/u, same)],
  ME: [register("PIB", "Poreski identifikacioni broj", montenegrin, /^\d{8}$/u, same)],
  MK: [register("EDB", "Единствен даночен број", macedonian, /^\d{13}$/u, same)],
  MX: [register("RFC", "Registro Federal de Contribuyentes", mexican, /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/u, same)],
  NO: [register("Orgnr", "Organisasjonsnummer", norwegian, /^[89]\d{8}$/u)],
  PE: [register("RUC", "Registro Único de Contribuyentes", peruvian, /^\d{11}$/u, same)],
  PL: [register("REGON", "Rejestr Gospodarki Narodowej", polish, /^(\d{9}|\d{14})$/u, same)],
  PT: [register("NIPC", "Número de Identificação de Pessoa Coletiva", portuguese, /^[5689]\d{8}$/u)],
  PY: [register("RUC", "Registro Único de Contribuyentes", paraguayan, /^\d{6,9}$/u)],
  RO: [register("CUI", "Codul unic de înregistrare", romanian, /^[1-9]\d{1,9}$/u, same)],
  RS: [register("PIB", "Poreski identifikacioni broj", serbian, /^\d{9}$/u, same)],
  RU: [register("INN", "Идентификационный номер налогоплательщика", russian, /^\d{10}$/u, same)],
  SE: [register("Orgnr", "Organisationsnummer", swedish, /^\d{10}$/u)],
  SV: [register("NIT", "Número de Identificación Tributaria", salvadoran, /^\d{14}$/u)],
  TH: [register("TIN", "เลขทะเบียนนิติบุคคล", thai, /^0\d{12}$/u)],
  TR: [register("VKN", "Vergi kimlik numarası", turkish, /^\d{10}$/u, same)],
  TW: [register("UBN", "統一編號", taiwanese, /^\d{8}$/u, same)],
  UA: [register("EDRPOU", "Код ЄДРПОУ", ukrainian, /^\d{8}$/u, same)],
  UY: [register("RUT", "Registro Único Tributario", uruguayan, /^\d{12}$/u)],
  VE: [register("RIF", "Registro Único de Información Fiscal", venezuelan, /^[VEJPGC]\d{9}$/u)],
  VN: [register("MST", "Mã số thuế", vietnamese, /^\d{10}(?:\d{3})?$/u)],
}
