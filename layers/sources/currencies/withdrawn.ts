/** A withdrawn currency (ISO 4217 list three): its successor, the amount of it that made one of the successor, and its last month. */
export interface WithdrawnCurrency {
  readonly code: string
  readonly number: string | null
  readonly successor: string | null
  /** Units of the old currency for one of its successor, as a decimal; null where there was no fixed rate. */
  readonly rate: string | null
  /** The last month in which it was legal tender, so far as that is known, YYYY-MM. */
  readonly until: string
}

const parseRow = (line: string): WithdrawnCurrency => {
  const [code = "", number, successor, rate, until = ""] = line.split(" ").map((cell) => (cell === "-" ? null : cell))
  return { code: code ?? "", number: number ?? null, successor: successor ?? null, rate: rate ?? null, until: until ?? "" }
}

/** code, numeric code, successor, rate, last month. The rates of the euro are those of the Council's regulations. */
const rows = `
AFA 004 AFN 1000 2003-01
ANG 532 XCG 1 2025-06
ATS 040 EUR 13.7603 2002-02
AZM 031 AZN 5000 2006-12
BEF 056 EUR 40.3399 2002-02
BGL 100 BGN 1000 1999-12
BGN 975 EUR 1.95583 2026-01
BYR 974 BYN 10000 2016-12
CSD 891 RSD 1 2006-10
CUC 931 CUP - 2021-06
CYP 196 EUR 0.585274 2008-01
DEM 276 EUR 1.95583 2001-12
ECS 218 USD 25000 2000-09
EEK 233 EUR 15.6466 2011-01
ESP 724 EUR 166.386 2002-02
FIM 246 EUR 5.94573 2002-02
FRF 250 EUR 6.55957 2002-02
GHC 288 GHS 10000 2007-12
GRD 300 EUR 340.750 2002-02
GWP 624 XOF 65 1997-04
HRK 191 EUR 7.53450 2023-01
IEP 372 EUR 0.787564 2002-02
ITL 380 EUR 1936.27 2002-02
LTL 440 EUR 3.45280 2015-01
LUF 442 EUR 40.3399 2002-02
LVL 428 EUR 0.702804 2014-01
MRO 478 MRU 10 2018-12
MTL 470 EUR 0.429300 2008-01
MXP 484 MXN 1000 1995-12
MZM 508 MZN 1000 2006-12
NLG 528 EUR 2.20371 2002-01
PLZ 616 PLN 10000 1996-12
PTE 620 EUR 200.482 2002-02
ROL 642 RON 10000 2006-12
RUR 810 RUB 1000 1998-12
SDD 736 SDG 100 2007-06
SIT 705 EUR 239.640 2007-01
SKK 703 EUR 30.1260 2009-01
SLL 694 SLE 1000 2023-12
SRG 740 SRD 1000 2003-12
STD 678 STN 1000 2018-12
TMM 795 TMT 5000 2009-12
TRL 792 TRY 1000000 2005-12
VEB 862 VEF 1000 2008-06
VEF 937 VES 100000 2018-12
XEU 954 EUR 1 1998-12
YUM 891 CSD 1 2003-06
ZMK 894 ZMW 1000 2013-06
ZWD 716 ZWL - 2009-02
ZWL 932 ZWG 2498.7242 2024-04`

/** Countries by the code of a withdrawn currency that does not begin with theirs. */
const otherCountries: Readonly<Record<string, string>> = {
  ANG: "CW SX",
  CSD: "RS",
  ESP: "ES AD",
  FRF: "FR AD MC BL GF GP MF MQ PM RE YT",
  ITL: "IT SM VA",
  XEU: "",
  YUM: "RS ME",
}

/** The countries whose own currency a withdrawn one was. */
export const formerCountriesOf = ({ code }: WithdrawnCurrency): ReadonlyArray<string> =>
  (otherCountries[code] ?? code.slice(0, 2)).split(" ").filter((country) => country !== "")

export const withdrawn: ReadonlyMap<string, WithdrawnCurrency> = new Map(
  rows
    .trim()
    .split("\n")
    .map(parseRow)
    .map((currency) => [currency.code, currency]),
)
