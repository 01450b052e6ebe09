import * as fs from "node:fs"
import { type Account, isRoot } from "./Account.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { errorCode } from "./ErrorCode.ts"

/**
 * A directory that only the account (and root) may enter, made if it is missing. Whoever owns it could listen in the server's place, so
 * one that was put there by anybody else, as anyone may in `/tmp`, is refused.
 */
export const claimPrivate = (directory: string, account: Account): string => {
  try {
    fs.mkdirSync(directory, { mode: 0o700 })
  } catch (cause) {
    if (errorCode(cause) !== "EEXIST") throw cause
  }
  // lstat: a link could lead anywhere.
  const found = fs.lstatSync(directory)
  // Root's own: it was made a moment ago, here or by another process, and is not handed over yet.
  const ours = found.uid === account.uid || (found.uid === 0 && isRoot())
  if (!found.isDirectory() || !ours)
    throw new EmbeddedPostgresError({
      message: `${directory} was made by user ${found.uid}, and sockets in it could not be trusted: remove it, choose another data directory, or set DATABASE_URL.`,
    })
  if (found.uid !== account.uid) fs.chownSync(directory, account.uid, account.gid)
  if ((found.mode & 0o777) !== 0o700) fs.chmodSync(directory, 0o700)
  return directory
}
