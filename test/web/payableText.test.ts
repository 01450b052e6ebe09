import { expect, it } from "vitest"
import { payableText } from "../../src/web/pages/publishing/payableText.ts"

const usd = (micro: number) => ({ amount: micro / 1e6, amount_micro_usd: String(micro), currency: "USD" as const })
const textOf = (available: number, proofs: ReadonlyArray<readonly [kind: string, status: string]>) =>
  payableText({
    balance: { available: usd(available) },
    minimum_payout: usd(10_000_000),
    verification: { proofs: proofs.map(([kind, status]) => ({ kind, status })) },
  } as unknown as Parameters<typeof payableText>[0])

const [wallet, iban] = [
  ["wallet", "verified"],
  ["iban", "verified"],
] as const

it.each<readonly [available: number, proofs: ReadonlyArray<readonly [string, string]>, text: string]>([
  [10_000_000, [wallet, iban], "can be paid out now"],
  [9_999_999, [wallet, iban], "is paid out from $10.00 on"],
  [10_000_000, [["wallet", "pending"], iban], "is paid out once your wallet is proven"],
  [10_000_000, [wallet, ["iban", "expired"]], "is paid out once your bank account is proven"],
  [1_960, [], "is paid out once your wallet and bank account are proven, from $10.00 on"],
])("%i millionths with the proofs %j: %s", (available, proofs, text) => expect(textOf(available, proofs)).toBe(text))
