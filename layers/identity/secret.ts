import { Redacted } from "effect"
import { hash, randomBytes, randomInt } from "node:crypto"
import { crc32 } from "node:zlib"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const secretLength = 43
const checkLength = 6

const prefixes = {
  organisation: "frt_org_",
  marketplaceSecret: "frt_mk_",
  marketplacePublishable: "frt_pk_",
  publisher: "frt_pbl_",
} as const
export type ApiKeyKind = keyof typeof prefixes

/** A key: its prefix, for instance `frt_org_`, 43 base62 characters (256 bits), and the 6-character base62 CRC-32 of all before it. */
export const newApiKey = (kind: ApiKeyKind = "organisation"): Redacted.Redacted => {
  const text = prefixes[kind] + randomText()
  return Redacted.make(text + checksum(text))
}

/** Recognises a mistyped or truncated secret without a database query. */
export const isApiKey = (secret: string, kind: ApiKeyKind = "organisation"): boolean =>
  secret.length === prefixes[kind].length + secretLength + checkLength &&
  secret.startsWith(prefixes[kind]) &&
  secret.slice(-checkLength) === checksum(secret.slice(0, -checkLength))

/** All that is stored of a secret: 256 random bits need no slow hash. */
export const secretHash = (secret: string): Buffer => hash("sha256", secret, "buffer")

/** The key of the HMAC of webhooks: `whsec_` and 256 random bits. All of the text is the key. */
export const newWebhookSecret = (): Redacted.Redacted => Redacted.make(`whsec_${randomText()}`)

/** The key of the HMAC of an organisation's notices: 256 random bits. */
export const newNoticeSecret = (): Redacted.Redacted => Redacted.make(randomBytes(32).toString("base64url"))

const randomText = () => Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join("")

const checksum = (text: string): string => {
  let n = crc32(text)
  let out = ""
  for (let i = 0; i < checkLength; i++) {
    out = alphabet[n % 62] + out
    n = Math.floor(n / 62)
  }
  return out
}
