import type { Draft } from "../../domain/ask/Plan.ts"
import type { ExpectedCall } from "./suites.ts"

export interface Made {
  readonly op: string
  readonly args: Readonly<Record<string, unknown>>
}

export const callsMade = (draft: Draft): ReadonlyArray<Made> =>
  draft._tag !== "Planned"
    ? []
    : draft.plan.steps
        .filter(({ conditional }) => !conditional)
        .map(({ input, operation }) => ({
          op: operation,
          args: Object.fromEntries(
            Object.entries(input).flatMap(([field, binding]) => (binding._tag === "Value" ? [[field, binding.value]] : [])),
          ),
        }))

/** BFCL's rules: numbers by value, strings without case, spaces and punctuation, lists in order. */
export const matches = (given: unknown, wanted: unknown): boolean => {
  if (Array.isArray(wanted))
    return Array.isArray(given) && given.length === wanted.length && wanted.every((each, at) => matches(given[at], each))
  if (typeof wanted === "number" || typeof given === "number") return Number(given) === Number(wanted) && String(wanted).trim() !== ""
  if (typeof wanted === "string" && typeof given === "string") return folded(given) === folded(wanted)
  if (typeof wanted === "object" && wanted !== null && typeof given === "object" && given !== null)
    return JSON.stringify(given) === JSON.stringify(wanted)
  return given === wanted
}

const folded = (text: string): string => text.toLowerCase().replace(/[\s,./\-_*^'"!?;:()]/gu, "")

const isOptional = (argument: { readonly any: ReadonlyArray<unknown>; readonly optional?: boolean }): boolean =>
  argument.optional === true || argument.any.includes("")

/** Whether a call has every expected argument, and no other. */
export const isCallRight = (made: Made, { args = {}, op }: ExpectedCall): boolean =>
  made.op === op &&
  Object.entries(args).every(([field, argument]) =>
    Object.hasOwn(made.args, field) ? argument.any.some((wanted) => matches(made.args[field], wanted)) : isOptional(argument),
  ) &&
  Object.keys(made.args).every((field) => Object.hasOwn(args, field))

/** Whether the calls made are the expected ones, in any order. */
export const areCallsRight = (made: ReadonlyArray<Made>, expected: ReadonlyArray<ExpectedCall>): boolean => {
  const left = [...expected]
  for (const call of made) {
    const at = left.findIndex((each) => isCallRight(call, each))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

export interface Counts {
  readonly right: number
  readonly made: number
  readonly expected: number
}

export const toolCounts = (made: ReadonlyArray<Made>, expected: ReadonlyArray<ExpectedCall>): Counts => {
  const left = expected.map(({ op }) => op)
  let right = 0
  for (const { op } of made) {
    const at = left.indexOf(op)
    if (at < 0) continue
    left.splice(at, 1)
    right++
  }
  return { right, made: made.length, expected: expected.length }
}

/** Arguments as triples of operation, field and value. */
export const parameterCounts = (made: ReadonlyArray<Made>, expected: ReadonlyArray<ExpectedCall>): Counts => {
  const left = [...expected]
  let right = 0
  for (const call of made) {
    const at = left.findIndex(({ op }) => op === call.op)
    if (at < 0) continue
    const [expected] = left.splice(at, 1)
    for (const [field, value] of Object.entries(call.args))
      if (expected?.args?.[field]?.any.some((wanted) => matches(value, wanted))) right++
  }
  return {
    right,
    made: made.reduce((sum, { args }) => sum + Object.keys(args).length, 0),
    expected: expected.reduce((sum, { args }) => sum + Object.values(args ?? {}).filter((argument) => !isOptional(argument)).length, 0),
  }
}

export const f1 = ({ expected, made, right }: Counts): number => (right === 0 ? 0 : (2 * right) / (made + expected))
