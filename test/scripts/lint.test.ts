import { RuleTester } from "oxlint/plugins-dev"
import { describe, it } from "@effect/vitest"
import { resolve } from "node:path"
import plugin from "../../scripts/lint/plugin.ts"

RuleTester.describe = describe
RuleTester.it = it
const tester = new RuleTester({ languageOptions: { sourceType: "module", parserOptions: { lang: "ts" } } })

tester.run("the rule house/plain-words", plugin.rules["plain-words"] as never, {
  valid: [
    "export const knownNetworks = 2",
    "// A segment that stands for a parameter.\nexport const maxBytes = 1",
    'export const question = "Tell me about Uruguay"',
    'export const account = "nobody"',
    // A use of a member is not its declaration.
    "export const bytes = (row: any) => row.said",
    { code: "export const see = (known: number) => known", options: [{ bareNames: false }] },
  ],
  invalid: [
    { code: "// What the node said.\nexport {}", errors: 1 },
    { code: 'export const title = "nobody is asked"', errors: 2 },
    { code: "export const text = (n: number) => `so many: ${n}, told`", errors: 2 },
    { code: "const found = 1; export default found", errors: 1 },
    { code: "export const see = (known: number) => known", errors: 1 },
    { code: "export interface Row { readonly saidAt: number }", errors: 1 },
    { code: "export const mostBytes = 1, keysAtMost = 2, leastWeight = 3", errors: 3 },
    { code: "export {}", filename: resolve("domain/tell.ts"), errors: 1 },
  ],
})

tester.run("the rule house/one-meaning", plugin.rules["one-meaning"] as never, {
  valid: [
    { code: "export interface Rail { readonly id: string }", filename: resolve("domain/rail/Rail.ts") },
    // A test may name its own types as it likes.
    { code: "export interface Rail { readonly id: string }", filename: resolve("test/rail.ts") },
  ],
  invalid: [{ code: "export interface Rail { readonly id: string }", filename: resolve("src/Rail.ts"), errors: 1 }],
})
