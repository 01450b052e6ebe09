import type { InputField } from "../../catalogue/Source.ts"

/** The role that a field, or the word before a mention, gives to a value of a pair: where something begins (`from`) or ends (`to`). */
export type Role = "from" | "to" | null

const fromName =
  /(?:^|[._-])(?:from|start|origin|source|src|departure|depart|departing|initial|begin|base|first|sender|pickup|leaving)(?:[._-]|$)/iu
const toName =
  /(?:^|[._-])(?:to|end|destination|dest|target|arrival|final|finish|last|second|receiver|recipient|dropoff|going)(?:[._-]|$)/iu

const roles = new WeakMap<InputField, Role>()
export const roleOfField = (field: InputField): Role => {
  const cached = roles.get(field)
  if (cached !== undefined) return cached
  const made = readRole(field)
  roles.set(field, made)
  return made
}

const readRole = ({ field, native }: InputField): Role => {
  const name = `${field.slice(field.lastIndexOf(".") + 1)} ${native}`.replace(/(?<=[a-z])(?=[A-Z])/gu, "_").replaceAll(" ", "_")
  return fromName.test(name) ? "from" : toName.test(name) ? "to" : null
}

/** The role that the words before a position of the text give to the value there. */
export const roleBefore = (text: string, start: number): Role => {
  const before = text.slice(Math.max(0, start - 32), start).toLowerCase()
  const word =
    /\b(from|between|since|starting|leaving|departing|begins?|to|and|until|till|through|into|towards?|ending|for|than)\b[^.?!;,]{0,12}$/u.exec(
      before,
    )?.[1]
  if (word === undefined) return null
  return /^(?:from|between|since|starting|leaving|departing|begin)/u.test(word) ? "from" : "to"
}
