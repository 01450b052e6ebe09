import type Holidays from "date-holidays"
import { applyLaw } from "./law/applyLaw.ts"

/**
 * Corrections of the data set, each with the law that it follows. (The data set is CC BY-SA: changes are allowed and must be
 * stated, which the source's attribution does.) Notes state limits that no rule can express.
 */
export const correct = (country: string, region: string | undefined, holidays: Holidays): ReadonlyArray<string> => [
  ...applyLaw(country, holidays),
  ...(corrections[country]?.(holidays, region) ?? []),
]

const corrections: Readonly<Record<string, (holidays: Holidays, region: string | undefined) => ReadonlyArray<string>>> = {
  // Cabinet Resolutions 27 of 2019 and 27 of 2024.
  AE: (holidays) => {
    const national = { en: "National Day", ar: "اليوم الوطني" }
    holidays.unsetRule("1 Ramadan")
    holidays.unsetRule("27 Rajab")
    holidays.setHoliday("27 Rajab", { name: { en: "Laylat al-Mi'raj" }, type: "public", active: [{ to: "2019-01-01" }] })
    holidays.setHoliday("9 Dhu al-Hijjah", { name: { en: "Arafat Day" }, type: "public", active: [{ from: "2019-01-01" }] })
    holidays.setHoliday("12-03", { name: national, type: "public", active: [{ from: "2019-01-01" }] })
    return []
  },
  // Canada Labour Code, section 166, for the country; the acts of the provinces that took over 30 September.
  CA: (holidays, region) => {
    const truth = { en: "National Day for Truth and Reconciliation", fr: "Journée nationale de la vérité et de la réconciliation" }
    const firstYear = region === undefined ? 2021 : truthDayFrom[region]
    if (firstYear !== undefined) {
      holidays.unsetRule("09-30 since 2021")
      holidays.setHoliday(`09-30 since ${firstYear}`, { name: truth, type: "public" })
    }
    for (const [rule, name] of notStatutory[region ?? ""] ?? []) {
      holidays.unsetRule(rule)
      holidays.setHoliday(rule, { name, type: "optional" })
    }
    if (region !== undefined) return []
    holidays.setHoliday("monday before 05-25", { name: { en: "Victoria Day", fr: "Fête de la Reine" }, type: "public" })
    holidays.setHoliday("2nd monday after 10-01", { name: { en: "Thanksgiving", fr: "Action de grâce" }, type: "public" })
    holidays.setHoliday("11-11", { name: { en: "Remembrance Day", fr: "Jour du Souvenir" }, type: "public" })
    holidays.setHoliday("12-26", { name: { en: "Boxing Day", fr: "Lendemain de Noël" }, type: "public" })
    return []
  },
  // Regulation on Public Holidays for National Festivals and Memorial Days, as revised in 1999, 2007, 2013 and 2024 (State Council Decree 795).
  CN: (holidays) => {
    const spring = { en: "Spring Festival", zh: "春节" }
    const labour = { en: "Labour Day", zh: "劳动节" }
    holidays.setHoliday("chinese 01-0-00", {
      name: spring,
      type: "public",
      active: [{ from: "2008-01-01", to: "2014-01-01" }, { from: "2025-01-01" }],
    })
    holidays.setHoliday("chinese 01-0-03", { name: spring, type: "public", active: [{ to: "2008-01-01" }, { from: "2014-01-01" }] })
    holidays.setHoliday("05-02", {
      name: labour,
      type: "public",
      active: [{ from: "2000-01-01", to: "2008-01-01" }, { from: "2025-01-01" }],
    })
    holidays.setHoliday("05-03", { name: labour, type: "public", active: [{ from: "2000-01-01", to: "2008-01-01" }] })
    return ["The State Council moves weekends around long holidays each year. Those working weekends and bridge days are not included."]
  },
  // Green Monday is 48 days before Orthodox Easter, a Monday (the data says 47, a Tuesday); Whit Monday (Kataklysmos) is a holiday too.
  CY: (holidays) => {
    holidays.unsetRule("orthodox -47")
    holidays.setHoliday("orthodox -48", { name: { en: "Green Monday", el: "Καθαρά Δευτέρα" }, type: "public" })
    holidays.setHoliday("orthodox 50", { name: { en: "Whit Monday (Kataklysmos)", el: "Δευτέρα του Αγίου Πνεύματος" }, type: "public" })
    return []
  },
  // The day is right and its English name, National Holiday, is not one that is used.
  DE: (holidays) => {
    holidays.setHoliday("10-03", { name: { en: "German Unity Day", de: "Tag der Deutschen Einheit" }, type: "public" })
    return []
  },
  // The calendar of Eritrea is that of Ethiopia.
  ER: (holidays) => {
    for (const rule of ["09-11 in non-leap years", "09-12 in leap years", "09-27 in non-leap years", "09-28 in leap years"])
      holidays.unsetRule(rule)
    holidays.setHoliday("09-11", { name: { en: "Geez New Year", ti: "ግዕዝ አዲስ ዓመት" }, type: "public", ...aDayLater(11) })
    holidays.setHoliday("09-27", { name: { en: "Meskel" }, type: "public", ...aDayLater(27) })
    return []
  },
  // Proclamation 16/1975, article 2, with the calendar of Ethiopia: its year begins a day later before a leap year of the Gregorian calendar, and the days up to
  // the next 28 February are a day later too; Christmas is kept on 7 January all the same. The data moves these days in other years, and lacks two of May.
  ET: (holidays) => {
    for (const rule of ["01-06 in non-leap years", "01-07 in leap years", "01-19", "09-11 in non-leap years", "09-12 in leap years"])
      holidays.unsetRule(rule)
    for (const rule of ["09-27 in non-leap years", "09-28 in leap years", "03-28", "1 Ramadan"]) holidays.unsetRule(rule)
    const epiphany = { en: "Epiphany", am: "ጥምቀት" }
    holidays.setHoliday("01-07", { name: { en: "Christmas Day", am: "ገና" }, type: "public" })
    holidays.setHoliday("01-19 in non-leap years", { name: epiphany, type: "public" })
    holidays.setHoliday("01-20 in leap years", { name: epiphany, type: "public" })
    holidays.setHoliday("05-01", { name: { en: "International Labour Day" }, type: "public" })
    holidays.setHoliday("05-05", { name: { en: "Patriots' Victory Day" }, type: "public" })
    holidays.setHoliday("09-11", { name: { en: "Ethiopian New Year", am: "እንቁጣጣሽ" }, type: "public", ...aDayLater(11) })
    holidays.setHoliday("09-27", { name: { en: "Finding of the True Cross", am: "መስቀል" }, type: "public", ...aDayLater(27) })
    return []
  },
  // The day is right and its English name is not.
  GR: (holidays) => {
    holidays.setHoliday("orthodox -48", { name: { en: "Clean Monday", el: "Καθαρά Δευτέρα" }, type: "public" })
    return []
  },
  // Zakon o blagdanima, spomendanima i neradnim danima, article 3: Jewish believers have Rosh Hashanah and Yom Kippur (the data calls both days Yom Kippur).
  HR: (holidays) => {
    holidays.unsetRule("1 Tishrei")
    holidays.setHoliday("1 Tishrei", { name: { en: "Rosh Hashanah", hr: "Roš hašana" }, type: "optional", note: "Jewish believers" })
    return []
  },
  // Swapped by a ministry's decree for each year (Labour Code, Act I of 2012, section 102).
  HU: () => ["Each year some Saturdays are worked in Hungary in place of days off beside holidays. These swapped days are not included."],
  // Statute Law (Miscellaneous Amendments) Act, 2024: 10 October is Mazingira Day. The Public Holidays Act (chapter 110) has Good Friday and Easter Monday, not the Sunday.
  KE: (holidays) => {
    const rule = "10-10 and if sunday then next monday"
    holidays.unsetRule(rule)
    holidays.setHoliday(`${rule} prior to 2024`, { name: { en: "Moi Day" }, type: "public", substitute: true })
    holidays.setHoliday(`${rule} since 2024`, { name: { en: "Mazingira Day" }, type: "public", substitute: true })
    holidays.unsetRule("easter")
    holidays.setHoliday("easter", { name: { en: "Easter Sunday" }, type: "observance" })
    return []
  },
  // Seollal is the day before, the day and the day after the lunar New Year. (date-holidays issue 640)
  KR: (holidays) => {
    holidays.unsetRule("korean 01-0-01 P3D")
    holidays.setHoliday("korean 01-0-00 P3D", { name: { en: "Korean New Year", ko: "설날" }, type: "public" })
    return []
  },
  MY: (_, region) => (region === undefined ? ["In Kedah, Kelantan and Terengganu the weekend is Friday and Saturday."] : []),
  // Labour Code, article 112.
  RU: () => ["The government moves days off to other days each year. These moved days are not included."],
  // The Public Holidays Act (SFS 1989:253) does not list the three eves; the Annual Leave Act (SFS 1977:480) puts them on a level with Sundays.
  SE: () => ["Midsummer Eve, Christmas Eve and New Year's Eve are no public holidays by law in Sweden, but customarily days off."],
  // 5 U.S.C. 6103(b): the Friday before or the Monday after is a federal holiday. The data has it for Veterans Day as a day of banks.
  US: (holidays, region) => {
    const rule = "substitutes 11-11 if sunday then next monday if saturday then previous friday"
    const name = { en: "Veterans Day", es: "Día del Veterano" }
    if (region !== undefined) return []
    holidays.unsetRule(rule)
    holidays.setHoliday(rule, { name, type: "public", substitute: true })
    return []
  },
  // Labour Code of 2019, article 112.
  VN: () => ["The government swaps working days and days off around long holidays each year. These swapped days are not included."],
}

const isLeapYear = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** The years of the Gregorian calendar before a leap year, in which Ethiopia's year begins on 12 September. */
const beforeLeapYears = Array.from({ length: 200 }, (_, i) => 1900 + i).filter((year) => isLeapYear(year + 1))

/** A day of September in the Ethiopian calendar, a day later in those years. */
const aDayLater = (day: number) => ({
  disable: beforeLeapYears.map((year) => `${year}-09-${day}`),
  enable: beforeLeapYears.map((year) => `${year}-09-${day + 1}`),
})

const easterMonday = ["easter 1", { en: "Easter Monday", fr: "Lundi de Pâques" }] as const
/**
 * Days that the data calls public holidays and the employment standards acts of the province or territory do not list: of Ontario (2000), the Northwest
 * Territories, Yukon and Prince Edward Island.
 */
const notStatutory: Readonly<Record<string, ReadonlyArray<readonly [rule: string, name: Readonly<Record<string, string>>]>>> = {
  ON: [easterMonday],
  NT: [easterMonday, ["12-26", { en: "Boxing Day", fr: "Lendemain de Noël" }]],
  YT: [easterMonday],
  PE: [["3rd friday after 08-01", { en: "Gold Cup Parade Day", fr: "Défilé de la Coupe d'or" }]],
}

/** The first year in which 30 September is a public holiday by the law of a province or territory, where the data has it as an observance or not at all. */
const truthDayFrom: Readonly<Record<string, number>> = { BC: 2023, MB: 2024, NT: 2022, NU: 2022, PE: 2022, YT: 2023 }
