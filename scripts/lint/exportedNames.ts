import { readFileSync, readdirSync } from "node:fs"
import { join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

/** The folders of the product. A test may name its own types as it likes. */
const productFolders = ["domain", "rails", "layers", "src"]

/** Names that two files export on purpose, with the reason. There is none today. */
const allowed: Readonly<Record<string, string>> = {}

const exportedType = /^export (?:abstract )?(?:class|interface|type|enum) (?<name>[A-Za-z0-9_]+)/gmu

let index: Map<string, Set<string>> | undefined

/** Every exported type and class name with the files that declare it. oxlint loads a plugin once a run, so this is read once. */
const exportedTypes = (): Map<string, Set<string>> => {
  if (index !== undefined) return index
  index = new Map()
  for (const folder of productFolders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!entry.endsWith(".ts")) continue
      const file = join(folder, entry)
      for (const match of readFileSync(join(root, file), "utf8").matchAll(exportedType)) {
        const name = match.groups?.["name"] ?? ""
        index.set(name, (index.get(name) ?? new Set()).add(file))
      }
    }
  }
  return index
}

/** The other files of the product that export a type of this name; empty where the file is no part of the product. */
export const declaredElsewhere = (name: string, path: string): ReadonlyArray<string> => {
  const file = relative(root, path)
  if (!productFolders.some((folder) => file.startsWith(`${folder}/`)) || name in allowed) return []
  return [...(exportedTypes().get(name) ?? [])].filter((other) => other !== file)
}
