import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"

/**
 * anvil writes its state over itself once a second. Killed in between it leaves half a file, which it refuses to begin
 * with: so a whole one is kept beside it, at most a second or so older.
 */
export const keptState = (directory: string) => {
  const file = join(directory, "chain.json")
  const kept = join(directory, "chain.kept.json")
  const next = join(directory, "chain.next.json")
  let copied: string | undefined

  return {
    file,
    /** To be called before anvil starts. */
    restore: () => {
      if (isWhole(file)) return
      rmSync(file, { force: true })
      if (isWhole(kept)) copyFileSync(kept, file)
    },
    /** Keeps what anvil wrote last. To be called a few times a second. */
    keep: () => {
      const before = stampOf(file)
      if (before === undefined || before.stamp === copied || Date.now() - before.at < quietMs) return
      copyFileSync(file, next)
      // Written to while it was copied: it is copied again.
      if (stampOf(file)?.stamp !== before.stamp) return
      renameSync(next, kept)
      copied = before.stamp
    },
  }
}

/** A file that nobody has written to for so long is written to the end. */
const quietMs = 300

const stampOf = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? undefined : { at: stat.mtimeMs, stamp: `${stat.mtimeMs} ${stat.size}` }
}

const isWhole = (file: string): boolean => {
  if (!existsSync(file)) return false
  try {
    JSON.parse(readFileSync(file, "utf8"))
    return true
  } catch {
    return false
  }
}
