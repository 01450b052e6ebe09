import { Effect, type Latch, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { type Source, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { sampleSource } from "../sources.ts"

/** The price of one call, in micro-USD. */
export const prices = { plain: 1_000, fails: 2_000, slow: 3_000 } as const

export const marketOf = (serve: (token: string) => void, counter: Latch.Latch): Source => {
  const token = { "goods.token": Schema.String.annotate({ examples: ["a"] }) }
  const goods = <const Name extends keyof typeof prices>(name: Name) => ({
    id: `goods.${name}` as const,
    name: `Goods ${name}`,
    description: "Sells goods.",
    output: ["goods.token"] as const,
    pricing: { model: "per_call", price: microUsd(BigInt(prices[name])) } as const,
    freshnessSeconds: 0,
    examples: [],
  })
  const sold = (bought: string) => ({ data: { goods: { token: bought } }, documents: 1 })
  return {
    ...brochure,
    id: "market",
    name: "Corner Market",
    operations: [
      defineOperation({
        ...goods("plain"),
        fields: {
          ...token,
          "goods.count": Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))),
          "goods.size": Schema.optionalKey(Schema.String),
          "shop.size": Schema.optionalKey(Schema.String),
        },
        native: { "goods.size": "goodsSize", "shop.size": "shopSize" },
        run: (input) => Effect.sync(() => (serve(input["goods.token"]), sold(input["goods.token"]))),
      }),
      defineOperation({
        ...goods("fails"),
        fields: { ...token, "goods.how": Schema.Literals(["source_error", "source_timeout", "source_unavailable", "defect"]) },
        run: Effect.fnUntraced(function* (input) {
          serve(input["goods.token"])
          const code = input["goods.how"]
          if (code === "defect") return yield* Effect.die(new Error("select * from secrets at /etc/passwd"))
          return yield* new SourceFailure({ code, message: "The market is out of it." })
        }),
      }),
      defineOperation({
        ...goods("slow"),
        fields: token,
        run: (input) =>
          Effect.andThen(
            Effect.sync(() => serve(input["goods.token"])),
            counter.whenOpen(Effect.succeed(sold(input["goods.token"]))),
          ),
      }),
    ],
  }
}

/** Sells nothing. */
export const brochure = sampleSource("brochure", {})
