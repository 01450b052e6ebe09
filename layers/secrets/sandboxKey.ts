import { Data, Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { isEncryptionKey, newEncryptionKey } from "./aesGcm.ts"

class KeyFileUnusable extends Data.TaggedError("KeyFileUnusable")<{ readonly message: string }> {}

/**
 * The encryption key of a sandbox: a file of its data directory, made by the first process. Of several processes that start at once, one
 * makes the file and the others read it. Only the owner may read it.
 */
export const sandboxKey = (dataDirectory: string) =>
  Effect.try({
    try: () => {
      const file = join(dataDirectory, "encryption.key")
      if (!fs.existsSync(file)) makeFile(dataDirectory, file)
      const key = fs.readFileSync(file, "utf8").trim()
      if (!isEncryptionKey(key)) throw new Error(`${file} does not hold a key of 32 bytes in base64`)
      return Redacted.make(key)
    },
    catch: (cause) =>
      new KeyFileUnusable({
        message: `The sandbox's encryption key cannot be read: ${cause instanceof Error ? cause.message : String(cause)}. Set FARTHING_ENCRYPTION_KEYS, or choose another FARTHING_DATA_DIR.`,
      }),
  })

/** A hard link fails if the name is taken, and it never shows half a file. */
const makeFile = (dataDirectory: string, file: string) => {
  fs.mkdirSync(dataDirectory, { recursive: true })
  const own = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`
  fs.writeFileSync(own, `${newEncryptionKey()}\n`, { mode: 0o600, flush: true })
  try {
    fs.linkSync(own, file)
  } catch (cause) {
    if (!fs.existsSync(file)) throw cause
  } finally {
    fs.rmSync(own, { force: true })
  }
}
