import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL(".", import.meta.url))

/**
 * Takes the place of a lock file of 6,400 lines: npm gives every dependency of a dependency its newest version of before this
 * moment, so that all installations have the same 504 packages.
 */
const resolvedBefore = "2026-11-22T00:00:00Z"

/** Installs the stock clients and the official server in the versions of this folder's package.json, unless they are installed already. */
export const install = Effect.callback<void>((resume) => {
  if (isInstalled()) return resume(Effect.void)
  const versions = ["--no-package-lock", "--before", resolvedBefore]
  const args = ["install", "--prefix", folder, ...versions, "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"]
  execFile("npm", args, { timeout: 240_000 }, (error, _stdout, stderr) =>
    resume(error === null ? Effect.void : Effect.die(new Error(`the stock clients could not be installed: ${stderr}`))),
  )
})

/** npm lists the packages that it installed in `node_modules/.package-lock.json`. */
const isInstalled = () => {
  const list = `${folder}node_modules/.package-lock.json`
  if (!existsSync(list)) return false
  const { packages } = readJson(list)
  return Object.entries(readJson(`${folder}package.json`).dependencies).every(
    ([name, version]) => packages[`node_modules/${name}`]?.version === version,
  )
}

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"))
