import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { deriveStripeSchema } from "./stripeSchema/derive.ts"

/** JSON with one line per member of the outer levels, so that a diff shows what an update of the SDK changed. */
const lines = (value: unknown, levels: number): string =>
  levels === 0 || typeof value !== "object" || value === null
    ? JSON.stringify(value)
    : `{\n${Object.entries(value)
        .map(([name, member]) => `${JSON.stringify(name)}: ${lines(member, levels - 1)}`)
        .join(",\n")}\n}`

/**
 * Derives the schema that the sandbox's Stripe checks requests and answers with, from the installed SDK: `node scripts/deriveStripeSchema.ts`.
 * Run it after every update of `stripe`: a test fails until then.
 */
const target = fileURLToPath(new URL("../rails/stripe/sandbox/schema.json", import.meta.url))
const started = performance.now()
const schema = deriveStripeSchema()
writeFileSync(target, `${lines(schema, 3)}\n`)
console.log(`${target} written in ${Math.round(performance.now() - started)} ms`)
