import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { attempt, type EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"

/**
 * Builds the directory `target` under another name and renames it in one step, so that no process sees it half-made. Does nothing if it
 * exists. If several processes build it at once, the first one wins and the others use its result. The next call removes what an interrupted
 * process left.
 */
export const atomicDirectory = (
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
const maxAgeMs = 600_000

const moveInto = (aside: string, target: string): string => {
  try {
    fs.renameSync(aside, target)
    syncDirectory(path.dirname(target))
  } catch (cause) {
    if (!fs.existsSync(target)) throw cause
  }
  return target
}

/** A rename is durable once its directory is on the disk. Before that, commits inside of it are not durable. */
const syncDirectory = (directory: string): void => {
  const handle = fs.openSync(directory, "r")
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Removes what dead processes left. The age limit is for a container, where the next process has the same process id. */
const sweep = (target: string): void => {
  const directory = path.dirname(target)
  const prefix = `${path.basename(target)}.`
  for (const name of fs.readdirSync(directory)) {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue
    const leftover = path.join(directory, name)
    const ageMs = Date.now() - (fs.statSync(leftover, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (ageMs > maxAgeMs || !isAlive(Number.parseInt(name.slice(prefix.length), 10))) remove(leftover)
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

/** A leftover that cannot be removed now does no harm, and the next sweep removes it. */
const bestEffort = (clean: () => void): Effect.Effect<void> => Effect.ignore(Effect.try(clean))
