/**
 * The check digits of VAT numbers, written down anew from what the tax authorities publish, so that a package is measured
 * against something that is not itself. Each takes the national part (without the country's letters).
 */
type Check = (number: string) => boolean

const digits = (text: string): ReadonlyArray<number> => [...text].map(Number)
const dot = (text: string, weights: ReadonlyArray<number>): number => weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0)
const last = (text: string): number => Number(text.at(-1))
const luhnSum = (text: string): number =>
  digits(text).reduce((sum, digit, i) => {
    const doubled = (text.length - i) % 2 === 0 ? digit * 2 : digit
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
/** ISO 7064 MOD 11,10. */
const mod1110 = (text: string): boolean => {
  let product = 10
  for (const digit of digits(text.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === last(text)
}
const mod97 = (text: string): number => Number(BigInt([...text].map((c) => Number.parseInt(c, 36)).join("")) % 97n)

const at: Check = (n) => {
  const sum = luhnSum(n.slice(1, 8))
  return (96 - sum) % 10 === last(n)
}
const bg9: Check = (n) => {
  const first = dot(n, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  return (first < 10 ? first : (dot(n, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10) === last(n)
}
const cy: Check = (n) => {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const sum = digits(n.slice(0, 8)).reduce((total, digit, i) => total + (i % 2 === 0 ? odd[digit]! : digit), 0)
  return String.fromCharCode(65 + (sum % 26)) === n.at(-1)
}
const cz8: Check = (n) => {
  const rest = 11 - (dot(n, [8, 7, 6, 5, 4, 3, 2]) % 11)
  return (rest === 10 ? 0 : rest === 11 ? 1 : rest) === last(n)
}
const fi: Check = (n) => {
  const rest = dot(n, [7, 9, 10, 5, 8, 4, 2]) % 11
  return rest !== 1 && (11 - rest) % 11 === last(n)
}
const gb: Check = (n) => {
  const sum = dot(n, [8, 7, 6, 5, 4, 3, 2]) + Number(n.slice(7, 9))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}
const gr: Check = (n) => (dot(n, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(n)
const ie: Check = (n) => {
  const letter = n[8] === undefined || n[8] === "W" ? 0 : n.charCodeAt(8) - 64
  return "WABCDEFGHIJKLMNOPQRSTUV"[(dot(n, [8, 7, 6, 5, 4, 3, 2]) + 9 * letter) % 23] === n[7]
}
const lt: Check = (n) => {
  const weights = (from: number) => digits(n.slice(0, -1)).map((_, i) => ((from + i - 1) % 9) + 1)
  const first = dot(n, weights(1)) % 11
  return (first < 10 ? first : (dot(n, weights(3)) % 11) % 10) === last(n)
}
const lv: Check = (n) => {
  const rest = 3 - (dot(n, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11)
  return rest !== -1 && (rest < -1 ? rest + 11 : rest) === last(n)
}
const nl: Check = (n) => dot(n, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || mod97(`NL${n}`) === 1
const mod11 = (weights: ReadonlyArray<number>, n: string): number => 11 - (dot(n, weights) % 11)

export const checkDigits: Readonly<Record<string, Check>> = {
  AT: at,
  BE: (n) => 97 - (Number(n.slice(0, 8)) % 97) === Number(n.slice(8)),
  BG: bg9,
  CY: cy,
  CZ: cz8,
  DE: mod1110,
  DK: (n) => dot(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (n) => dot(n, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: gr,
  FI: fi,
  // Only the keys of two digits; those with letters are of few and old numbers.
  FR: (n) => (12 + 3 * (Number(n.slice(2)) % 97)) % 97 === Number(n.slice(0, 2)) && luhnSum(n.slice(2)) % 10 === 0,
  GB: gb,
  HR: mod1110,
  HU: (n) => dot(n, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IE: ie,
  IT: (n) => luhnSum(n) % 10 === 0,
  LT: lt,
  LU: (n) => Number(n.slice(0, 6)) % 89 === Number(n.slice(6)),
  LV: lv,
  MT: (n) => (dot(n, [3, 4, 6, 7, 8, 9]) + Number(n.slice(6))) % 37 === 0,
  NL: nl,
  PL: (n) => dot(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(n),
  PT: (n) => (mod11([9, 8, 7, 6, 5, 4, 3, 2], n) % 11) % 10 === last(n),
  RO: (n) => ((dot(n.padStart(10, "0"), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(n),
  SE: (n) => luhnSum(n.slice(0, 10)) % 10 === 0,
  SI: (n) => mod11([8, 7, 6, 5, 4, 3, 2], n) !== 11 && mod11([8, 7, 6, 5, 4, 3, 2], n) % 10 === last(n),
  SK: (n) => Number(n) % 11 === 0,
  CH: (n) => mod11([5, 4, 3, 2, 7, 6, 5, 4], n.slice(1)) % 11 === last(n),
  NO: (n) => mod11([3, 2, 7, 6, 5, 4, 3, 2], n) % 11 === last(n),
}
