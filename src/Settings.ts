import { Context, Data, Effect, Layer, Redacted } from "effect"
import { fileURLToPath } from "node:url"
import { type SettingsReader, settingsReader } from "../domain/settings.ts"
import { type MicroUsd, microUsd } from "../domain/money/Money.ts"
import type { Deployment } from "../domain/rail/Deployment.ts"
import { isEncryptionKey } from "../layers/secrets/aesGcm.ts"
import { railSettings } from "../rails/registry.ts"

/** The lowest level that is logged, and the setting that names it. The logger reads it before the other settings. */
export const logLevels = ["debug", "info", "warn", "error"] as const
export const logLevelName = "FARTHING_LOG_LEVEL"

export interface SettingsShape {
  readonly mode: "sandbox" | "live"
  /** A live gateway accepts test keys, test networks and other addresses of Stripe: for staging. */
  readonly testMoney: boolean
  readonly host: string
  readonly port: number
  /** Processes that share the port, each a node of its own. */
  readonly workers: number
  /** The address of this gateway on the internet; undefined: each request's Host header. */
  readonly publicUrl: string | undefined
  /** The operator's PostgreSQL; undefined: the embedded one in `dataDirectory`. */
  readonly databaseUrl: Redacted.Redacted | undefined
  readonly dataDirectory: string
  /** Keys for the secrets in the database: the first one encrypts, all decrypt. Empty in a sandbox: its data directory has a key. */
  readonly encryptionKeys: ReadonlyArray<Redacted.Redacted>
  /** Signs the sessions of the app. Undefined: a sandbox has one in its data directory, and a live gateway serves no app. */
  readonly appSecret: Redacted.Redacted | undefined
  readonly maxExecuting: number
  readonly directoryConcurrency: number
  readonly sourceTimeoutMs: number
  /** After the time-out of the source: the time to settle and capture a call before it counts as abandoned. */
  readonly closingMs: number
  readonly drainMs: number
  /** How long a plan keeps its prices, and a run waits for its buyer's answer. */
  readonly quoteTtlMs: number
  readonly beatMs: number
  readonly silentMs: number
  /** The bearer token for `/metrics`; undefined: only this machine may read them. */
  readonly metricsToken: Redacted.Redacted | undefined
  readonly logLevel: (typeof logLevels)[number]
  /** Log one line for each request. */
  readonly accessLog: boolean
  /** Where traces are sent, as OTLP over HTTP. */
  readonly otlpEndpoint: string | undefined
  /** Base URL of a language model's API, which plans the questions that the rules are not sure about. */
  readonly plannerUrl: string | undefined
  readonly plannerKind: "openai" | "anthropic"
  readonly plannerModel: string | undefined
  readonly plannerKey: Redacted.Redacted | undefined
  /** While the model is down, refuse the questions that the rules are not sure about. */
  readonly plannerRequired: boolean
  readonly plannerTimeoutMs: number
  /** The model plans a question if the rules are less sure than this. */
  readonly plannerConfidencePercent: number
  /** The operator's mail server, and the sender of its mails; undefined: no mail is sent. */
  readonly smtpUrl: Redacted.Redacted | undefined
  readonly mailFrom: string | undefined
  /** The smallest payout to a publisher. */
  readonly payoutMinimum: MicroUsd
  /** The share of earnings that payers may still take back that may be paid out before they no longer can, in percent. */
  readonly payoutReversiblePercent: number
  /** Signs the events of marketplaces that have no secret of their own; undefined: these events are skipped. */
  readonly connectWebhookSecret: Redacted.Redacted | undefined
  /** Headers for the receiver of the traces, as `name=value,name=value`. */
  readonly otlpHeaders: Redacted.Redacted | undefined
}

/** The environment variables, checked before anything starts. */
export class Settings extends Context.Service<Settings, SettingsShape>()("farthing/src/Settings") {
  static readonly layer = Layer.effect(
    Settings,
    Effect.suspend(() => readSettings),
  )
}

/** All mistakes in the environment variables, each a sentence that says what to do. */
export class InvalidSettings extends Data.TaggedError("InvalidSettings")<{ readonly mistakes: ReadonlyArray<string> }> {
  override get message() {
    return this.mistakes.join("\n")
  }
}

const packageRoot = fileURLToPath(new URL("..", import.meta.url))

const names = {
  mode: "FARTHING_MODE",
  testMoney: "FARTHING_TEST_MONEY",
  host: "HOST",
  port: "PORT",
  workers: "FARTHING_WORKERS",
  publicUrl: "FARTHING_PUBLIC_URL",
  databaseUrl: "DATABASE_URL",
  dataDirectory: "FARTHING_DATA_DIR",
  encryptionKeys: "FARTHING_ENCRYPTION_KEYS",
  appSecret: "FARTHING_APP_SECRET",
  maxExecuting: "FARTHING_MAX_EXECUTING",
  directoryConcurrency: "FARTHING_DIRECTORY_CONCURRENCY",
  sourceTimeoutMs: "FARTHING_SOURCE_TIMEOUT_MS",
  closingMs: "FARTHING_CLOSING_MS",
  drainMs: "FARTHING_DRAIN_MS",
  quoteTtlMs: "FARTHING_QUOTE_TTL_MS",
  beatMs: "FARTHING_BEAT_MS",
  silentMs: "FARTHING_SILENT_MS",
  metricsToken: "FARTHING_METRICS_TOKEN",
  logLevel: logLevelName,
  accessLog: "FARTHING_ACCESS_LOG",
  otlpEndpoint: "OTEL_EXPORTER_OTLP_ENDPOINT",
  otlpHeaders: "OTEL_EXPORTER_OTLP_HEADERS",
  smtpUrl: "FARTHING_SMTP_URL",
  mailFrom: "FARTHING_MAIL_FROM",
  payoutMinimum: "FARTHING_PAYOUT_MINIMUM",
  payoutReversiblePercent: "FARTHING_PAYOUT_REVERSIBLE_PERCENT",
  connectWebhookSecret: "FARTHING_CONNECT_WEBHOOK_SECRET",
  plannerUrl: "FARTHING_PLANNER_URL",
  plannerKind: "FARTHING_PLANNER_KIND",
  plannerModel: "FARTHING_PLANNER_MODEL",
  plannerKey: "FARTHING_PLANNER_KEY",
  plannerRequired: "FARTHING_PLANNER_REQUIRED",
  plannerTimeoutMs: "FARTHING_PLANNER_TIMEOUT_MS",
  plannerConfidencePercent: "FARTHING_PLANNER_CONFIDENCE_PERCENT",
} as const satisfies Record<keyof SettingsShape, string>

type Reader = SettingsReader<(typeof names)[keyof typeof names]>

/** Every setting of the gateway's own. All mistakes are in one error. */
export const readSettings = Effect.gen(function* () {
  const reader = yield* settingsReader(Object.values(names))
  const settings: SettingsShape = {
    ...serverSettings(reader),
    ...callSettings(reader),
    ...mailSettings(reader),
    ...connectSettings(reader),
    ...observabilitySettings(reader),
    ...payoutSettings(reader),
    ...plannerSettings(reader),
  }
  const mistakes = [...unknownNames(Object.keys(process.env)), ...reader.mistakes, ...contradictions(settings, reader)]
  return mistakes.length === 0 ? Settings.of(settings) : yield* new InvalidSettings({ mistakes })
})

/** How the gateway is run. */
export const readDeployment = Effect.gen(function* () {
  const reader = yield* settingsReader(Object.values(names))
  return deploymentOf(deploymentSettings(reader))
})

export const deploymentOf = ({ mode, testMoney }: Pick<SettingsShape, "mode" | "testMoney">): Deployment["Service"] => ({
  mode,
  testMoney: testMoney || mode === "sandbox",
})

/** A mode that is neither is checked as live, which refuses more: the mode of a sandbox is the default, and is seldom set. */
const deploymentSettings = (reader: Reader) => ({
  mode: reader.oneOf(names.mode, ["sandbox", "live"], reader.has(names.mode) ? "live" : "sandbox"),
  testMoney: reader.oneOf(names.testMoney, ["allowed", "refused"], "refused") === "allowed",
})

const serverSettings = (reader: Reader) => ({
  ...deploymentSettings(reader),
  host: reader.text(names.host, "must be an address to listen on, for instance 127.0.0.1", "127.0.0.1"),
  port: reader.wholeNumber(names.port, 8402, { min: 0, max: 65_535 }),
  workers: reader.wholeNumber(names.workers, 1, { min: 1, max: 64, unit: "processes" }),
  publicUrl: reader.url(names.publicUrl, " without a path, for instance https://data.example.com", undefined, /^https?:\/\/[^/?#]+$/),
  databaseUrl: reader.secret(
    names.databaseUrl,
    "must be a PostgreSQL URL, for instance postgresql://user:password@host:5432/farthing",
    undefined,
    /^postgres(ql)?:\/\/./,
  ),
  dataDirectory: reader.text(names.dataDirectory, "must be a directory", `${packageRoot}.farthing`),
  encryptionKeys: reader.list(names.encryptionKeys, "must be different keys of 32 bytes in base64, with commas between them", [], (text) =>
    isEncryptionKey(text) ? Redacted.make(text) : undefined,
  ),
  appSecret: reader.secret(names.appSecret, "must be 32 to 256 visible characters without spaces", undefined, /^[\x21-\x7e]{32,256}$/),
})

const connectSettings = (reader: Reader) => ({
  connectWebhookSecret: reader.secret(
    names.connectWebhookSecret,
    "must be 16 to 256 visible characters without spaces",
    undefined,
    /^[\x21-\x7e]{16,256}$/,
  ),
})

const callSettings = (reader: Reader) => ({
  maxExecuting: reader.wholeNumber(names.maxExecuting, 512, { min: 1, max: 100_000, unit: "requests executing at once on this node" }),
  directoryConcurrency: reader.wholeNumber(names.directoryConcurrency, 64, {
    min: 1,
    max: 100_000,
    unit: "readers of the directory at once on this node",
  }),
  sourceTimeoutMs: reader.wholeNumber(names.sourceTimeoutMs, 60_000, { min: 100, max: 600_000, unit: "milliseconds" }),
  closingMs: reader.wholeNumber(names.closingMs, 30_000, { min: 100, max: 600_000, unit: "milliseconds" }),
  drainMs: reader.wholeNumber(names.drainMs, 20_000, { min: 0, max: 600_000, unit: "milliseconds" }),
  quoteTtlMs: reader.wholeNumber(names.quoteTtlMs, 900_000, { min: 1_000, max: 86_400_000, unit: "milliseconds" }),
  beatMs: reader.wholeNumber(names.beatMs, 2_000, { min: 50, max: 60_000, unit: "milliseconds" }),
  silentMs: reader.wholeNumber(names.silentMs, 10_000, { min: 200, max: 600_000, unit: "milliseconds" }),
})

const mailSettings = (reader: Reader) => ({
  smtpUrl: reader.secret(
    names.smtpUrl,
    "must be a mail server, for instance smtps://user:password@mail.example.com",
    undefined,
    /^smtps?:\/\/[^/?#\s]+\/?$/,
  ),
  mailFrom: reader.text(names.mailFrom, "must be an e-mail address, for instance billing@example.com", undefined, /^[^@\s<>]+@[^@\s<>]+$/),
})

const observabilitySettings = (reader: Reader) => ({
  metricsToken: reader.secret(
    names.metricsToken,
    "must be 16 to 256 visible characters without spaces",
    undefined,
    /^[\x21-\x7e]{16,256}$/,
  ),
  logLevel: reader.oneOf(names.logLevel, logLevels, "info"),
  accessLog: reader.boolean(names.accessLog, false),
  otlpEndpoint: reader.url(names.otlpEndpoint, ", for instance http://127.0.0.1:4318", undefined),
  otlpHeaders: reader.secret(
    names.otlpHeaders,
    "must be name=value pairs with commas between them",
    undefined,
    /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/,
  ),
})

const payoutSettings = (reader: Reader) => ({
  payoutMinimum: reader.dollars(names.payoutMinimum, microUsd(10_000_000n)),
  payoutReversiblePercent: reader.wholeNumber(names.payoutReversiblePercent, 100, { min: 0, max: 100, unit: "percent" }),
})

const plannerSettings = (reader: Reader) => ({
  plannerUrl: reader.url(
    names.plannerUrl,
    " without user and password, for instance https://api.openai.com/v1",
    undefined,
    /^https?:\/\/[^/@]+(\/|$)/,
  ),
  plannerKind: reader.oneOf(names.plannerKind, ["openai", "anthropic"], "openai"),
  plannerModel: reader.text(names.plannerModel, "must be the name of a model", undefined),
  plannerKey: reader.secret(names.plannerKey, "must be visible characters without spaces, at most 512", undefined, /^[\x21-\x7e]{1,512}$/),
  plannerRequired: reader.boolean(names.plannerRequired, false),
  plannerTimeoutMs: reader.wholeNumber(names.plannerTimeoutMs, 8_000, { min: 100, max: 50_000, unit: "milliseconds" }),
  plannerConfidencePercent: reader.wholeNumber(names.plannerConfidencePercent, 65, { min: 0, max: 100, unit: "percent" }),
})

/** Between settings that are well-formed: a wrong one has its own sentence. */
const contradictions = ({ beatMs, databaseUrl, mode, silentMs, ...settings }: SettingsShape, reader: Reader): Array<string> => {
  const isWrong = (...settings: ReadonlyArray<keyof SettingsShape>) => settings.some((name) => reader.isWrong(names[name]))
  const mistakes = isWrong("plannerUrl", "plannerModel") ? [] : plannerContradictions(settings)
  if (silentMs < beatMs * 3 && !isWrong("silentMs", "beatMs")) {
    mistakes.push(`${names.silentMs} must be at least three times ${names.beatMs}, or a slow heartbeat would look like a dead node.`)
  }
  if ((settings.smtpUrl === undefined) !== (settings.mailFrom === undefined) && !isWrong("smtpUrl", "mailFrom")) {
    mistakes.push(`${names.smtpUrl} and ${names.mailFrom} belong together: set both, or none.`)
  }
  if (mode === "sandbox" && settings.testMoney) {
    mistakes.push(`${names.testMoney}=allowed needs ${names.mode}=live: all money of a sandbox is test money. Unset it.`)
  }
  if (mode === "live" && databaseUrl === undefined && !isWrong("databaseUrl")) {
    mistakes.push(
      "FARTHING_MODE=live needs DATABASE_URL: the embedded database trusts every local user of its socket and is for the sandbox.",
    )
  }
  if (mode === "live" && !settings.testMoney && databaseUrl !== undefined && !isPrivateLine(Redacted.value(databaseUrl))) {
    mistakes.push(
      `${names.databaseUrl} names another machine without TLS: passwords and payments would be readable on the way. Add ?sslmode=verify-full, or sslmode=require.`,
    )
  }
  if (mode === "live" && settings.encryptionKeys.length === 0 && !isWrong("encryptionKeys")) {
    mistakes.push(
      `${names.mode}=live needs ${names.encryptionKeys}, which encrypts the secrets in the database. Make one with openssl rand -base64 32.`,
    )
  }
  return mistakes
}

/** A socket of this machine, loopback, or a connection that is always encrypted. `prefer` and `allow` fall back to plain text. */
const isPrivateLine = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hostname, searchParams } = new URL(text)
  const host = searchParams.get("host") ?? hostname
  const isLocal = host === "" || host.startsWith("/") || host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host)
  return isLocal || ["require", "verify-ca", "verify-full"].includes(searchParams.get("sslmode") ?? "")
}

const plannerContradictions = (
  settings: Pick<SettingsShape, "plannerKey" | "plannerModel" | "plannerRequired" | "plannerUrl">,
): Array<string> => {
  const { plannerKey, plannerModel, plannerRequired, plannerUrl } = settings
  if (plannerUrl !== undefined && plannerModel === undefined) {
    return [`${names.plannerUrl} needs ${names.plannerModel}: the name of the model.`]
  }
  if (plannerUrl === undefined && (plannerModel !== undefined || plannerKey !== undefined || plannerRequired)) {
    return [`${names.plannerModel}, _KEY and _REQUIRED need ${names.plannerUrl}: the address of the model's API.`]
  }
  return []
}

/** A mistyped name would otherwise leave a limit at its default, and the operator would not notice. */
const unknownNames = (given: ReadonlyArray<string>): Array<string> => {
  const settingNames = new Set<string>([...Object.values(names), ...railSettings()])
  return given
    .filter((name) => name.startsWith("FARTHING_") && !settingNames.has(name))
    .map((name) => `${name} is not a setting of Farthing. Correct its name or unset it.`)
}
