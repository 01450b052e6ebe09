import { Effect, Schema } from "effect"
import { defineOperation } from "../../domain/catalogue/defineOperation.ts"
import type { Source } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/money/Money.ts"

/** A source that answers at once, so that what is measured is the gateway. */
export const instant: Source = {
  id: "bench",
  name: "Bench",
  provider: "Bench",
  description: "",
  category: "bench",
  tags: [],
  sectors: [],
  capabilities: [],
  jurisdiction: "",
  attribution: "",
  sourceUrl: "",
  logoUrl: "",
  operations: [
    defineOperation({
      id: "bench.call",
      name: "Call",
      description: "",
      fields: { "bench.value": Schema.String },
      output: ["bench.value"],
      pricing: { model: "per_call", price: microUsd(1000n) },
      freshnessSeconds: 0,
      examples: [],
      run: (input) => Effect.succeed({ data: { bench: { value: input["bench.value"] } }, documents: 1 }),
    }),
  ],
}
