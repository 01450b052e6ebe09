import { Schema } from "effect"

export const UnitName = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] }).check(Schema.isBetweenLength(1, 64))

export const Amount = Schema.Union([
  Schema.Finite,
  Schema.String.check(
    Schema.isMaxLength(60),
    Schema.isPattern(/^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/u, { expected: "a decimal number" }),
  ),
]).annotate({ description: "The amount: a number, or a decimal as text where every digit counts.", examples: [26.2] })
