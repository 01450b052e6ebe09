/** A word of a text, with its position. */
export interface Word {
  readonly text: string
  /** Folded and without its ending, so that `countries` matches `country`. */
  readonly stem: string
  readonly start: number
  readonly end: number
}

const maxTextLength = 8_000
const maxWordLength = 40

const maxCachedTexts = 100
const texts = new Map<string, ReadonlyArray<Word>>()

/** The words and numbers of a text; a camelCase or snake_case name is several words. The last 100 texts are cached, since every operation is matched with the same ones. */
export const wordsOf = (text: string): ReadonlyArray<Word> => {
  const kept = texts.get(text)
  if (kept !== undefined) return kept
  const made = readWords(text)
  if (texts.size >= maxCachedTexts) texts.clear()
  texts.set(text, made)
  return made
}

/** `MwSt` and `kWh` are one word, unlike `IdNr` and `userId`. */
const abbreviation = /^(?=.{3,4}$)(?!.*(?:Id|No|Nr))\p{L}{1,2}(?<=\p{Ll})\p{Lu}/u

const readWords = (text: string): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  for (const { 0: run, index } of text.slice(0, maxTextLength).matchAll(numbered)) {
    let start = index
    if (/\p{L}\p{N}$/u.test(run) || abbreviation.test(run)) {
      words.push({ text: run, stem: stemOf(run), start, end: start + run.length })
      continue
    }
    for (const part of run.match(/\p{Lu}{2,}s(?!\p{L})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}\p{Lo}\p{Lm}]+|\p{Lt}|\p{N}+|\p{Lu}/gu) ?? [
      run,
    ]) {
      words.push({ text: part, stem: stemOf(part), start, end: start + part.length })
      start += part.length
    }
  }
  return words
}

/** Words and numbers. The version of a protocol belongs to its name (`IPv6`, `ipv4`), and so do figures of other abbreviations: `CO2`, `B2B`. */
const numbered =
  /(?<![\p{L}\p{M}\p{N}])(?:CO2e?|B2[BC])(?![\p{L}\p{M}\p{N}])|(?<![\p{L}\p{M}\p{N}])(?:\p{Lu}{1,5}|ip)v\p{N}(?![\p{L}\p{M}\p{N}])|[\p{L}\p{M}]+|\p{N}+/gu

export const stemsOf = (text: string): ReadonlyArray<string> => wordsOf(text).map(({ stem }) => stem)

/** Lower case, without accents. */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()

const endings: ReadonlyArray<readonly [ending: string, instead: string]> = [
  ["izations", "ize"],
  ["ization", "ize"],
  ["isation", "ize"],
  ["ations", "ate"],
  ["ation", "ate"],
  ["ators", "ate"],
  ["ator", "ate"],
  ["ities", "ity"],
  ["iness", "y"],
  ["ments", "ment"],
  ["ies", "y"],
  ["ied", "y"],
  ["ing", ""],
  ["ings", ""],
  ["sses", "ss"],
  ["ches", "ch"],
  ["shes", "sh"],
  ["xes", "x"],
  ["ed", ""],
  ["ly", ""],
  ["ers", "er"],
  ["ors", "or"],
  ["s", ""],
]

const stems = new Map<string, string>()

/** A light stemmer: plurals, -ing, -ed, -ation, and a list of irregular forms. */
export const stemOf = (word: string): string => {
  const kept = stems.get(word)
  if (kept !== undefined) return kept
  const made = strip(fold(word.slice(0, maxWordLength)))
  if (stems.size >= 20_000) stems.clear()
  stems.set(word, made)
  return made
}

const strip = (word: string): string => {
  const stem = irregular.get(word)
  if (stem !== undefined) return stem
  if (word.length < 4) return word
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue
    if (ending === "s" && /(?:ss|us|is)$/u.test(word)) return word
    return tidy(word.slice(0, -ending.length) + instead)
  }
  return tidy(word)
}

/** `runn` becomes `run`; `calculate` and `calculat` become one stem, and so do `movie` and `movies`. */
const tidy = (stem: string): string => {
  const single = /([bdfgklmnprt])\1$/u.test(stem) && stem.length > 4 ? stem.slice(0, -1) : stem
  if (single.length > 4 && single.endsWith("ie")) return `${single.slice(0, -2)}y`
  return single.length > 4 && single.endsWith("e") ? single.slice(0, -1) : single
}

const irregular: ReadonlyMap<string, string> = new Map(
  "ids id|ips ip|sunset sunset|rises rise|rose rise|sets set|setting set|got get|gets get|bought buy|sold sell|found find|went go|sent send|made make|cities city|feet foot|children child|men man|women woman|people person|mice mouse|news news|bus bus|buses bus|gas gas|converting convert|converted convert|analyses analysi|analyse analyz|analyze analyz|analyzing analyz|analysing analyz|analysis analyz|taxes tax|latter late|boxes box|apis api|cpus cpu|gpus gpu|menus menu|kpis kpi|uris uri|taxis taxi|family family|supply supply|reply reply|multiply multiply|anomaly anomaly|assembly assembly"
    .split("|")
    .map((pair): readonly [string, string] => {
      const [word = "", stem = ""] = pair.split(" ")
      return [word, stem]
    }),
)

/** Stop words: they do not say what is requested. */
const empty: ReadonlySet<string> = new Set(
  (
    "a an the this that these those of in on at to for from by with without within into onto about as is are was were be been being am do does did done doing has have had having " +
    "it its he she they them their his her we us our you your i me my mine myself whom which what when where why how and or but nor so if then than too very can could will would shall should may might must " +
    // oxlint-disable-next-line house/plain-words -- a word of buyers' questions
    "there here not no yes any some all each every both few more most other such only same just also please tell show give know want need like let get got hey hi hello thanks thank okay ok kindly " +
    "s t re ve ll d m don doesn isn aren wasn didn won wouldn couldn shouldn whats im ive id using use used via per up out over under between after before during until while again once " +
    "pls plz thx hiya btw " +
    // Verbs of position: `a city lies at`.
    "lie lies lying sit sits located situated " +
    "now currently down help looking look could wondering would interested something anything someone does many much one find make lets based provide given etc called named eg ie"
  )
    .split(" ")
    .map(stemOf),
)

/** Words of most operations and many questions: they distinguish little. */
const common: ReadonlySet<string> = new Set(
  (
    "information info data detail details list number value name result results get retrieve fetch obtain return calculate compute determine check search lookup specific certain particular current available various " +
    "type different following first second third next last new today provide display present type set whether good best well right way kind sort possible actually really still able input output default string true false optional specify specified require required format example"
  )
    .split(" ")
    .map(stemOf),
)

export const isEmpty = (stem: string): boolean => empty.has(stem) || stem.length === 0

/** How much a word says by itself, from 0 to 1, without a catalogue to compare with. */
export const weightOf = (stem: string): number => (isEmpty(stem) ? 0 : common.has(stem) ? 0.3 : /^\d+$/u.test(stem) ? 0.2 : 1)

/** Whether a word says more by itself than `information`, `current` or a number do. */
export const isDistinctive = (stem: string): boolean => weightOf(stem) > 0.5
