import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { attempt, type EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { errorCode } from "./ErrorCode.ts"

/**
 * Makes the directory `target`, unless it is there, under another name and renames it in one step: it is never seen half-made. Of several
 * processes that do so at once the first wins and the others use what it made. What an interrupted one left is removed by the next.
 */
export const buildAside = (
  target: string,
  build: (aside: string) => Effect.Effect<void, EmbeddedPostgresError>,
): Effect.Effect<string, EmbeddedPostgresError> => {
  const aside = `${target}.${process.pid}-${randomBytes(4).toString("hex")}${suffix}`
  return Effect.suspend(() => {
    if (fs.existsSync(target)) return Effect.succeed(target)
    return build(aside).pipe(
      Effect.andThen(attempt(`make ${target}`, () => moveInto(aside, target))),
      Effect.ensuring(bestEffort(() => remove(aside))),
    )
  }).pipe(Effect.ensuring(bestEffort(() => sweep(target))))
}

const suffix = ".partial"
const oldMs = 600_000

const moveInto = (aside: string, target: string): string => {
  try {
    fs.renameSync(aside, target)
    syncDirectory(path.dirname(target))
  } catch (cause) {
    if (!fs.existsSync(target)) throw cause
  }
  return target
}

/** A rename is on the disk once the directory is. Commits in it are worth nothing before. */
const syncDirectory = (directory: string): void => {
  const handle = fs.openSync(directory, "r")
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Removes what processes that are gone have left. The age is for a container, where the next process has the same number. */
const sweep = (target: string): void => {
  const directory = path.dirname(target)
  const prefix = `${path.basename(target)}.`
  for (const name of fs.readdirSync(directory)) {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue
    const leftover = path.join(directory, name)
    const ageMs = Date.now() - (fs.statSync(leftover, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (ageMs > oldMs || !isAlive(Number.parseInt(name.slice(prefix.length), 10))) remove(leftover)
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return errorCode(cause) === "EPERM"
  }
}

const remove = (directory: string): void => fs.rmSync(directory, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })

/** What cannot be removed now is in nobody's way, and goes with the next sweep. */
const bestEffort = (clean: () => void): Effect.Effect<void> => Effect.ignore(Effect.try(clean))
