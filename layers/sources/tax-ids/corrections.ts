import bulgarianPerson from "stdnum/lib/cjs/bg/egn.js"
import bulgarianForeigner from "stdnum/lib/cjs/bg/pnf.js"
import czechNumber from "stdnum/lib/cjs/cz/dic.js"
import latvianNumber from "stdnum/lib/cjs/lv/pvn.js"
import slovenianNumber from "stdnum/lib/cjs/si/ddv.js"

/** Corrections of the mistakes of stdnum 1.12, after VIES and the national rules. */

const weighted = (digits: string, weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)

/** stdnum does not look at the letter, which is a check letter: FN 33209m. The first 6 figures count, with leading zeros. */
export const austrianRegister = (number: string): boolean =>
  "ABDFGHIKMPSTVWXYZ"[weighted(number.slice(0, -1).padStart(6, "0"), [6, 4, 14, 15, 10, 1]) % 17] === number.slice(-1)

/** stdnum refuses numbers that begin with 4 to 8, among which are the country's largest companies. */
const bulgarianCompany = (number: string): boolean => {
  const first = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const check = first < 10 ? first : (weighted(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10
  return String(check) === number[8]
}

/** A person's number begins with year, month and day of birth, where 20 or 40 is added to the month for the century; stdnum does not look. */
const hasBirthday = (number: string): boolean => {
  const [month, day] = [Number(number.slice(2, 4)), Number(number.slice(4, 6))]
  return month <= 52 && month % 20 >= 1 && month % 20 <= 12 && day >= 1 && day <= 31
}

/** stdnum takes the last rule the wrong way round, and so every number. */
export const bulgarian = (number: string): boolean => {
  if (number.length === 9) return bulgarianCompany(number)
  if ((hasBirthday(number) && bulgarianPerson.validate(number).isValid) || bulgarianForeigner.validate(number).isValid) return true
  return String((11 - (weighted(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11) === number[9]
}

/** stdnum computes the special numbers of 9 digits together with the 6 that marks them. */
export const czech = (number: string): boolean => {
  if (number.length !== 9 || !number.startsWith("6")) return czechNumber.validate(number).isValid
  const missing = 11 - (weighted(number.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11)
  return "87654321098"[missing - 1] === number[8]
}

/** Since 2017 new personal codes begin with 32 and have neither a date nor check digits. */
export const latvian = (number: string): boolean | null => (number.startsWith("32") ? null : latvianNumber.validate(number).isValid)

/** stdnum takes the remainder 0, which is not given out, for a 1. */
export const slovenian = (number: string): boolean =>
  weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11 !== 0 && slovenianNumber.validate(number).isValid
