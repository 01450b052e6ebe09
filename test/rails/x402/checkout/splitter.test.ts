import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { fileURLToPath } from "node:url"
import { encodeFunctionData, parseAbi, parseSignature } from "viem"
import { splitPayment, splitterAbi, splitterCode, splitterDeployment } from "../../../../rails/x402/checkout/splitter.ts"
import artifact from "../../../../rails/x402/checkout/contract/Splitter.json" with { type: "json" }
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { compileContracts } from "../../../../scripts/contracts/compile.ts"
import { someone } from "../support/authorize.ts"
import { deploy as deployByFactory } from "../verify/wallets.ts"
import { hostileContracts, newCheckout, payData, splitter, splitterScene, type SplitterScene, tokenAbi } from "./splitterScene.ts"

class Scene extends Context.Service<Scene, SplitterScene>()("test/Splitter") {}

const buyer = someone()
const contracts = hostileContracts()
const codeOf = (name: string) => contracts.get(name)!.bytecode
const lots = 10n ** 12n

/** A token of the test with a funded buyer that has approved the splitter. */
const tokenOf = Effect.fnUntraced(function* (name: string) {
  const scene = yield* Scene
  return yield* Effect.promise(async () => {
    const token = await scene.deploy(buyer, codeOf(name))
    await scene.write(buyer, token, "mint", [buyer.address, lots] as never)
    if (name !== "SilentToken") await scene.write(buyer, token, "approve", [splitter, lots] as never)
    return token
  })
})

/** What the buyer of the checkout signs to pay without gas. */
const authorize = Effect.fnUntraced(function* (checkout: ReturnType<typeof newCheckout>, payer = buyer) {
  const { asset, network, termsFor } = yield* Scene
  const { amount, payment } = splitPayment(termsFor(usdcAddress), checkout)
  const message = { from: payer.address, to: splitter, value: amount, validAfter: 0n, validBefore: 2n ** 40n, nonce: payment }
  const member = (name: string, type: string) => ({ name, type })
  const address = ["from", "to"].map((name) => member(name, "address"))
  const number = ["value", "validAfter", "validBefore"].map((name) => member(name, "uint256"))
  return yield* Effect.promise(() =>
    payer.signTypedData({
      domain: { name: asset.name, version: asset.version, chainId: network.chainId, verifyingContract: usdcAddress },
      types: { ReceiveWithAuthorization: [...address, ...number, member("nonce", "bytes32")] },
      primaryType: "ReceiveWithAuthorization",
      message,
    }),
  )
})

const rejectedLegs = (args: ReturnType<SplitterScene["payArgs"]>): ReadonlyArray<readonly [string, ReadonlyArray<unknown>]> => {
  const [id, token, amount, legs] = args
  const [first, ...others] = legs
  const withFirst = (leg: object) => [id, token, amount, [{ ...first, ...leg }, ...others]]
  const ninth = Array.from({ length: 9 }, () => ({ to: someone().address, amount: 1n }))
  return [
    ["WrongLegs", [id, token, 0n, []]],
    ["WrongLegs", [id, token, 9n, ninth]],
    [
      "WrongLegs",
      [
        id,
        token,
        amount,
        [
          { ...first, amount },
          { to: someone().address, amount: 0n },
        ],
      ],
    ],
    ["WrongLegs", withFirst({ to: `0x${"00".repeat(20)}` })],
    ["WrongLegs", withFirst({ to: splitter })],
    ["WrongLegs", withFirst({ to: token })],
    ["WrongLegs", withFirst({ to: buyer.address })],
    ["WrongAmount", [id, token, amount + 1n, legs]],
    ["WrongAmount", [id, token, amount - 1n, legs]],
  ]
}

layer(Layer.effect(Scene, splitterScene), { excludeTestServices: true })("the splitter", (it) => {
  it.effect("the committed bytecode is what the source compiles to, and what the deployer puts at the address", () =>
    Effect.gen(function* () {
      const { client } = yield* Scene
      const file = fileURLToPath(new URL("../../../../rails/x402/checkout/contract/Splitter.sol", import.meta.url))
      expect(compileContracts(file).get("Splitter")).toEqual(artifact)
      const { address, data } = splitterDeployment
      yield* Effect.promise(async () => {
        expect(await client.getCode({ address })).toBe(splitterCode)
        await client.setCode({ address, bytecode: "0x" })
        await client.setBalance({ address: buyer.address, value: 10n ** 19n })
        await deployByFactory(client, buyer, data)
        expect(await client.getCode({ address })).toBe(splitterCode)
      })
    }),
  )

  it.effect("a payer pays each leg exactly, once, and the gateway computes the same identity as the contract", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      yield* scene.mint(buyer.address, 50_000_000n)
      const checkout = newCheckout()
      const args = scene.payArgs(usdcAddress, checkout)
      const { payment } = splitPayment(scene.termsFor(usdcAddress), checkout)
      yield* Effect.promise(async () => {
        const identity = { address: splitter, abi: splitterAbi, functionName: "paymentOf", args: [args[0], args[1], [...args[3]]] } as const
        expect(await scene.client.readContract(identity)).toBe(payment)
        expect(await scene.refusal(buyer, "pay", args)).toBe("TransferFailed")
        await scene.write(buyer, usdcAddress, "approve", [splitter, 100_000_000n] as never)
        await scene.send(buyer, splitter, payData(args))
        expect(await Promise.all(args[3].map(({ to }) => scene.balanceOf(usdcAddress, to)))).toEqual([8_800_000n, 1_000_000n, 200_000n])
        expect(await scene.balanceOf(usdcAddress, splitter)).toBe(0n)
        expect(await scene.refusal(buyer, "pay", args)).toBe("AlreadyPaid")
        for (const [error, wrong] of rejectedLegs(scene.payArgs(usdcAddress, newCheckout()))) {
          expect(await scene.refusal(buyer, "pay", wrong)).toBe(error)
        }
      })
    }),
  )

  it.effect("a stranger who pays other legs or another token under the same id does not block the true payment", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const token = yield* tokenOf("PlainToken")
      const args = scene.payArgs(usdcAddress, newCheckout())
      yield* Effect.promise(async () => {
        await scene.send(buyer, splitter, payData([args[0], args[1], 1n, [{ to: someone().address, amount: 1n }]]))
        await scene.send(buyer, splitter, payData([args[0], token, args[2], args[3]]))
        await scene.send(buyer, splitter, payData([args[0], args[1], args[2], args[3].toReversed()]))
        await scene.send(buyer, splitter, payData(args))
      })
    }),
  )

  it.effect(
    "tokens that take a fee, take a surcharge, return false, or move nothing are refused, and one that returns nothing is not",
    () =>
      Effect.gen(function* () {
        const scene = yield* Scene
        for (const [name, error, gaslessError = error] of [
          ["PlainToken", undefined],
          ["SilentToken", undefined],
          ["FeeToken", "WrongBalance"],
          ["SurchargeToken", "WrongBalance", "TransferFailed"],
          ["FalseToken", "TransferFailed"],
          ["LyingToken", "WrongBalance"],
        ] as const) {
          const token = yield* tokenOf(name)
          const args = scene.payArgs(token, newCheckout())
          const gasless = [...args, buyer.address, 0n, 2n ** 40n, `0x${"11".repeat(65)}`]
          yield* Effect.promise(async () => {
            expect(await scene.refusal(buyer, "pay", args), name).toBe(error)
            if (name !== "SilentToken") expect(await scene.refusal(someone(), "payWithAuthorization", gasless), name).toBe(gaslessError)
          })
        }
        const noContract = scene.payArgs(someone().address, newCheckout())
        expect(yield* Effect.promise(() => scene.refusal(buyer, "pay", noContract))).toBe("reverted")
      }),
  )

  it.effect("a token that calls the splitter again while it pays stops the whole payment", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const token = yield* tokenOf("ReentrantToken")
      const args = scene.payArgs(token, newCheckout())
      const inner = payData(scene.payArgs(token, newCheckout()))
      yield* Effect.promise(async () => {
        await scene.write(buyer, token, "set", [splitter, inner] as never)
        expect(await scene.refusal(buyer, "pay", args)).toBe("TransferFailed")
        const gasless = [...args, buyer.address, 0n, 2n ** 40n, `0x${"11".repeat(65)}`]
        expect(await scene.refusal(someone(), "payWithAuthorization", gasless)).toBe("Reentered")
      })
    }),
  )

  it.effect("if one leg cannot be paid, no leg is", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const checkout = newCheckout()
      const args = scene.payArgs(usdcAddress, checkout)
      const blacklist = encodeFunctionData({
        abi: parseAbi(["function blacklist(address account)"]),
        args: [checkout.wallets.service as Hex],
      })
      yield* Effect.promise(async () => {
        const { minter } = await import("../../../../rails/x402/sandbox/placeContracts.ts")
        await scene.client.sendTransaction({ account: minter, to: usdcAddress, data: blacklist, gas: 200_000n })
        await scene.client.mine({ blocks: 1 })
        const before = await scene.balanceOf(usdcAddress, buyer.address)
        expect((await scene.send(buyer, splitter, payData(args), 400_000n)).status).toBe("reverted")
        expect(await scene.balanceOf(usdcAddress, buyer.address)).toBe(before)
        expect(await scene.balanceOf(usdcAddress, checkout.wallets.seller)).toBe(0n)
      })
    }),
  )

  it.effect("a permit pays in one transaction, also when a stranger has submitted it first", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const payer = someone()
      yield* scene.mint(payer.address, 30_000_000n)
      const member = (name: string, type: string) => ({ name, type })
      const members = [
        member("owner", "address"),
        member("spender", "address"),
        ...["value", "nonce", "deadline"].map((name) => member(name, "uint256")),
      ]
      const permit = async (nonce: bigint, deadline: bigint) => {
        const signature = await payer.signTypedData({
          domain: { name: scene.asset.name, version: scene.asset.version, chainId: scene.network.chainId, verifyingContract: usdcAddress },
          types: { Permit: members },
          primaryType: "Permit",
          message: { owner: payer.address, spender: splitter, value: 10_000_000n, nonce, deadline },
        })
        const { r, s, v } = parseSignature(signature)
        return [deadline, Number(v), r, s] as const
      }
      const data = (args: ReturnType<SplitterScene["payArgs"]>, signed: Awaited<ReturnType<typeof permit>>) =>
        encodeFunctionData({ abi: splitterAbi, functionName: "payWithPermit", args: [...args, ...signed] as never })
      yield* Effect.promise(async () => {
        const deadline = 2n ** 40n
        await scene.send(payer, splitter, data(scene.payArgs(usdcAddress, newCheckout()), await permit(0n, deadline)))
        const signed = await permit(1n, deadline)
        const args = [payer.address, splitter, 10_000_000n, ...signed] as const
        await scene.send(buyer, usdcAddress, encodeFunctionData({ abi: tokenAbi, functionName: "permit", args }))
        await scene.send(payer, splitter, data(scene.payArgs(usdcAddress, newCheckout()), signed))
        const expired = [...scene.payArgs(usdcAddress, newCheckout()), ...(await permit(2n, 1n))]
        expect(await scene.refusal(payer, "payWithPermit", expired)).toBe("TransferFailed")
        expect(await scene.balanceOf(usdcAddress, payer.address)).toBe(10_000_000n)
      })
    }),
  )

  it.effect("a relayed signature pays these legs of this checkout only, by any sender, once", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const payer = someone()
      yield* scene.mint(payer.address, 30_000_000n)
      const [checkout, other] = [newCheckout(), newCheckout()]
      const signature = yield* authorize(checkout, payer)
      const args = scene.payArgs(usdcAddress, checkout)
      const by = [payer.address, 0n, 2n ** 40n, signature] as const
      const [id, token, amount, legs] = args
      const changes = [
        [id, token, amount, legs.toReversed()],
        [id, token, amount, legs.map((leg, i) => (i === 0 ? { ...leg, to: someone().address } : leg))],
        [id, token, amount, legs.map((leg, i) => ({ ...leg, amount: leg.amount + (i === 0 ? 1n : i === 1 ? -1n : 0n) }))],
        [id, token, amount - 1n, legs.map((leg, i) => ({ ...leg, amount: leg.amount - (i === 0 ? 1n : 0n) }))],
        scene.payArgs(usdcAddress, other),
        [scene.payArgs(usdcAddress, other)[0], token, amount, legs],
      ]
      yield* Effect.promise(async () => {
        for (const changed of changes) {
          expect(await scene.refusal(buyer, "payWithAuthorization", [...changed, ...by])).toBe("FiatTokenV2: invalid signature")
        }
        expect(await scene.refusal(buyer, "payWithAuthorization", [...args, payer.address, 0n, 1n, signature])).toBe(
          "FiatTokenV2: authorization is expired",
        )
        const data = encodeFunctionData({ abi: splitterAbi, functionName: "payWithAuthorization", args: [...args, ...by] as never })
        await scene.send(buyer, splitter, data)
        expect(await scene.balanceOf(usdcAddress, checkout.wallets.seller)).toBe(8_800_000n)
        expect(await scene.balanceOf(usdcAddress, splitter)).toBe(0n)
        expect(await scene.refusal(buyer, "payWithAuthorization", [...args, ...by])).toBe("AlreadyPaid")
        expect(await scene.refusal(buyer, "pay", args)).toBe("AlreadyPaid")
      })
    }),
  )
})
