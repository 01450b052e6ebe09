import { readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { declarationsOf } from "./declarations.ts"
import { operationsOf } from "./operations.ts"
import { type JsonSchema, shapesOf } from "./shapes.ts"

/** The part of Stripe's API that the sandbox emulates, by the SDK's files and methods. */
const resources = [
  { file: "Customers", methods: ["create", "list", "retrieve", "update"] },
  { file: "Checkout/Sessions", methods: ["create", "list", "retrieve", "expire"] },
  { file: "SetupIntents", methods: ["create", "retrieve"] },
  { file: "Mandates", methods: ["retrieve"] },
  { file: "PaymentMethods", methods: ["retrieve", "detach"] },
  { file: "PaymentIntents", methods: ["create", "list", "retrieve", "confirm", "cancel"] },
  { file: "Charges", methods: ["list", "retrieve"] },
  { file: "Refunds", methods: ["create", "list", "retrieve"] },
  { file: "Disputes", methods: ["list", "retrieve"] },
  { file: "BalanceTransactions", methods: ["list", "retrieve"] },
  { file: "Payouts", methods: ["list", "retrieve"] },
  { file: "Events", methods: ["list", "retrieve"] },
  { file: "WebhookEndpoints", methods: ["create", "list", "retrieve"] },
]

const esm = dirname(fileURLToPath(import.meta.resolve("stripe")))

/** A description of Stripe's requests and answers, from the types and the code of the installed SDK alone. */
export const deriveStripeSchema = (): JsonSchema => {
  const declarations = declarationsOf(esm)
  const shapes = shapesOf(declarations)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const resource of resources) {
    for (const { method, path, schema } of operationsOf(esm, declarations, shapes, resource)) (paths[path] ??= {})[method] = schema
  }
  const components = [...shapes.components].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    openapi: "3.1.0",
    info: { title: "Stripe's API, as far as the sandbox has it", version: apiVersion(), "x-provenance": provenance() },
    paths,
    components: { schemas: Object.fromEntries(components) },
  }
}

/** The API version that the SDK sends and that its types describe. */
const apiVersion = (): string => {
  const version = /ApiVersion = '([^']+)'/.exec(readFileSync(join(esm, "apiVersion.js"), "utf8"))?.[1]
  if (version === undefined) throw new Error("the SDK names no API version")
  return version
}

const provenance = () => {
  const { license, version }: { license: string; version: string } = JSON.parse(readFileSync(resolve(esm, "../package.json"), "utf8"))
  return {
    source: `npm:stripe@${version}: its type declarations and resource code, which Stripe generates from its OpenAPI document`,
    license,
    generator: "scripts/deriveStripeSchema.ts",
    limits: "no lengths or formats beyond metadata; confirm-time requirements are looser; whole numbers are recognised by their names",
  }
}
