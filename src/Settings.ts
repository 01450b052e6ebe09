import { Context, Data, Effect, Layer, Redacted } from "effect"
import { fileURLToPath } from "node:url"
import { settingsReader } from "../domain/settings.ts"
import { microUsd } from "../domain/money/Money.ts"
import type { Deployment } from "../domain/rail/Deployment.ts"
import { isEncryptionKey } from "../layers/secrets/aesGcm.ts"
import { railSettings } from "../rails/registry.ts"
import { settingContradictions } from "./settingContradictions.ts"
import { logLevels, type GatewaySettingsReader, settingNames as names, type SettingsShape } from "./SettingsShape.ts"

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
  const mistakes = [...unknownNames(Object.keys(process.env)), ...reader.mistakes, ...settingContradictions(settings, reader)]
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
const deploymentSettings = (reader: GatewaySettingsReader) => ({
  mode: reader.oneOf(names.mode, ["sandbox", "live"], reader.has(names.mode) ? "live" : "sandbox"),
  testMoney: reader.oneOf(names.testMoney, ["allowed", "refused"], "refused") === "allowed",
})

const serverSettings = (reader: GatewaySettingsReader) => ({
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

const connectSettings = (reader: GatewaySettingsReader) => ({
  connectWebhookSecret: reader.secret(
    names.connectWebhookSecret,
    "must be 16 to 256 visible characters without spaces",
    undefined,
    /^[\x21-\x7e]{16,256}$/,
  ),
})

const callSettings = (reader: GatewaySettingsReader) => ({
  proxies: reader.wholeNumber(names.proxies, 0, { min: 0, max: 10, unit: "reverse proxies in front of this gateway" }),
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

const mailSettings = (reader: GatewaySettingsReader) => ({
  smtpUrl: reader.secret(
    names.smtpUrl,
    "must be a mail server, for instance smtps://user:password@mail.example.com",
    undefined,
    /^smtps?:\/\/[^/?#\s]+\/?$/,
  ),
  mailFrom: reader.text(names.mailFrom, "must be an e-mail address, for instance billing@example.com", undefined, /^[^@\s<>]+@[^@\s<>]+$/),
})

const observabilitySettings = (reader: GatewaySettingsReader) => ({
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

const payoutSettings = (reader: GatewaySettingsReader) => ({
  payoutMinimum: reader.dollars(names.payoutMinimum, microUsd(10_000_000n)),
  payoutReversiblePercent: reader.wholeNumber(names.payoutReversiblePercent, 100, { min: 0, max: 100, unit: "percent" }),
})

const plannerSettings = (reader: GatewaySettingsReader) => ({
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

/** A mistyped name would otherwise leave a limit at its default, and the operator would not notice. */
const unknownNames = (given: ReadonlyArray<string>): Array<string> => {
  const allNames = new Set<string>([...Object.values(names), ...railSettings()])
  return given
    .filter((name) => name.startsWith("FARTHING_") && !allNames.has(name))
    .map((name) => `${name} is not a setting of Farthing. Correct its name or unset it.`)
}
