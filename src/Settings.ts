import { Config, Context, Data, Effect, Layer, Option, Redacted } from "effect"
import { fileURLToPath } from "node:url"
import { railSettings } from "../rails/registry.ts"
import { logLevelName, logLevels } from "./observability/logLevels.ts"

export interface SettingsShape {
  readonly mode: "sandbox" | "live"
  readonly host: string
  readonly port: number
  /** Where the outside world finds this gateway; undefined where each request's own host is right. */
  readonly publicUrl: string | undefined
  /** A PostgreSQL of one's own; without it the embedded one in `dataDirectory` is used. */
  readonly databaseUrl: Redacted.Redacted | undefined
  readonly dataDirectory: string
  readonly maxExecuting: number
  readonly directoryConcurrency: number
  readonly sourceTimeoutMs: number
  /** After the time-out: time to settle and capture before a call counts as abandoned. */
  readonly closingMs: number
  readonly drainMs: number
  /** How long a plan holds its prices, and a run waits for what it asks its buyer. */
  readonly quoteTtlMs: number
  readonly beatMs: number
  readonly silentMs: number
  /** Who reads the metrics presents it; without one only this machine may. */
  readonly metricsToken: Redacted.Redacted | undefined
  readonly logLevel: (typeof logLevels)[number]
  /** A line in the log for every request. */
  readonly accessLog: boolean
  /** Where traces go, as OTLP over HTTP. */
  readonly otlpEndpoint: string | undefined
  /** Where a language model's API begins: it is asked about questions that are planned in doubt. */
  readonly plannerUrl: string | undefined
  readonly plannerKind: "openai" | "anthropic"
  readonly plannerModel: string | undefined
  readonly plannerKey: Redacted.Redacted | undefined
  /** Doubtful questions are refused while the model is down. */
  readonly plannerRequired: boolean
  readonly plannerTimeoutMs: number
  /** Plans that are less sure than this are doubtful. */
  readonly plannerConfidencePercent: number
  /** Headers for the one who takes the traces, as `name=value,name=value`. */
  readonly otlpHeaders: Redacted.Redacted | undefined
}

/** What the environment says, checked before anything starts. */
export class Settings extends Context.Service<Settings, SettingsShape>()("farthing/src/Settings") {
  static readonly layer = Layer.effect(
    Settings,
    Effect.suspend(() => readSettings),
  )
}

/** Every mistake in the environment, each with a sentence that says what to do. */
export class InvalidSettings extends Data.TaggedError("InvalidSettings")<{ readonly mistakes: ReadonlyArray<string> }> {
  override get message() {
    return this.mistakes.join("\n")
  }
}

const packageRoot = fileURLToPath(new URL("..", import.meta.url))

const whole = (name: string, fallback: number, minimum: number, maximum: number, unit: string) => ({
  name,
  rule: `must be a whole number of ${unit} from ${minimum} to ${maximum}`,
  read: Config.Int(name).pipe(
    Config.withDefault(fallback),
    Config.map((n) => (n >= minimum && n <= maximum ? Option.some(n) : Option.none())),
  ),
})

const definitions = {
  mode: {
    name: "FARTHING_MODE",
    rule: "must be sandbox or live",
    read: some(Config.Literals(["sandbox", "live"], "FARTHING_MODE"), "sandbox" as const),
  },
  host: {
    name: "HOST",
    rule: "must be an address to listen on, for instance 127.0.0.1",
    read: some(Config.NonEmptyString("HOST"), "127.0.0.1"),
  },
  port: whole("PORT", 8402, 0, 65_535, "a TCP port"),
  publicUrl: {
    name: "FARTHING_PUBLIC_URL",
    rule: "must be an http or https URL without a path, for instance https://data.example.com",
    read: some(Config.String("FARTHING_PUBLIC_URL"), undefined).pipe(
      Config.map(Option.filter((url) => url === undefined || isOrigin(url))),
    ),
  },
  databaseUrl: {
    name: "DATABASE_URL",
    rule: "must be a PostgreSQL URL, for instance postgresql://user:password@host:5432/farthing",
    read: Config.option(Config.Redacted("DATABASE_URL")).pipe(
      Config.map((url) =>
        Option.isNone(url) || /^postgres(ql)?:\/\/./.test(Redacted.value(url.value))
          ? Option.some(Option.getOrUndefined(url))
          : Option.none(),
      ),
    ),
  },
  dataDirectory: {
    name: "FARTHING_DATA_DIR",
    rule: "must be a directory",
    read: some(Config.NonEmptyString("FARTHING_DATA_DIR"), `${packageRoot}.farthing`),
  },
  maxExecuting: whole("FARTHING_MAX_EXECUTING", 512, 1, 100_000, "requests executing at once on this node"),
  directoryConcurrency: whole("FARTHING_DIRECTORY_CONCURRENCY", 64, 1, 100_000, "readers of the directory at once on this node"),
  sourceTimeoutMs: whole("FARTHING_SOURCE_TIMEOUT_MS", 60_000, 100, 600_000, "milliseconds"),
  closingMs: whole("FARTHING_CLOSING_MS", 30_000, 100, 600_000, "milliseconds"),
  quoteTtlMs: whole("FARTHING_QUOTE_TTL_MS", 900_000, 1_000, 86_400_000, "milliseconds"),
  drainMs: whole("FARTHING_DRAIN_MS", 20_000, 0, 600_000, "milliseconds"),
  beatMs: whole("FARTHING_BEAT_MS", 2_000, 50, 60_000, "milliseconds"),
  silentMs: whole("FARTHING_SILENT_MS", 10_000, 200, 600_000, "milliseconds"),
  metricsToken: secret("FARTHING_METRICS_TOKEN", "must be 16 to 256 visible characters without spaces", /^[\x21-\x7e]{16,256}$/),
  logLevel: {
    name: logLevelName,
    rule: `must be one of ${logLevels.join(", ")}`,
    read: some(Config.Literals(logLevels, logLevelName), "info" as const),
  },
  accessLog: {
    name: "FARTHING_ACCESS_LOG",
    rule: "must be true or false",
    read: some(Config.Boolean("FARTHING_ACCESS_LOG"), false),
  },
  otlpEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    rule: "must be an http or https URL, for instance http://127.0.0.1:4318",
    read: some(Config.String("OTEL_EXPORTER_OTLP_ENDPOINT"), undefined).pipe(
      Config.map(Option.filter((url) => url === undefined || (URL.canParse(url) && /^https?:/.test(url)))),
    ),
  },
  plannerUrl: {
    name: "FARTHING_PLANNER_URL",
    rule: "must be an http or https URL without user and password, for instance https://api.openai.com/v1",
    read: some(Config.String("FARTHING_PLANNER_URL"), undefined).pipe(
      Config.map(Option.filter((url) => url === undefined || (URL.canParse(url) && /^https?:\/\/[^/@]+(\/|$)/.test(url)))),
    ),
  },
  plannerKind: {
    name: "FARTHING_PLANNER_KIND",
    rule: "must be openai or anthropic",
    read: some(Config.Literals(["openai", "anthropic"], "FARTHING_PLANNER_KIND"), "openai" as const),
  },
  plannerModel: {
    name: "FARTHING_PLANNER_MODEL",
    rule: "must be the name of a model",
    read: some(Config.NonEmptyString("FARTHING_PLANNER_MODEL"), undefined),
  },
  plannerKey: secret("FARTHING_PLANNER_KEY", "must be visible characters without spaces, at most 512", /^[\x21-\x7e]{1,512}$/),
  plannerRequired: {
    name: "FARTHING_PLANNER_REQUIRED",
    rule: "must be true or false",
    read: some(Config.Boolean("FARTHING_PLANNER_REQUIRED"), false),
  },
  plannerTimeoutMs: whole("FARTHING_PLANNER_TIMEOUT_MS", 8_000, 100, 50_000, "milliseconds"),
  plannerConfidencePercent: whole("FARTHING_PLANNER_CONFIDENCE_PERCENT", 65, 0, 100, "percent"),
  otlpHeaders: secret(
    "OTEL_EXPORTER_OTLP_HEADERS",
    "must be name=value pairs with commas between them",
    /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/,
  ),
} as const

const readSettings = Effect.gen(function* () {
  const mistakes: Array<string> = unknownNames(Object.keys(process.env))
  const settings: Record<string, unknown> = {}
  for (const [member, { name, read, rule }] of Object.entries(definitions)) {
    const value = yield* Effect.result(read as Config.Config<Option.Option<unknown>>)
    if (value._tag === "Failure" || Option.isNone(value.success)) mistakes.push(`${name} ${rule}. Correct it or unset it.`)
    else settings[member] = value.success.value
  }
  const read = settings as unknown as SettingsShape
  if (mistakes.length === 0) mistakes.push(...contradictions(read))
  return mistakes.length === 0 ? Settings.of(read) : yield* new InvalidSettings({ mistakes })
})

const contradictions = ({ beatMs, databaseUrl, mode, silentMs, ...settings }: SettingsShape): Array<string> => {
  const found: Array<string> = planningContradictions(settings)
  if (silentMs < beatMs * 3)
    found.push("FARTHING_SILENT_MS must be at least three times FARTHING_BEAT_MS, or a slow beat would look like a dead node.")
  if (mode === "live" && databaseUrl === undefined) {
    found.push("FARTHING_MODE=live needs DATABASE_URL: the embedded database trusts every local user of its socket and is for the sandbox.")
  }
  return found
}

const planningContradictions = (
  settings: Pick<SettingsShape, "plannerKey" | "plannerModel" | "plannerRequired" | "plannerUrl">,
): Array<string> => {
  const { plannerKey, plannerModel, plannerRequired, plannerUrl } = settings
  if (plannerUrl !== undefined && plannerModel === undefined)
    return ["FARTHING_PLANNER_URL needs FARTHING_PLANNER_MODEL: which model to ask."]
  if (plannerUrl === undefined && (plannerModel !== undefined || plannerKey !== undefined || plannerRequired))
    return ["FARTHING_PLANNER_MODEL, _KEY and _REQUIRED need FARTHING_PLANNER_URL: where the model is asked."]
  return []
}

/** A mistyped name would otherwise be a bound that nobody set. */
const unknownNames = (names: ReadonlyArray<string>): Array<string> => {
  const known = new Set<string>([...Object.values(definitions).map(({ name }) => name), ...railSettings])
  return names
    .filter((name) => name.startsWith("FARTHING_") && !known.has(name))
    .map((name) => `${name} is not a setting of Farthing. Correct its name or unset it.`)
}

function isOrigin(url: string) {
  return URL.canParse(url) && /^https?:\/\/[^/?#]+$/.test(url)
}

function secret(name: string, rule: string, form: RegExp) {
  return {
    name,
    rule,
    read: some(Config.Redacted(name), undefined).pipe(
      Config.map(Option.filter((value) => value === undefined || form.test(Redacted.value(value)))),
    ),
  }
}

function some<A, const B>(config: Config.Config<A>, fallback: B) {
  return config.pipe(Config.withDefault(fallback), Config.map(Option.some))
}
