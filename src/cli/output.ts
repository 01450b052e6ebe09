import { Console, Data, Result } from "effect"
import { Flag } from "effect/cli"
import { microUsd, toDecimal } from "../../domain/money/Money.ts"
import { dayMs } from "../../domain/time.ts"

/** Every command takes it: one JSON object on standard output and nothing else. */
export const jsonFlag = Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))

export const print = (json: boolean, value: object, text: string) => Console.log(json ? JSON.stringify(value) : text)

/** For people: one line for each member that holds something, for instance `split: payee Farthing, publisher 0.00196 USD`. A list has one line for each item. */
export const detailLines = (detail: object): string =>
  Object.entries(detail)
    .filter(([, value]) => inline(value) !== "")
    .map(([name, value]) =>
      Array.isArray(value) ? [`${name}:`, ...value.map((item) => `  ${inline(item)}`)].join("\n") : `${name}: ${inline(value)}`,
    )
    .join("\n")

const inline = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map(inline).join("; ")
  if (typeof value !== "object") return String(value)
  if ("amount_micro_usd" in value) return `${toDecimal(microUsd(BigInt(String(value.amount_micro_usd))))} USD`
  return Object.entries(value)
    .flatMap(([name, member]) => (inline(member) === "" ? [] : [`${name} ${inline(member)}`]))
    .join(", ")
}

/** The command worked and detected a problem, which its output describes: it exits 1 without another message. */
export class CheckFailed extends Data.TaggedError("CheckFailed") {}

const unitMs: Readonly<Record<string, number>> = { w: 7 * dayMs, d: dayMs, h: 3_600_000, m: 60_000, s: 1_000 }

/** A hundred years, in milliseconds: one step of the sandbox's time is no longer. */
export const maxDurationMs = 36_525 * dayMs
const short = /^(\d+(?:\.\d+)?)([wdhms])$/
const iso = /^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const isoUnits = ["w", "d", "h", "m", "s"]

/** `30d`, `12h`, `90m`, or ISO 8601 without months and years, whose length differs. In milliseconds, always more than none. */
export const parseDuration = (text: string): Result.Result<number, string> => {
  const ms = shortMs(text.trim()) ?? isoMs(text.trim().toUpperCase())
  if (ms === undefined) return Result.fail(`"${text}" is no duration: write for instance 30d, 12h, 90m, 45s or P1DT12H`)
  if (ms <= 0) return Result.fail("The sandbox's time only moves forward: advance it by more than nothing")
  return ms > maxDurationMs ? Result.fail("One step is at most 36525d") : Result.succeed(ms)
}

const shortMs = (text: string): number | undefined => {
  const [, count, unit] = short.exec(text) ?? []
  return count === undefined || unit === undefined ? undefined : Math.round(Number(count) * (unitMs[unit] ?? 0))
}

const isoMs = (text: string): number | undefined => {
  const counts = iso.exec(text)?.slice(1)
  if (counts === undefined || counts.every((count) => count === undefined) || text.endsWith("T")) return undefined
  return Math.round(counts.reduce((sum, count, i) => sum + Number(count ?? 0) * (unitMs[isoUnits[i] ?? ""] ?? 0), 0))
}
