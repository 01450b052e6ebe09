import { Effect, Redacted } from "effect"
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"
import { SecretCipher, SecretUnreadable } from "../../domain/SecretCipher.ts"

/** The setting's form: 32 bytes in base64. */
export const isEncryptionKey = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

export const newEncryptionKey = (): string => randomBytes(32).toString("base64")

const algorithm = "aes-256-gcm"
const nonceLength = 12
const tagLength = 16

/** `enc1:<key id>:<base64url of nonce, ciphertext and tag>`. No secret of an earlier release begins like this. */
const form = /^enc1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/

/** AES-256-GCM with a random nonce of 96 bits. The first key encrypts, every key decrypts. */
export const aesGcm = (texts: readonly [Redacted.Redacted, ...ReadonlyArray<Redacted.Redacted>]) => {
  const keys = new Map(texts.map((text) => keyOf(Buffer.from(Redacted.value(text), "base64"))))
  const [currentId, currentKey] = keyOf(Buffer.from(Redacted.value(texts[0]), "base64"))
  return SecretCipher.of({
    encrypt: (secret, place) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, currentKey, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([nonce, cipher.update(Redacted.value(secret), "utf8"), cipher.final(), cipher.getAuthTag()])
      return `enc1:${currentId}:${sealed.toString("base64url")}`
    },
    decrypt: Effect.fnUntraced(function* (stored, place) {
      if (!stored.startsWith("enc1:")) return Redacted.make(stored)
      const [, id = "", text = ""] = form.exec(stored) ?? []
      const key = keys.get(id)
      if (key === undefined) return yield* new SecretUnreadable({ message: missingKey(place, id) })
      const sealed = Buffer.from(text, "base64url")
      return yield* Effect.try({
        try: () => {
          const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
          decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-tagLength))
          const opened = [decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]
          return Redacted.make(Buffer.concat(opened).toString("utf8"))
        },
        catch: () => new SecretUnreadable({ message: `The secret ${place} was changed in the database: store it again.` }),
      })
    }),
    isCurrent: (stored) => form.exec(stored)?.[1] === currentId,
  })
}

const missingKey = (place: string, id: string) =>
  `The secret ${place} is encrypted with the key ${id}, which this gateway does not have. Add that key to FARTHING_ENCRYPTION_KEYS.`

/** The id is a part of the key's hash, so it needs no setting of its own. It does not help to find the key. */
const keyOf = (key: Buffer): readonly [string, Buffer] => [
  createHash("sha256").update("farthing encryption key ").update(key).digest("hex").slice(0, 8),
  key,
]
