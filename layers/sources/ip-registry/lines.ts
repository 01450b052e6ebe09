import { closeSync, openSync, readSync } from "node:fs"

/** The lines of a file one after the other, a piece of the file at a time: all lines at once would take ten times the memory of the file. */
export function* linesOf(file: string): Iterable<string> {
  const descriptor = openSync(file, "r")
  const piece = Buffer.alloc(65_536)
  let rest = ""
  for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece)) {
    const lines = (rest + piece.toString("latin1", 0, read)).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) yield utf8(line)
  }
  closeSync(descriptor)
  yield utf8(rest)
}

/** A character of several bytes may lie in two pieces, so a line is decoded when it is whole. */
const utf8 = (line: string): string => Buffer.from(line, "latin1").toString("utf8")
