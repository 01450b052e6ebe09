import * as fs from "node:fs"
import * as path from "node:path"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The operating-system account that PostgreSQL runs as. */
export interface SystemAccount {
  readonly uid: number
  readonly gid: number
}

const self = (): SystemAccount => ({ uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 })

export const isRoot = (): boolean => self().uid === 0

/** The owner of the data. For new data this process's own account; as root one that every Linux has, since PostgreSQL refuses root. */
export const accountFor = (data: string | undefined): SystemAccount => {
  if (data !== undefined) return ownerOf(data)
  return isRoot() ? serviceAccount(fs.readFileSync("/etc/passwd", "utf8")) : self()
}

const ownerOf = (data: string): SystemAccount => {
  const { uid, gid } = fs.statSync(data)
  if (isRoot() ? uid !== 0 : uid === self().uid) return { uid, gid }
  throw new EmbeddedPostgresError({
    message: isRoot()
      ? `${data} belongs to root, and PostgreSQL refuses to run as root: chown -R it to another account, or set DATABASE_URL.`
      : `${data} belongs to user ${uid}, and this process runs as user ${self().uid}: run it as that user, choose another data directory, or set DATABASE_URL.`,
  })
}

/** `postgres`, or else `nobody`, from the text of `/etc/passwd`. */
export const serviceAccount = (passwd: string): SystemAccount => {
  const rows = passwd.split("\n").map((line) => line.split(":"))
  const row = rows.find(([name]) => name === "postgres") ?? rows.find(([name]) => name === "nobody")
  if (row !== undefined) return { uid: Number(row[2]), gid: Number(row[3]) }
  throw new EmbeddedPostgresError({
    message: "PostgreSQL refuses to run as root, and there is no account `postgres` or `nobody`: run as another user, or set DATABASE_URL.",
  })
}

/** Whether the account may enter a directory: each parent must let it pass. A directory under `/root` is out of reach. */
export const canReach = (account: SystemAccount, directory: string): boolean => {
  if (account.uid === self().uid) return true
  for (let at = directory; ; at = path.dirname(at)) {
    const { uid, gid, mode } = fs.statSync(at)
    const pass = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & pass) === 0) return false
    if (at === path.dirname(at)) return true
  }
}
