import { expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

/**
 * All modules that the program can load in its own process, by static imports, and by dynamic imports that are `followed`. Packages are
 * named `pkg:<name>`.
 */
const modulesFrom = (entry: string, followed: (path: string) => boolean = () => true): ReadonlySet<string> => {
  const modules = new Set<string>()
  const visit = (path: string) => {
    if (modules.has(path)) return
    modules.add(path)
    const imports = /^(?:import|export)\s+(?!type\b)[^;"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gm
    for (const [, from, bare, dynamic] of read(path).matchAll(imports)) {
      const name = (from ?? bare ?? dynamic)!
      if (dynamic !== undefined && !followed(name)) continue
      if (!name.startsWith(".")) modules.add(`pkg:${name}`)
      else if (name.endsWith(".ts")) visit(relative(root, resolve(root, dirname(path), name)))
    }
  }
  visit(entry)
  return modules
}

it("no chain, contract or emulator of the sandbox is among the modules that the program can load", () => {
  const modules = [...modulesFrom("src/main.ts")]
  expect(modules).toContain("src/cli/live.ts")
  expect(modules).toContain("rails/x402/parts.ts")
  const forbidden =
    /^pkg:(@foundry-rs|@offchainlabs)|^rails\/stripe\/sandbox\/(?!tables\.ts)|^rails\/x402\/sandbox\/(runChain|chainEntry)|^src\/sandbox\/(origins\/(originServer|serveOrigin|webhookService|notifications)|supervisor\/\w+Entry)/
  expect(modules.filter((path) => forbidden.test(path))).toEqual([])
})

it("the x402 rail loads the contracts and the demo wallets of the sandbox on demand only, so a live gateway does not", () => {
  const modules = [...modulesFrom("src/main.ts", (path) => !path.includes("/sandbox/"))]
  expect(modules).toContain("rails/x402/parts.ts")
  // The key of a service, which is undefined in a live gateway.
  expect(modules.filter((path) => path.startsWith("rails/x402/sandbox/"))).toEqual(["rails/x402/sandbox/DemoWallets.ts"])
})

it("a live gateway loads neither the supervisor nor the demo: of the sandbox it has the two listings that every gateway begins with", () => {
  const modules = [...modulesFrom("src/main.ts", (path) => !path.includes("/sandbox/"))]
  expect(modules).toContain("src/cli/live.ts")
  expect(modules.filter((path) => path.startsWith("src/sandbox/"))).toEqual(["src/sandbox/origins/demoOrigins.ts"])
})

it("a command loads only what it needs: no routes, no planner, no sources, and neither Stripe's SDK nor viem before a rail uses it", () => {
  const heavy = /^pkg:(stripe|viem|chrono-node)(\/|$)|^src\/(http\/Api|Gateway|asking)\.ts|^layers\/(planner|sources\/builtin)/
  const commands = modulesFrom("src/cli/run.ts", () => false)
  expect(commands).toContain("src/cli/books.ts")
  expect([...commands].filter((path) => heavy.test(path))).toEqual([])
  const withRails = [...modulesFrom("src/cli/run.ts", (name) => name === "./parts.ts")].filter((path) => heavy.test(path))
  expect(withRails.filter((path) => !path.startsWith("pkg:viem"))).toEqual([])
})

it("a gateway loads the library of the app's sign-in at its first use", () => {
  const modules = [...modulesFrom("src/Gateway.ts", () => false), ...modulesFrom("src/storage.ts", () => false)]
  expect(modules).toContain("layers/app/AppAuth.ts")
  expect(modules.filter((path) => /^pkg:(better-auth|kysely|zod)(\/|$)/.test(path))).toEqual([])
})

it("an install script runs only for a package that is allowed by name, and each has its reason in docs/operations.md", () => {
  const { allowScripts } = JSON.parse(read("package.json")) as { readonly allowScripts: Readonly<Record<string, boolean>> }
  const allowed = Object.entries(allowScripts).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []))
  const section = /### Install scripts\n(?<text>[\s\S]*?)\n#/.exec(read("docs/operations.md"))?.groups?.["text"] ?? ""
  const explained = [...section.matchAll(/^- `([^`]+)`: /gm)].map(([, name]) => name!)
  expect(explained.sort()).toEqual(allowed.sort())
})
