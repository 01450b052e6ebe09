import { Effect } from "effect"
import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import type { Readable } from "node:stream"

const largestBytes = 4 * 1024 * 1024

/** A log file, for appending. It keeps one predecessor, so that it cannot fill the disk. */
export const openLog = (file: string): number => {
  mkdirSync(dirname(file), { recursive: true })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestBytes) renameSync(file, `${file}.1`)
  return openSync(file, "a", 0o600)
}

export interface Journal {
  /** Writes down what a program says. Nothing is kept of what does not fit into two files. */
  readonly keep: (said: Readable | null) => void
}

/** The log of one run of a component. */
export const openJournal = (file: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => ({ handle: openLog(file), bytes: statSync(file).size })),
      (log) => Effect.sync(() => closeSync(log.handle)),
    ),
    (log): Journal => ({
      keep: (said) =>
        said?.on("data", (piece: Buffer) => {
          if (log.bytes > largestBytes) {
            closeSync(log.handle)
            log.handle = openLog(file)
            log.bytes = 0
          }
          log.bytes += writeSync(log.handle, piece)
        }),
    }),
  )
