import { createRequire } from "node:module"
import { existsSync } from "node:fs"

const machines: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" }

/**
 * The anvil program for this machine, out of its npm package. The package's own launcher is passed by: signals would reach
 * it and not anvil, and its install script need not have run.
 */
export const anvilProgram = (platform: string = process.platform, machine: string = process.arch): string => {
  const name = `@foundry-rs/anvil-${platform}-${machines[machine] ?? machine}`
  const program = find(name, platform === "win32" ? "anvil.exe" : "anvil")
  if (program !== undefined) return program
  throw new Error(
    `There is no anvil for ${platform} on ${machine}: the package ${name} is not installed. Install again without --omit=optional.`,
  )
}

const find = (name: string, file: string): string | undefined => {
  const here = createRequire(import.meta.url)
  // Some installers place a package's dependencies below it, where only it can see them.
  for (const require of [here, createRequire(here.resolve("@foundry-rs/anvil/package.json"))]) {
    try {
      const program = require.resolve(`${name}/bin/${file}`)
      if (existsSync(program)) return program
    } catch {}
  }
  return undefined
}
