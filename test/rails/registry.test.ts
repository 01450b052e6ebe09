import { describe, expect, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { registry } from "../../rails/registry.ts"

describe("the registry of rails", () => {
  for (const [id, rail] of Object.entries(registry)) {
    it(`knows ${id} by its own id, and holds it to the laws of rails`, () => {
      expect(rail.id).toBe(id)
      const fixture = new URL(`${id}.test.ts`, import.meta.url)
      expect(existsSync(fixture), `the rail ${id} has no fixture: write test/rails/${id}.test.ts`).toBe(true)
      expect(readFileSync(fixture, "utf8"), `test/rails/${id}.test.ts runs the rail laws`).toContain(`railLaws("${id}"`)
    })
  }
})
