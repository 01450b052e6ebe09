import { Redacted } from "effect"
import { createHash, randomInt } from "node:crypto"
import { crc32 } from "node:zlib"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const secretLength = 43
const checkLength = 6

/** An organisation key: `frt_org_<43 base62 characters, 256 bits><6-character base62 CRC-32 of all before it>`. */
export const newApiKey = (): Redacted.Redacted => {
  let text = prefix
  for (let i = 0; i < secretLength; i++) text += alphabet[randomInt(alphabet.length)]
  return Redacted.make(text + checksum(text))
}

/** Recognises a mistyped or truncated secret without a database query. */
export const isApiKey = (secret: string): boolean =>
  secret.length === prefix.length + secretLength + checkLength &&
  secret.startsWith(prefix) &&
  secret.slice(-checkLength) === checksum(secret.slice(0, -checkLength))

/** All that is stored of a secret: 256 random bits need no slow hash. */
export const secretHash = (secret: string): Buffer => createHash("sha256").update(secret).digest()

const prefix = "frt_org_"

const checksum = (text: string): string => {
  let n = crc32(text)
  let out = ""
  for (let i = 0; i < checkLength; i++) {
    out = alphabet[n % 62] + out
    n = Math.floor(n / 62)
  }
  return out
}
