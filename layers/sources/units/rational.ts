/** An exact fraction in lowest terms; `d` is positive. */
export interface Rational {
  readonly n: bigint
  readonly d: bigint
}

const gcd = (a: bigint, b: bigint): bigint => {
  while (b !== 0n) [a, b] = [b, a % b]
  return a < 0n ? -a : a
}

export const ratio = (n: bigint, d: bigint = 1n): Rational => {
  const common = gcd(n, d) || 1n
  return d < 0n ? { n: -n / common, d: -d / common } : { n: n / common, d: d / common }
}

export const times = (a: Rational, b: Rational): Rational => ratio(a.n * b.n, a.d * b.d)
export const over = (a: Rational, b: Rational): Rational => ratio(a.n * b.d, a.d * b.n)
export const plus = (a: Rational, b: Rational): Rational => ratio(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Rational, b: Rational): Rational => plus(a, { n: -b.n, d: b.d })

/** `-12.5`, `1e-7`, `1200/3937`: a decimal number, or a fraction of two. */
export const parseRational = (text: string): Rational => {
  const [upper = "", lower] = text.split("/")
  return lower === undefined ? parseDecimal(upper) : over(parseDecimal(upper), parseDecimal(lower))
}

const parseDecimal = (text: string): Rational => {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  const power = Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return power >= 0 ? ratio(digits * 10n ** BigInt(power)) : ratio(digits, 10n ** BigInt(-power))
}

const maxDigits = 40
const roundedDigits = 20

/** The decimal of a fraction: all of it where it ends within 40 digits, else rounded half to even at 20 significant digits. */
export const decimalOf = ({ d, n }: Rational): { readonly text: string; readonly exact: boolean } => {
  if (n === 0n) return { text: "0", exact: true }
  const sign = n < 0n ? "-" : ""
  const size = n < 0n ? -n : n
  const places = decimalPlaces(d)
  if (places !== undefined && places <= maxDigits) {
    const digits = ((size * 10n ** BigInt(places)) / d).toString()
    if (digits.length <= maxDigits) return { text: sign + plain(digits, places), exact: true }
  }
  const { digits, exact, exponent } = rounded(size, d)
  return { text: sign + positioned(digits, exponent), exact }
}

/** How many decimal places a fraction with this denominator in lowest terms has; undefined where they never end. */
const decimalPlaces = (d: bigint): number | undefined => {
  let [twos, fives] = [0, 0]
  for (; d % 2n === 0n; twos++) d /= 2n
  for (; d % 5n === 0n; fives++) d /= 5n
  return d === 1n ? Math.max(twos, fives) : undefined
}

const plain = (digits: string, places: number): string => {
  if (places === 0) return digits
  const padded = digits.padStart(places + 1, "0")
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/** Twenty significant digits and the power of ten of the first one. */
const rounded = (n: bigint, d: bigint): { readonly digits: string; readonly exponent: number; readonly exact: boolean } => {
  let exponent = n.toString().length - d.toString().length
  if (n * power(-exponent) < d * power(exponent)) exponent--
  const shift = roundedDigits - 1 - exponent
  const [above, below] = [n * power(shift), d * power(-shift)]
  let digits = above / below
  const exact = above % below === 0n
  const twice = (above % below) * 2n
  if (twice > below || (twice === below && digits % 2n === 1n)) digits++
  const text = digits.toString()
  return text.length > roundedDigits
    ? { digits: text.slice(0, roundedDigits), exponent: exponent + 1, exact }
    : { digits: text, exponent, exact }
}

const power = (exponent: number): bigint => (exponent > 0 ? 10n ** BigInt(exponent) : 1n)

const positioned = (digits: string, exponent: number): string => {
  const trimmed = digits.replace(/0+$/u, "") || "0"
  if (exponent > 20 || exponent < -7) {
    const fraction = trimmed.slice(1)
    return `${trimmed[0]}${fraction && "."}${fraction}e${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`
  }
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${trimmed}`
  const whole = trimmed.slice(0, exponent + 1).padEnd(exponent + 1, "0")
  const fraction = trimmed.slice(exponent + 1)
  return fraction === "" ? whole : `${whole}.${fraction}`
}
