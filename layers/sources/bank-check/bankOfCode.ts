import { bankDataByBLZ } from "bankdata-germany"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"

/** `370 400 44`, as people write it, in electronic form. */
const bare = (typed: string): string => typed.replace(/[\s.-]/gu, "")

/** A code that is not in the list is refused before a call. */
const notListed = (input: { readonly "bank.german_code": string }): InputProblem | undefined => {
  const code = bare(input["bank.german_code"])
  const refusal = (reason: string): InputProblem => ({ field: "bank.german_code", reason })
  if (!/^\d{8}$/u.test(code)) return refusal(`a German bank code (Bankleitzahl) has 8 digits, and ${code} is not one.`)
  return bankDataByBLZ(code) === null ? refusal(`the list of the Deutsche Bundesbank has no bank with the code ${code}.`) : undefined
}

export const bankOfCode = defineOperation({
  id: "bank.of_code",
  name: "Name and BIC of the bank of a German bank code",
  description:
    "The bank that a German bank code (Bankleitzahl, BLZ) belongs to, with its name and its BIC (SWIFT code), after the list that the Deutsche Bundesbank publishes every quarter.",
  fields: {
    "bank.german_code": Schema.String.annotate({
      description: "German bank code (Bankleitzahl) of eight digits, with or without blanks.",
      examples: ["37040044"],
    }).check(Schema.isBetweenLength(8, 14)),
  },
  output: ["bank.bank_identifier", "bank.name", "bank.bic"],
  pricing: { model: "per_call", price: microUsd(2_000n) },
  freshnessSeconds: 7 * 86_400,
  examples: [
    "BIC for BLZ 37040044",
    "which bank has the Bankleitzahl 50010517",
    "what bank is BLZ 120 300 00",
    "name of the bank with the German bank code 70150000",
    "SWIFT code for Bankleitzahl 20050550",
    "Bankleitzahl 43060967: bank and BIC please",
    "German bank code 10010010, which bank is it",
    "an old invoice has BLZ 30020900 on it, whose is that",
  ],
  hints: {
    vocabulary: "german germany institution institute called behind belongs bundesbank bankleitzahl blz code",
    keywords: {
      "bank.name": "name bank called institution who whose",
      "bank.bic": "bic swift",
    },
  },
  check: notListed,
  run: (input) =>
    Effect.fromNullishOr(bankDataByBLZ(bare(input["bank.german_code"]))).pipe(
      Effect.orDie,
      Effect.map(({ bankName, bic, blz }) => ({
        data: { bank: { bank_identifier: blz, name: bankName, bic: bic || null } },
        documents: 1,
        identifiers: { bank: blz },
      })),
    ),
})
