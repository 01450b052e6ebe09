import { describe, expect, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { forbiddenPhrases } from "../scripts/lint/words.ts"
import { openApiDocument } from "./support/openapi.ts"

const root = resolve(import.meta.dirname, "..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const pages = ["README.md", "CHANGELOG.md", "LICENCES.md", ...globSync(["docs/*.md", "rails/**/README.md"], { cwd: root })]
const sources = globSync("{src,rails,domain,layers}/**/*.ts", { cwd: root })

/** Targets of Markdown links that are neither on the web nor inside the page. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\((?<target>[^)#\s]+)[^)]*\)/g)]
    .map(({ groups }) => groups!["target"]!)
    .filter((target) => !/^[a-z]+:/.test(target))

/** Paths in backticks that begin with a folder of the tree, without placeholders and wildcards. */
const pathsOf = (page: string) =>
  [...read(page).matchAll(/`(?<path>(?:src|rails|domain|layers|test|scripts|docs)\/[A-Za-z0-9_./-]*)`/g)].map(
    ({ groups }) => groups!["path"]!,
  )

describe("the documentation", () => {
  for (const page of pages) {
    it(`${page} links only to files that exist`, () => {
      expect(linksOf(page).filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
    })

    it(`${page} names only files and folders that exist`, () => {
      expect(pathsOf(page).filter((path) => !existsSync(join(root, path)))).toEqual([])
    })

    it(`${page} contains none of the forbidden phrases`, () => {
      const text = read(page)
      expect(forbiddenPhrases.flatMap(({ pattern }) => [...text.matchAll(pattern)].map(([phrase]) => phrase))).toEqual([])
    })
  }

  it("docs/settings.md lists exactly the environment variables that the gateway reads", () => {
    const named = (text: string, form: RegExp) => [...text.matchAll(form)].map((match) => match[1]!)
    const form = /"((?:FARTHING|OTEL)_[A-Z0-9_]+|DATABASE_URL|HOST|PORT)"/g
    const used = new Set(sources.flatMap((path) => named(read(path), form)).filter((name) => !name.endsWith("_")))
    const documented = new Set(
      named(read("docs/settings.md").replaceAll(/^(?!\|).*$/gm, ""), /`((?:FARTHING|OTEL)_[A-Z0-9_]+|DATABASE_URL|HOST|PORT)`/g),
    )
    expect([...documented].sort()).toEqual([...used].sort())
  })

  it("docs/glossary.md names only types that the product exports", () => {
    const exported = new Set(
      sources.flatMap((path) => [...read(path).matchAll(/^export (?:class|interface|type) (\w+)/gm)].map((match) => match[1]!)),
    )
    const named = [...read("docs/glossary.md").matchAll(/`([A-Z][a-z]\w+)`/g)].map((match) => match[1]!)
    expect(named.filter((name) => !exported.has(name) && name !== "LikeThis")).toEqual([])
  })

  it("docs/http.md lists every path of the OpenAPI document", () => {
    const page = read("docs/http.md")
    expect(Object.keys(openApiDocument.paths).filter((path) => !page.includes(path))).toEqual([])
  })
})
