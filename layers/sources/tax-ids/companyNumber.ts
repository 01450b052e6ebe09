import { registers } from "./registers.ts"

/** Without separators, and without the letters that some countries print before the number and do not count to it. */
export const bareCompanyNumber = (typed: string, country: string): string => {
  const text = typed.toUpperCase().replace(/[\s.,:;_/\\\-\u2010-\u2015\u200b\ufeff]+/gu, "")
  const before = prefixes[country]
  const rest = before ? text.replace(before, "") : text
  const fits = (number: string) => (registers[country] ?? []).some(({ shape }) => shape.test(number))
  // `CZ45274649`: people write the country before a number that has no letters there.
  return rest.startsWith(country) && !fits(rest) && fits(rest.slice(country.length)) ? rest.slice(country.length) : rest
}

const prefixes: Readonly<Record<string, RegExp>> = {
  AT: /^FN/u,
  DK: /^CVR(?=\d)/u,
}
