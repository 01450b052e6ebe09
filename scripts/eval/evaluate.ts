import { readQuestion } from "../../layers/planner/deterministic.ts"
import { areCallsRight, callsMade, type Counts, f1, isCallRight, parameterCounts, toolCounts } from "./matching.ts"
import { halfOf, type Item, readSuite } from "./suites.ts"

/** The benchmarks were written in spring 2023. */
export const evaluatedAt = Date.UTC(2023, 3, 1, 9)
const suites = ["bfcl", "when2call", "acebench", "sealtools"] as const

interface Tally {
  items: number
  status: number
  selected: number
  argumentsRight: number
  endToEnd: number
  tools: Counts
  parameters: Counts
}

const empty = (): Tally => ({
  items: 0,
  status: 0,
  selected: 0,
  argumentsRight: 0,
  endToEnd: 0,
  tools: { right: 0, made: 0, expected: 0 },
  parameters: { right: 0, made: 0, expected: 0 },
})

const added = (a: Counts, b: Counts): Counts => ({ right: a.right + b.right, made: a.made + b.made, expected: a.expected + b.expected })

const statusOf = { Planned: "plan", NeedsInput: "needs_input", NeedsSelection: "needs_input", Unsupported: "unsupported" } as const

/** `--half judged`: the items whose operations no weight was learnt from. `--show category` prints the wrong plans. */
export const evaluate = (folder: string, flags: ReadonlyArray<string>): void => {
  const flag = (name: string) => (flags.includes(name) ? flags[flags.indexOf(name) + 1] : undefined)
  for (const suite of suites) {
    if (flag("--suite") !== undefined && flag("--suite") !== suite) continue
    const { catalogueOf, items } = readSuite(folder, suite)
    const tallies = new Map<string, Tally>()
    const times: Array<number> = []
    for (const item of items) {
      if (flag("--half") !== undefined && halfOf(item) !== flag("--half")) continue
      const tally = tallies.get(item.category) ?? empty()
      tallies.set(item.category, tally)
      const catalogue = catalogueOf(item)
      const began = performance.now()
      const reading = readQuestion(item.question, { given: {}, limit: 10, catalogue, now: evaluatedAt, withoutFallbacks: true })
      times.push(performance.now() - began)
      const right = count(tally, item, callsMade(reading.draft), statusOf[reading.draft._tag])
      if (!right && flag("--show") === item.category)
        console.log(
          JSON.stringify({
            q: item.question,
            got: statusOf[reading.draft._tag],
            confidence: Math.round(reading.confidence * 100) / 100,
            made: callsMade(reading.draft),
            want: item.expect,
          }),
        )
    }
    report(suite, tallies, times)
  }
}

const count = (tally: Tally, item: Item, made: ReturnType<typeof callsMade>, status: string): boolean => {
  const expected = item.expect.calls ?? []
  tally.items++
  const isStatusRight = status === item.expect.status
  if (isStatusRight) tally.status++
  const isSelected = expected.length > 0 && expected.every(({ op }) => made.some((call) => call.op === op))
  if (isSelected) tally.selected++
  const hasArguments = expected.some(({ args }) => args !== undefined)
  if (isSelected && hasArguments && expected.every((call) => made.some((each) => isCallRight(each, call)))) tally.argumentsRight++
  const isRight = isStatusRight && (!hasArguments || areCallsRight(made, expected))
  if (isRight) tally.endToEnd++
  tally.tools = added(tally.tools, toolCounts(made, expected))
  tally.parameters = added(tally.parameters, parameterCounts(made, expected))
  return isRight
}

const percent = (part: number, whole: number): string => (whole === 0 ? "   –" : `${((100 * part) / whole).toFixed(1).padStart(5)}%`)

const report = (suite: string, tallies: ReadonlyMap<string, Tally>, times: ReadonlyArray<number>): void => {
  console.log(`\n${suite}`.padEnd(42), "items  status  select  args    end-to-end  tool F1  param F1")
  const all = empty()
  for (const [category, tally] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))) {
    line(category, tally)
    for (const key of ["items", "status", "selected", "argumentsRight", "endToEnd"] as const) all[key] += tally[key]
    all.tools = added(all.tools, tally.tools)
    all.parameters = added(all.parameters, tally.parameters)
  }
  line("all", all)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  console.log(`  planning: median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

const line = (name: string, { argumentsRight, endToEnd, items, parameters, selected, status, tools }: Tally): void =>
  console.log(
    `  ${name}`.padEnd(41),
    String(items).padStart(5),
    percent(status, items),
    percent(selected, items),
    percent(argumentsRight, items),
    `   ${percent(endToEnd, items)}`,
    `   ${f1(tools).toFixed(3)}`,
    `   ${f1(parameters).toFixed(3)}`,
  )
