import { Redacted } from "effect"
import { type GatewaySettingsReader, settingNames as names, type SettingsShape } from "./SettingsShape.ts"

/** Between settings that are well-formed: a wrong one has its own sentence. */
export const settingContradictions = (
  { beatMs, databaseUrl, mode, silentMs, ...settings }: SettingsShape,
  reader: GatewaySettingsReader,
): Array<string> => {
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
  if (mode === "live" && settings.encryptionKeys.some((key) => isOneByte(Redacted.value(key)))) {
    mistakes.push(
      `${names.encryptionKeys} has a key that is one byte repeated, which anybody guesses. Make one with openssl rand -base64 32.`,
    )
  }
  if (mode === "live" && !settings.testMoney && settings.publicUrl !== undefined && isPlainHttp(settings.publicUrl)) {
    mistakes.push(
      `${names.publicUrl} must be https, except on this machine: keys, sign-ins and payment pages would be readable on the way.`,
    )
  }
  return mistakes
}

/** A key of 32 bytes in base64 that is no random number. */
const isOneByte = (key: string): boolean => new Set(Buffer.from(key, "base64")).size === 1

const isPlainHttp = (text: string): boolean => {
  const { hostname, protocol } = new URL(text)
  return protocol === "http:" && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/u.test(hostname)
}

/** A socket of this machine, loopback, or a connection that is always encrypted. `prefer` and `allow` fall back to plain text. */
const isPrivateLine = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hostname, searchParams } = new URL(text)
  const host = searchParams.get("host") ?? hostname
  const isLocal = host === "" || host.startsWith("/") || host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host)
  // With libpq's meaning of `require`, anybody's certificate would do.
  const modes = searchParams.get("uselibpqcompat") === "true" ? ["verify-full"] : ["require", "verify-ca", "verify-full"]
  return isLocal || modes.includes(searchParams.get("sslmode") ?? "")
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
