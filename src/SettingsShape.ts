import type { Redacted } from "effect"
import type { SettingsReader } from "../domain/settings.ts"
import type { MicroUsd } from "../domain/money/Money.ts"

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
  /** Reverse proxies in front of this gateway, whose last entries of `X-Forwarded-For` are trusted. */
  readonly proxies: number
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

/** The environment variable of each setting. */
export const settingNames = {
  mode: "FARTHING_MODE",
  testMoney: "FARTHING_TEST_MONEY",
  host: "HOST",
  port: "PORT",
  workers: "FARTHING_WORKERS",
  publicUrl: "FARTHING_PUBLIC_URL",
  proxies: "FARTHING_PROXIES",
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

export type GatewaySettingsReader = SettingsReader<(typeof settingNames)[keyof typeof settingNames]>
