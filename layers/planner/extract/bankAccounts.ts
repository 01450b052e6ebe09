import type { Mention } from "../../../domain/planning/read/Mention.ts"

/** What announces the code of a bank and the number of an account, in English and in German, and the number behind it. */
const codes =
  /(?<![\p{L}\p{N}])(?<name>BLZ|Bankleitzahl|bank\s(?:sort\s)?code|(?:bank\s)?clearing(?:\s(?:number|no\.?|code))?|sort\scode)(?:\s(?:is|of|number|no\.?))?\s*[:#=]?\s*(?<value>(?:[A-Z]{4}[ -]?)?\d{2,8}(?:[ .-]\d{2,5}){0,3}|[A-Z]{4})(?![\p{L}\p{N}])/giu
const accounts =
  /(?<![\p{L}\p{N}])(?:account|acct\.?|a\/c|Konto)(?:[\s-]?(?:number|no\.?|nr\.?|nummer))?(?:\s(?:is|of))?\s*[:#=]?\s*(?<value>\d{2,20}(?:[ ./-]\d{1,8}){0,5})(?![\p{L}\p{N}])/giu

const german = /^(?:BLZ|Bankleitzahl)$/iu
const sorting = /^sort\scode$/iu

/** `BLZ 370 400 44`, `German bank code 37040044`: codes of German banks without an account. Eight digits are those of a bank in Germany alone. */
const germanCodes = (text: string, named: ReadonlyArray<RegExpExecArray>): ReadonlyArray<Mention> => {
  const isOfGermany = /\bgerman(?:y)?\b/iu.test(text)
  const announced = named.flatMap((code) => {
    const { name = "", value = "" } = code.groups ?? {}
    const isGerman = german.test(name) || isOfGermany
    if (value.replace(/\D/gu, "").length !== 8 || !/^[\d .-]+$/u.test(value) || (!isGerman && !/^bank/iu.test(name))) return []
    return [
      { ...mentionOf("bank.german_code", code, value), ...(!isGerman && { assumed: `${value} is assumed to be a German bank code.` }) },
    ]
  })
  if (announced.length > 0 || !isOfGermany || !/\b(?:banks?|BIC|sort\scode)\b/iu.test(text)) return announced
  return [...text.matchAll(/(?<![\p{L}\p{N}+.,/-])\d{8}(?![\p{L}\p{N}]|[.,-]\d)/gu)].map((code) =>
    mentionOf("bank.german_code", code, code[0]),
  )
}

/**
 * The code of a bank and the number of an account where a question has both: `BLZ 500 105 17 and Kontonummer 0648489890`. Another code alone is in an IBAN,
 * or says nothing. A Bankleitzahl of eight digits is German, one of five Austrian, and a sort code of six is British, unless the question names a country.
 */
export const bankAccounts = (text: string): ReadonlyArray<Mention> => {
  const named = [...text.matchAll(codes)]
  const [code, anotherCode] = named
  const [account, anotherAccount] = [...text.matchAll(accounts)]
  if (account === undefined) return germanCodes(text, named)
  if (code === undefined || anotherCode !== undefined || anotherAccount !== undefined) return []
  const value = code.groups?.["value"] ?? ""
  const name = code.groups?.["name"] ?? ""
  const digits = value.replace(/\D/gu, "").length
  const country = german.test(name)
    ? ({ 8: "DE", 5: "AT" } as Readonly<Record<number, string>>)[digits]
    : sorting.test(name) && digits === 6
      ? "GB"
      : undefined
  return [
    mentionOf("bank.national_code", code, value),
    mentionOf("bank.national_account", account, account.groups?.["value"] ?? ""),
    ...(country === undefined
      ? []
      : [{ kind: "country.code", start: code.index, end: code.index + name.length, text: name, value: country, weight: 0.6 }]),
  ]
}

const mentionOf = (kind: string, { 0: whole, index }: RegExpExecArray, value: string): Mention => {
  const start = index + whole.lastIndexOf(value)
  return { kind, start, end: start + value.length, text: value, value, weight: 0.95 }
}
