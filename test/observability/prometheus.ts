/** One line of the exposition: what it counts, its labels and its value. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Family {
  readonly name: string
  readonly type: string
}

/** Prometheus' text format 0.0.4, read by the letter: whatever it does not allow is an error. */
export const parseExposition = (text: string): ReadonlyArray<Sample> => {
  if (!text.endsWith("\n")) throw new Error("the last line does not end")
  const samples: Array<Sample> = []
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let helped: string | undefined
  let family: Family | undefined
  for (const line of text.slice(0, -1).split("\n")) {
    const help = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\]|\\\\|\\n)+$/.exec(line)
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$/.exec(line)
    if (help !== null) {
      helped = help[1]!
    } else if (type !== null) {
      family = { name: type[1]!, type: type[2]! }
      if (helped !== family.name) throw new Error(`no help before: ${line}`)
      if (families.has(family.name)) throw new Error(`a family appears twice: ${family.name}`)
      if ((family.type === "counter") !== family.name.endsWith("_total")) throw new Error(`misnamed: ${line}`)
      families.set(family.name, family)
    } else {
      const sample = sampleOf(line)
      if (family === undefined || !namesOf(family).includes(sample.name)) throw new Error(`outside of its family: ${line}`)
      const series = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`
      if (seen.has(series)) throw new Error(`twice: ${line}`)
      seen.add(series)
      samples.push(sample)
    }
  }
  for (const { name, type } of families.values()) if (type === "histogram") checkHistogram(name, samples)
  return samples
}

const namesOf = ({ name, type }: Family) => (type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name])

const sampleOf = (line: string): Sample => {
  const [, name, body, value] = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]Inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`)
  const labels: Record<string, string> = {}
  let rest = body ?? ""
  while (rest !== "") {
    const [whole, label, text] = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,(?=.)|$)/.exec(rest) ?? []
    if (whole === undefined || label === undefined || text === undefined) throw new Error(`no labels: ${line}`)
    if (label in labels) throw new Error(`label twice: ${line}`)
    labels[label] = text.replaceAll(/\\([\\"n])/g, (_, c: string) => (c === "n" ? "\n" : c))
    rest = rest.slice(whole.length)
  }
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) }
}

/** Buckets go up, end at +Inf, and agree with the count. */
const checkHistogram = (name: string, samples: ReadonlyArray<Sample>) => {
  const groups = Map.groupBy(
    samples.filter((sample) => sample.name === `${name}_bucket`),
    ({ labels }) => JSON.stringify({ ...labels, le: undefined }),
  )
  for (const [key, buckets] of groups) {
    const bounds = buckets.map(({ labels }) => Number(labels["le"]?.replace("+Inf", "Infinity")))
    const counts = buckets.map(({ value }) => value)
    const rising = (numbers: ReadonlyArray<number>, strictly: boolean) =>
      numbers.every((n, i) => i === 0 || (strictly ? n > numbers[i - 1]! : n >= numbers[i - 1]!))
    const count = samples.find((sample) => sample.name === `${name}_count` && JSON.stringify(sample.labels) === key)
    const total = samples.find((sample) => sample.name === `${name}_sum` && JSON.stringify(sample.labels) === key)
    const sound = rising(bounds, true) && rising(counts, false) && bounds.at(-1) === Infinity && counts.at(-1) === count?.value
    if (!sound || total === undefined) throw new Error(`no histogram: ${name} ${key}`)
  }
}

/** The sum of the series that have these labels; zero where there is none yet. */
export const valueOf = (samples: ReadonlyArray<Sample>, name: string, labels: Readonly<Record<string, string>> = {}): number => {
  const matching = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([label, v]) => sample.labels[label] === v),
  )
  return matching.reduce((sum, { value }) => sum + value, 0)
}
