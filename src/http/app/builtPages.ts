import { createHash } from "node:crypto"
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Where the sources of the pages are, and everything else that the build depends on. */
export const webDirectory = join(root, "src/web")
const inputs = () => [
  join(root, "package-lock.json"),
  ...["buildPages.ts", "buildEntry.ts"].map((name) => join(import.meta.dirname, name)),
  ...globSync("**/*.{ts,tsx,css,html,svg}", { cwd: webDirectory }).map((name) => join(webDirectory, name)),
]

/** The folder of the pages that were built from these sources: a change of any source names another folder. */
export const outputDirectory = (): string => {
  const hash = createHash("sha256")
  for (const path of inputs()
    .filter((path) => existsSync(path))
    .sort())
    hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path))
  return join(root, "node_modules/.cache/farthing/app", hash.digest("hex").slice(0, 16))
}

/** A file of the pages, also compressed. */
export interface PageFile {
  readonly type: string
  readonly body: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
}

/** The built pages by their path below `/app/`, in memory: about 2 MB. Undefined until they are built. */
export const readPages = (directory: string): ReadonlyMap<string, PageFile> | undefined => {
  if (!existsSync(join(directory, "index.html"))) return undefined
  const pages = new Map<string, PageFile>()
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    const type = types[extname(name)]
    if (type === undefined) continue
    const path = join(directory, name)
    const compressed = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined)
    pages.set(name.replaceAll("\\", "/"), { type, body: readFileSync(path), br: compressed(".br"), gzip: compressed(".gz") })
  }
  return pages
}

/** The page of a sandbox carries its mode, for the badge that says that its money is test money. It is small, so it is sent as it is. */
export const withMode = (page: PageFile, mode: "sandbox" | "live"): PageFile =>
  mode === "live"
    ? page
    : {
        ...page,
        body: Buffer.from(page.body.toString().replace("<head>", '<head><meta name="farthing-mode" content="sandbox">')),
        br: undefined,
        gzip: undefined,
      }
