import { Effect } from "effect"
import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import type { Readable } from "node:stream"

const maxBytes = 4 * 1024 * 1024

/** A log file, opened for appending. One older file is kept, so that logs cannot fill the disk. */
export const openForAppend = (file: string): number => {
  mkdirSync(dirname(file), { recursive: true })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`)
  return openSync(file, "a", 0o600)
}

export interface LogFile {
  /** Appends the output of a program. The oldest output is dropped once it does not fit into two files. */
  readonly append: (output: Readable | null) => void
}

/** The log of one run of a component. */
export const openLogFile = (file: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => ({ handle: openForAppend(file), bytes: statSync(file).size })),
      (log) => Effect.sync(() => closeSync(log.handle)),
    ),
    (log): LogFile => ({
      append: (output) =>
        output?.on("data", (piece: Buffer) => {
          if (log.bytes > maxBytes) {
            closeSync(log.handle)
            log.handle = openForAppend(file)
            log.bytes = 0
          }
          log.bytes += writeSync(log.handle, piece)
        }),
    }),
  )
