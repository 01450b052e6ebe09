import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { build } from "vite"
import { outputDirectory, webDirectory } from "./builtPages.ts"

/**
 * Builds the pages of the app, in a process of its own: `npm run build`, and each start that finds none for its sources. The folder gets its name
 * in one step, so that no gateway serves half of it.
 */
const target = process.argv[2] ?? outputDirectory()
const aside = `${target}.${process.pid}-${createHash("sha256").update(String(performance.now())).digest("hex").slice(0, 8)}.partial`

await build({
  root: webDirectory,
  base: "/app/",
  configFile: false,
  envDir: false,
  logLevel: "warn",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: aside,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
})

for (const name of readdirSync(aside, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|html|svg)$/.test(name)) continue
  const body = readFileSync(join(aside, name))
  writeFileSync(join(aside, `${name}.br`), brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  writeFileSync(join(aside, `${name}.gz`), gzipSync(body, { level: 9 }))
}

try {
  renameSync(aside, target)
} catch (cause) {
  // Another process has built the same pages.
  rmSync(aside, { recursive: true, force: true })
  if (!readdirSync(target).includes("index.html")) throw cause
}
