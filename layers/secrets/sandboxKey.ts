import { Data, Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { isEncryptionKey, newEncryptionKey } from "./aesGcm.ts"

class KeyFileUnusable extends Data.TaggedError("KeyFileUnusable")<{ readonly message: string }> {}

/**
 * A key of a sandbox: a file of its data directory, made by the first process. Of several processes that start at once, one
 * makes the file and the others read it. Only the owner may read it.
 */
export const sandboxKey = (dataDirectory: string, name: "encryption" | "app" = "encryption") =>
  Effect.try({
    try: () => {
      const file = join(dataDirectory, `${name}.key`)
      if (!fs.existsSync(file)) makeFile(dataDirectory, file)
      const key = fs.readFileSync(file, "utf8").trim()
      if (!isEncryptionKey(key)) throw new Error(`${file} does not hold a key of 32 bytes in base64`)
      return Redacted.make(key)
    },
    catch: (cause) =>
      new KeyFileUnusable({
        message: `The sandbox's ${name} key cannot be read: ${cause instanceof Error ? cause.message : String(cause)}. Set ${settingOf[name]}, or choose another FARTHING_DATA_DIR.`,
      }),
  })

const settingOf = { encryption: "FARTHING_ENCRYPTION_KEYS", app: "FARTHING_APP_SECRET" } as const

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
