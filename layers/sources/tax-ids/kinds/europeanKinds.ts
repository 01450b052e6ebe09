import atTin from "stdnum/lib/cjs/at/tin.js"
import atVsnr from "stdnum/lib/cjs/at/vnr.js"
import beBis from "stdnum/lib/cjs/be/bis.js"
import beNn from "stdnum/lib/cjs/be/nn.js"
import bgEgn from "stdnum/lib/cjs/bg/egn.js"
import chAhv from "stdnum/lib/cjs/ch/ssn.js"
import czRc from "stdnum/lib/cjs/cz/rc.js"
import deIdnr from "stdnum/lib/cjs/de/idnr.js"
import deStnr from "stdnum/lib/cjs/de/stnr.js"
import deSvnr from "stdnum/lib/cjs/de/svnr.js"
import dkCpr from "stdnum/lib/cjs/dk/cpr.js"
import eeIk from "stdnum/lib/cjs/ee/ik.js"
import esDni from "stdnum/lib/cjs/es/dni.js"
import esNie from "stdnum/lib/cjs/es/nie.js"
import esNss from "stdnum/lib/cjs/es/nss.js"
import fiHetu from "stdnum/lib/cjs/fi/hetu.js"
import frNir from "stdnum/lib/cjs/fr/nir.js"
import gbNino from "stdnum/lib/cjs/gb/nino.js"
import gbUtr from "stdnum/lib/cjs/gb/utr.js"
import grAmka from "stdnum/lib/cjs/gr/amka.js"
import grVat from "stdnum/lib/cjs/gr/vat.js"
import iePps from "stdnum/lib/cjs/ie/pps.js"
import itCf from "stdnum/lib/cjs/it/codicefiscale.js"
import ltAk from "stdnum/lib/cjs/lt/asmens.js"
import nlBsn from "stdnum/lib/cjs/nl/bsn.js"
import noFnr from "stdnum/lib/cjs/no/fodselsnummer.js"
import noKonto from "stdnum/lib/cjs/no/kontonr.js"
import plNip from "stdnum/lib/cjs/pl/nip.js"
import plPesel from "stdnum/lib/cjs/pl/pesel.js"
import ptNif from "stdnum/lib/cjs/pt/nif.js"
import roCnp from "stdnum/lib/cjs/ro/cnp.js"
import rsJmbg from "stdnum/lib/cjs/rs/jmbg.js"
import sePnr from "stdnum/lib/cjs/se/personnummer.js"
import siEmso from "stdnum/lib/cjs/si/emso.js"
import skRc from "stdnum/lib/cjs/sk/rc.js"
import trTckn from "stdnum/lib/cjs/tr/tckimlik.js"
import uaRntrc from "stdnum/lib/cjs/ua/rntrc.js"
import { weightedSum } from "stdnum/lib/cjs/util/checksum.js"
import { kind, last, lastTwo, none, type NumberKind, type Validator } from "./NumberKind.ts"

/** NHS Data Dictionary: weights 10 to 2, and a check digit that makes the sum divisible by 11. */
const gbNhs: Validator = {
  validate: (number) => ({ isValid: weightedSum(number, { weights: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], modulus: 11 }) === 0 }),
  format: (number) => number.replace(/^(\d{3})(\d{3})(\d{4})$/u, "$1 $2 $3"),
}

/** Numbers of persons and taxpayers in Europe, with their rules of stdnum. */
export const europeanKinds: ReadonlyArray<NumberKind> = [
  kind(
    "AT",
    "TIN",
    "Austrian number of a tax account",
    ["Abgabenkontonummer", "Austrian tax number"],
    /^(?:\d{9})$/u,
    "9 digits: 2 of the tax office and 7",
    last,
    atTin,
  ),
  kind(
    "AT",
    "VSNR",
    "Austrian social insurance number",
    ["VSNR", "SVNR", "Sozialversicherungsnummer"],
    /^(?:\d{10})$/u,
    "10 digits",
    { from: 3, length: 1 },
    atVsnr,
  ),
  kind(
    "BE",
    "BIS",
    "Belgian number of a person outside the national register",
    ["BIS number", "bisnummer", "numéro bis"],
    /^(?:\d{11})$/u,
    "11 digits, of which 20 or 40 is added to the month",
    lastTwo,
    beBis,
  ),
  kind(
    "BE",
    "NN",
    "Belgian national number",
    ["rijksregisternummer", "Belgian national number", "national register number", "numéro national", "numero national", "NISS", "INSZ"],
    /^(?:\d{11})$/u,
    "11 digits",
    lastTwo,
    beNn,
  ),
  kind("BG", "EGN", "Bulgarian personal number", ["EGN", "ЕГН"], /^(?:\d{10})$/u, "10 digits", last, bgEgn),
  kind(
    "CH",
    "AHV",
    "Swiss social security number",
    ["AHV", "AVS", "social security number", "AHV-Nummer", "AHV number", "AVS number"],
    /^(?:756\d{10})$/u,
    "13 digits, of which the first are 756",
    last,
    chAhv,
  ),
  kind("CZ", "RC", "Czech birth number", ["rodné číslo", "rodne cislo"], /^(?:\d{9,10})$/u, "9 or 10 digits", last, czRc),
  kind(
    "DE",
    "IDNR",
    "German tax identification number of a person",
    ["IdNr", "Steuer-ID", "Steuer-IdNr", "Steueridentifikationsnummer", "steuerliche Identifikationsnummer"],
    /^(?:[1-9]\d{10})$/u,
    "11 digits, of which the first is not 0",
    last,
    deIdnr,
  ),
  kind(
    "DE",
    "STNR",
    "German number of a tax account",
    ["Steuernummer", "Steuernr", "Steuer-Nr"],
    /^(?:\d{10,11}|\d{13})$/u,
    "10 or 11 digits with slashes, as the state writes them, or 13 digits",
    none,
    deStnr,
  ),
  kind(
    "DE",
    "SVNR",
    "German pension insurance number",
    ["SVNR", "Sozialversicherungsnummer", "Rentenversicherungsnummer"],
    /^(?:\d{8}[A-Z]\d{3})$/u,
    "8 digits, a letter and 3 digits",
    last,
    deSvnr,
  ),
  kind("DK", "CPR", "Danish personal number", ["CPR", "CPR-nummer", "CPR number"], /^(?:\d{10})$/u, "10 digits", none, dkCpr),
  kind("EE", "IK", "Estonian personal code", ["isikukood"], /^(?:\d{11})$/u, "11 digits", last, eeIk),
  kind(
    "ES",
    "DNI",
    "Spanish identity document",
    ["DNI", "documento nacional de identidad", "NIF"],
    /^(?:\d{8}[A-Z])$/u,
    "8 digits and a letter",
    last,
    esDni,
  ),
  kind(
    "ES",
    "NIE",
    "Spanish number of a foreigner",
    ["NIE", "NIF"],
    /^(?:[XYZ]\d{7}[A-Z])$/u,
    "X, Y or Z, 7 digits and a letter",
    last,
    esNie,
  ),
  kind(
    "ES",
    "NSS",
    "Spanish social security number",
    ["NSS", "social security number", "número de seguridad social", "numero de seguridad social"],
    /^(?:\d{12})$/u,
    "12 digits",
    lastTwo,
    esNss,
  ),
  kind(
    "FI",
    "HETU",
    "Finnish personal identity code",
    ["HETU", "henkilötunnus", "henkilotunnus"],
    /^(?:\d{6}[-+A-FU-Y]\d{3}[0-9A-Y])$/u,
    "6 digits, a sign of the century, 3 digits and a check character",
    last,
    fiHetu,
  ),
  kind(
    "FR",
    "NIR",
    "French social security number",
    ["NIR", "social security number", "numéro de sécurité sociale", "numero de securite sociale", "INSEE number"],
    /^(?:[1278]\d{4}(?:\d{2}|2[AB])\d{8})$/u,
    "15 characters: 13 and a key of 2 digits",
    lastTwo,
    frNir,
  ),
  kind("GB", "NHS", "NHS number", ["NHS number", "NHS no"], /^(?:\d{10})$/u, "10 digits", last, gbNhs),
  kind(
    "GB",
    "NINO",
    "British National Insurance number",
    ["NINO", "national insurance number", "NI number"],
    /^(?:[A-Z]{2}\d{6}[A-D])$/u,
    "2 letters, 6 digits and a letter from A to D",
    none,
    gbNino,
  ),
  kind(
    "GB",
    "UTR",
    "British unique taxpayer reference",
    ["UTR", "unique taxpayer reference"],
    /^(?:\d{10})$/u,
    "10 digits",
    { from: 0, length: 1 },
    gbUtr,
  ),
  kind("GR", "AFM", "Greek tax number", ["AFM", "ΑΦΜ", "A.F.M."], /^(?:\d{9})$/u, "9 digits", last, grVat),
  kind(
    "GR",
    "AMKA",
    "Greek social security number",
    ["AMKA", "social security number", "ΑΜΚΑ"],
    /^(?:\d{11})$/u,
    "11 digits",
    last,
    grAmka,
  ),
  kind(
    "IE",
    "PPS",
    "Irish personal public service number",
    ["PPS", "PPSN", "PPS number", "personal public service number"],
    /^(?:\d{7}[A-W][A-IW]?)$/u,
    "7 digits and 1 or 2 letters",
    { from: 7, length: 1 },
    iePps,
  ),
  kind(
    "IT",
    "CF",
    "Italian tax code of a person",
    ["codice fiscale", "CF"],
    /^(?:[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z])$/u,
    "16 letters and digits",
    last,
    itCf,
  ),
  kind("LT", "AK", "Lithuanian personal code", ["asmens kodas"], /^(?:\d{11})$/u, "11 digits", last, ltAk),
  kind("NL", "BSN", "Dutch citizen service number", ["BSN", "burgerservicenummer"], /^(?:\d{8,9})$/u, "8 or 9 digits", last, nlBsn),
  kind("NO", "FNR", "Norwegian national identity number", ["fødselsnummer", "fodselsnummer"], /^(?:\d{11})$/u, "11 digits", lastTwo, noFnr),
  kind(
    "NO",
    "KONTO",
    "Norwegian number of a bank account",
    ["kontonummer", "Norwegian account number"],
    /^(?:\d{11})$/u,
    "11 digits: 4 of the bank, 6 of the account and a check digit",
    last,
    noKonto,
  ),
  kind(
    "PL",
    "NIP",
    "Polish tax identification number",
    ["NIP", "numer identyfikacji podatkowej"],
    /^(?:[1-9]\d{9})$/u,
    "10 digits",
    last,
    plNip,
  ),
  kind("PL", "PESEL", "Polish personal number", ["PESEL"], /^(?:\d{11})$/u, "11 digits", last, plPesel),
  kind("PT", "NIF", "Portuguese tax identification number", ["NIF"], /^\d{9}$/u, "9 digits", last, ptNif),
  kind("RO", "CNP", "Romanian personal numeric code", ["CNP"], /^(?:[1-9]\d{12})$/u, "13 digits", last, roCnp),
  kind("RS", "JMBG", "Serbian citizen number", ["JMBG"], /^(?:\d{13})$/u, "13 digits", last, rsJmbg),
  kind(
    "SE",
    "PNR",
    "Swedish personal identity number",
    ["personnummer"],
    /^(?:\d{6}[-+]\d{4})$/u,
    "10 digits, with a hyphen or a plus after the sixth, or 12 with the century",
    last,
    sePnr,
  ),
  kind("SI", "EMSO", "Slovene citizen number", ["EMŠO", "EMSO"], /^(?:\d{13})$/u, "13 digits", last, siEmso),
  kind("SK", "RC", "Slovak birth number", ["rodné číslo", "rodne cislo"], /^(?:\d{9,10})$/u, "9 or 10 digits", last, skRc),
  kind(
    "TR",
    "TCKN",
    "Turkish identity number",
    ["TCKN", "T.C. kimlik no", "TC kimlik no", "TC kimlik", "TC kimlik numarası", "TC kimlik numarasi", "kimlik numarası"],
    /^(?:[1-9]\d{10})$/u,
    "11 digits, of which the first is not 0",
    lastTwo,
    trTckn,
  ),
  kind(
    "UA",
    "RNTRC",
    "Ukrainian number of a taxpayer",
    ["RNOKPP", "РНОКПП", "Ukrainian tax number"],
    /^(?:\d{10})$/u,
    "10 digits",
    last,
    uaRntrc,
  ),
]
