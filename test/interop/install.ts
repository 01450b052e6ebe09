import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const here = fileURLToPath(new URL(".", import.meta.url))

/** Installs the stock clients and the official server as their own lock file has them, unless they are there already. */
export const install = Effect.callback<void>((resume) => {
  if (isInstalled()) return resume(Effect.void)
  const args = ["install", "--prefix", here, "--no-audit", "--no-fund", "--ignore-scripts"]
  execFile("npm", args, { timeout: 240_000 }, (error, _stdout, stderr) =>
    resume(error === null ? Effect.void : Effect.die(new Error(`the stock clients could not be installed: ${stderr}`))),
  )
})

/** npm keeps what it has installed beside it: every package of the lock file, in its version. */
const isInstalled = () => {
  const installed = `${here}node_modules/.package-lock.json`
  if (!existsSync(installed)) return false
  const { dependencies } = packagesIn(`${here}package-lock.json`)[""]
  const there = packagesIn(installed)
  return Object.entries(dependencies).every(([name, version]) => there[`node_modules/${name}`]?.version === version)
}

const packagesIn = (file: string) => JSON.parse(readFileSync(file, "utf8")).packages
