import { expect, it } from "vitest"
import { payableText } from "../../src/web/pages/publishing/payableText.ts"

const usd = (micro: number) => ({ amount: micro / 1e6, amount_micro_usd: String(micro), currency: "USD" as const })
const textOf = (available: number, missing: ReadonlyArray<string>) =>
  payableText({
    balance: { available: usd(available) },
    minimum_payout: usd(10_000_000),
    verification: { missing },
  } as unknown as Parameters<typeof payableText>[0])

it.each<readonly [available: number, missing: ReadonlyArray<string>, text: string]>([
  [10_000_000, [], "can be paid out now"],
  [9_999_999, [], "is paid out from $10.00 on"],
  [10_000_000, ["wallet"], "is paid out once your wallet is proven"],
  [1_960, ["wallet", "iban"], "is paid out once your wallet and bank account are proven, from $10.00 on"],
])("%i millionths with %j unproven: %s", (available, missing, text) => expect(textOf(available, missing)).toBe(text))
