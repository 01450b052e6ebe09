import { Config, Effect, Option, Redacted, Result } from "effect"
import { fromDecimal, type MicroUsd } from "./money/Money.ts"

/** Reads these environment variables once. An empty variable counts as unset. */
export const settingsReader = <Name extends string>(names: Iterable<Name>) =>
  Effect.gen(function* () {
    const values = new Map<Name, string>()
    for (const name of names) {
      const value = yield* Config.option(Config.NonEmptyString(name))
      if (Option.isSome(value)) values.set(name, value.value)
    }
    return new SettingsReader(values)
  }).pipe(Effect.orDie)

/**
 * Environment variables as typed values. Each method answers the fallback if the variable is unset. A wrong value also answers the fallback
 * and adds a sentence to `mistakes`, so that the operator sees all mistakes of a start at once.
 */
export class SettingsReader<Name extends string> {
  readonly mistakes: Array<string> = []
  readonly #values: ReadonlyMap<Name, string>
  readonly #wrong = new Set<Name>()

  constructor(values: ReadonlyMap<Name, string>) {
    this.#values = values
  }

  has(name: Name): boolean {
    return this.#values.has(name)
  }

  /** The variable is set to what breaks its rule: its value is the fallback, which is not what the operator meant. */
  isWrong(name: Name): boolean {
    return this.#wrong.has(name)
  }

  /** `parse` gets the text without surrounding spaces, and answers undefined if it breaks the rule: "must be …". */
  parse<A, const B>(name: Name, rule: string, fallback: B, parse: (text: string) => A | undefined): A | B {
    const text = this.#values.get(name)
    if (text === undefined) return fallback
    const value = parse(text.trim())
    if (value !== undefined) return value
    this.mistakes.push(`${name} ${rule}. Correct it or unset it.`)
    this.#wrong.add(name)
    return fallback
  }

  /** `unit` is the plural of what is counted, for instance "milliseconds". */
  wholeNumber<const B>(name: Name, fallback: B, range: { readonly min: number; readonly max: number; readonly unit?: string }): number | B {
    const { max, min, unit } = range
    const rule = `must be a whole number${unit === undefined ? "" : ` of ${unit}`} from ${min} to ${max}`
    return this.parse(name, rule, fallback, (text) => {
      const n = /^\d{1,16}$/.test(text) ? Number(text) : NaN
      return n >= min && n <= max ? n : undefined
    })
  }

  text<const B>(name: Name, rule: string, fallback: B, form: RegExp = /./): string | B {
    return this.parse(name, rule, fallback, (text) => (form.test(text) ? text : undefined))
  }

  oneOf<const A extends string, const B>(name: Name, values: readonly [A, ...ReadonlyArray<A>], fallback: B): A | B {
    const rule = values.length === 2 ? `must be ${values.join(" or ")}` : `must be one of ${values.join(", ")}`
    return this.parse(name, rule, fallback, (text) => values.find((value) => value === text))
  }

  boolean(name: Name, fallback: boolean): boolean {
    return this.parse(name, "must be true or false", fallback, (text) => booleans.get(text))
  }

  /** The rule continues "must be an http or https URL". */
  url<const B>(name: Name, rule: string, fallback: B, form = /^https?:/): string | B {
    const isUrl = (text: string) => URL.canParse(text) && form.test(text)
    return this.parse(name, `must be an http or https URL${rule}`, fallback, (text) => (isUrl(text) ? text : undefined))
  }

  /** An amount above 0. */
  dollars<const B>(name: Name, fallback: B): MicroUsd | B {
    return this.parse(name, "must be an amount in US dollars above 0, for instance 5 or 0.50", fallback, (text) =>
      Option.getOrUndefined(Option.filter(Result.getSuccess(fromDecimal(text)), (amount) => amount > 0n)),
    )
  }

  /** Values with commas between them, none of them wrong and none of them twice. */
  list<A, const B>(name: Name, rule: string, fallback: B, parse: (part: string) => A | undefined): ReadonlyArray<A> | B {
    return this.parse(name, rule, fallback, (text) => {
      const parts = text.split(",").map((part) => part.trim())
      const values = parts.map(parse).filter((value) => value !== undefined)
      return values.length === parts.length && new Set(parts).size === parts.length ? values : undefined
    })
  }

  /** A value that no log shows. Its spaces are kept, since they may be a part of it or a mistake. */
  secret<const B>(name: Name, rule: string, fallback: B, form: RegExp): Redacted.Redacted | B {
    const text = this.#values.get(name)
    return this.parse(name, rule, fallback, () => (text !== undefined && form.test(text) ? Redacted.make(text) : undefined))
  }
}

const booleans = new Map([
  ...["true", "yes", "on", "1", "y"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0", "n"].map((word) => [word, false] as const),
])
