import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import { readAmount, readCheckoutRequest } from "../../../domain/connect/checkoutRequest.ts"
import { splitAmount } from "../../../domain/connect/split.ts"
import { Dice } from "../ledger/model/Dice.ts"

const body = { amount: "10.50", seller_id: "seller-7", product_name: "A lamp" }
const live = { loopback: false }
const codeOf = (change: Record<string, unknown>, options = live) => {
  const result = readCheckoutRequest({ ...body, ...change }, options)
  return Result.isFailure(result) ? result.failure.code : "accepted"
}

describe("the request for a checkout", () => {
  it("reads an amount exactly, to the millionth", () => {
    const amounts = ["10.50", "0.000001", "1", "999999999.999999"].map((text) => Result.getOrThrow(readAmount(text)))
    expect(amounts).toEqual([10_500_000n, 1n, 1_000_000n, 999_999_999_999_999n])
  })

  it("refuses an amount that is not a plain decimal above 0 with at most 6 places", () => {
    const amounts = [
      "0",
      "0.000000",
      "-1",
      "+1",
      "1e2",
      "1E-3",
      "01.5",
      ".5",
      "5.",
      " 1",
      "1 ",
      "1,5",
      "1.0000001",
      "0x10",
      "NaN",
      "Infinity",
      "1_000",
      "１",
      "1000000000",
      "",
      10.5,
      1,
      true,
      ["1"],
      {},
    ]
    const codes = amounts.map((amount) => codeOf({ amount }))
    expect(codes).toEqual(amounts.map(() => "invalid_amount"))
    expect(codeOf({ amount_minor: 1000 })).toBe("invalid_amount")
  })

  it("writes 10,000 random amounts as a decimal and reads the same millionths", () => {
    const dice = new Dice(15)
    for (let i = 0; i < 10_000; i++) {
      const amount = BigInt(dice.below(2 ** 31)) * 400_000n + BigInt(dice.below(400_000)) + 1n
      const text = `${amount / 1_000_000n}.${(amount % 1_000_000n).toString().padStart(6, "0")}`
      expect(Result.getOrThrow(readAmount(text))).toBe(amount)
    }
  })

  it("splits 10,000 random amounts into parts that add up, both fees rounded down", () => {
    const dice = new Dice(7)
    for (let i = 0; i < 10_000; i++) {
      const amount = BigInt(1 + dice.below(2 ** 31))
      const fee = dice.below(5_001)
      const { marketplaceFee, seller, serviceFee } = splitAmount(amount, fee)
      expect(seller + marketplaceFee + serviceFee).toBe(amount)
      expect(serviceFee).toBe(amount / 50n)
      expect(marketplaceFee).toBe((amount * BigInt(fee)) / 10_000n)
      expect(seller > 0n).toBe(true)
    }
  })

  it("needs an amount, a seller and a product, and names what is missing", () => {
    for (const name of ["amount", "seller_id", "product_name"]) {
      const result = readCheckoutRequest({ ...body, [name]: undefined }, live)
      expect(result).toMatchObject({ failure: { code: "missing_field", field: name } })
    }
    expect(codeOf({ product_name: "  " })).toBe("missing_field")
  })

  it("takes merchant_id in place of seller_id, and refuses two different ones", () => {
    expect(codeOf({ seller_id: undefined, merchant_id: "seller-7" })).toBe("accepted")
    expect(codeOf({ merchant_id: "seller-7" })).toBe("accepted")
    expect(codeOf({ merchant_id: "seller-8" })).toBe("invalid_request")
  })

  it("never takes a wallet, a fee or any other member", () => {
    for (const name of ["wallet", "seller_wallet", "fee", "service_fee", "brand", "split", "webhook_url", "__proto__x"]) {
      expect(codeOf({ [name]: "1" })).toBe("invalid_request")
    }
  })

  it("cuts a description at 500 characters and an order reference at 120, between whole characters", () => {
    const request = Result.getOrThrow(
      readCheckoutRequest({ ...body, description: `${"x".repeat(499)}🦊 more`, order_ref: "y".repeat(200) }, live),
    )
    expect(request.description).toBe("x".repeat(499))
    expect(request.orderRef).toBe("y".repeat(120))
  })

  it("takes one emoji or an https address as the product's image", () => {
    for (const product_image of ["🦊", "👩‍👩‍👧", "🇩🇪", "https://shop.example/a.png"]) expect(codeOf({ product_image })).toBe("accepted")
    for (const product_image of ["🦊🦊", "x", "http://shop.example/a.png", "javascript:alert(1)", "data:image/png;base64,AA"])
      expect(codeOf({ product_image })).toBe("invalid_url")
  })

  it("leads to https pages only, and in a sandbox also to this machine", () => {
    for (const name of ["return_url", "cancel_url"]) {
      expect(codeOf({ [name]: "https://shop.example/done?order=1" })).toBe("accepted")
      for (const url of [
        "http://shop.example",
        "javascript:alert(1)",
        "https://user:pass@shop.example",
        "//shop.example",
        "https://a b",
        "https:shop.example",
        "https:///shop.example",
        '"https://shop.example"',
        'https://"shop.example"',
        "https://'shop.example'/",
        'https://shop.example/"done"',
        "https://shop.example\\done",
        "https://shop.example/\u200bdone",
        `https://a.example/${"x".repeat(2_000)}`,
      ])
        expect(codeOf({ [name]: url }, { loopback: true })).toBe("invalid_url")
      expect(codeOf({ [name]: "http://127.0.0.1:3000/done" })).toBe("invalid_url")
      expect(codeOf({ [name]: "http://127.0.0.1:3000/done" }, { loopback: true })).toBe("accepted")
      expect(codeOf({ [name]: "http://localhost.evil.example/" }, { loopback: true })).toBe("invalid_url")
    }
  })

  it("refuses control characters and names of more than 200 characters", () => {
    expect(codeOf({ product_name: "a\u0000b" })).toBe("invalid_request")
    // The end of this name would be shown before its beginning.
    expect(codeOf({ product_name: "lamp\u202egnp.exe" })).toBe("invalid_request")
    expect(codeOf({ product_name: "\u200b" })).toBe("missing_field")
    expect(codeOf({ product_name: "👨‍👩‍👧 مصباح" })).toBe("accepted")
    expect(codeOf({ product_name: "x".repeat(201) })).toBe("invalid_request")
    expect(codeOf({ description: "two\nlines" })).toBe("accepted")
  })
})
