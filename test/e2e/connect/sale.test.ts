import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { erc20Abi, type Hex, isHex } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import type { Page } from "playwright-core"
import { Database } from "../../../layers/postgres/Database.ts"
import { usdcAddress } from "../../../rails/x402/sandbox/placeContracts.ts"
import { verifyMerchantWebhook, verifyPaymentWebhook } from "../../../src/webhooks/verify.js"
import { treasury } from "../../rails/x402/rail/fixture.ts"
import { someone } from "../../rails/x402/support/authorize.ts"
import type { TestChain } from "../../rails/x402/support/testChain.ts"
import { openBrowser, openTab, type Wallet } from "../../support/browser.ts"
import { commandOn } from "../../support/cluster/inProcess.ts"
import { until } from "../../support/until.ts"
import { Gateway402, gateway402 } from "../x402/fixture.ts"
import { receiver } from "./receiver.ts"

/** An injected wallet with a key of its own on the sandbox's chain. */
const walletOf =
  ({ client }: TestChain, account: PrivateKeyAccount): Wallet =>
  async (method, params) => {
    if (method === "eth_requestAccounts") return [account.address]
    if (method === "personal_sign") {
      const [raw] = params as readonly [Hex]
      return account.signMessage({ message: { raw } })
    }
    if (method === "eth_signTypedData_v4") {
      const { types, ...data } = JSON.parse(params[1] as string)
      const { EIP712Domain: _, ...others } = types
      return account.signTypedData({ ...data, types: others })
    }
    if (method === "eth_sendTransaction") {
      const [{ data, to }] = params as readonly [{ readonly to: Hex; readonly data: Hex }]
      return client.sendTransaction({ account, to, data })
    }
    return client.request({ method, params } as never)
  }

const balanceOf = ({ client }: TestChain, owner: Hex) =>
  Effect.promise(() => client.readContract({ address: usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [owner] }))

const post = (url: string, body: unknown, key?: string) =>
  Effect.promise(async () => {
    const headers = { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) }
    const response = await fetch(url, { method: url.endsWith("/webhook") ? "PUT" : "POST", headers, body: JSON.stringify(body) })
    return { status: response.status, body: JSON.parse(await response.text()) }
  })
const read = (url: string, key: string) =>
  Effect.promise(async () => JSON.parse(await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).text()))

const heading = (page: Page, text: string) => page.getByRole("heading", { name: text }).waitFor({ timeout: 90_000 })

/** A marketplace with a wallet, a webhook, and a seller who has gone through the onboarding in the browser. */
const shop = Effect.gen(function* () {
  const { baseUrl, chain, location } = yield* Gateway402
  const [market, seller] = [someone(), someone()]
  const created = yield* commandOn(
    location,
    "marketplace",
    "create",
    "--name",
    "Harbour",
    "--fee",
    "250",
    "--wallet",
    market.address,
    "--json",
  )
  const { secret_key: key } = JSON.parse(created.stdout)
  const hooks = yield* receiver()
  const { body: webhook } = yield* post(`${baseUrl}/v1/marketplaces/me/webhook`, { url: hooks.url }, key)
  const { body: link } = yield* post(`${baseUrl}/v1/merchants/onboarding-link`, { external_seller_id: "seller-7" }, key)
  const browser = yield* openBrowser
  const tab = yield* Effect.promise(() => openTab(browser, walletOf(chain, seller)))
  yield* Effect.promise(async () => {
    await tab.page.goto(link.url)
    await tab.page.getByLabel("Name that buyers see").fill("Lamps of Lyon")
    await tab.page.getByLabel("E-mail").fill("shop@lamps.example")
    await tab.page.getByRole("button", { name: "Continue" }).click()
    await tab.page.getByRole("button", { name: "Sign with your wallet" }).click()
    await tab.page.getByRole("button", { name: "Finish" }).click()
    await heading(tab.page, "You are ready to be paid")
  })
  const checkout = (amount: string) =>
    Effect.map(
      post(`${baseUrl}/v1/checkout`, { amount, seller_id: "seller-7", product_name: "A lamp", order_ref: "o-1" }, key),
      ({ body }) => body,
    )
  const payment = (id: string) => read(`${baseUrl}/v1/payments/${id}`, key)
  const becomes = (id: string, status: string) => until(Effect.map(Effect.delay(payment(id), 200), (now) => now.status === status))
  return { baseUrl, chain, market, seller, key, hooks, secret: webhook.secret as string, browser, checkout, payment, becomes, link }
})

layer(Layer.fresh(gateway402()), { excludeTestServices: true })("a whole sale on a real chain", (it) => {
  it.effect(
    "from the onboarding link to the verified webhook, with sums exact to the unit: once by one signature, once by the buyer's transaction",
    () =>
      Effect.gen(function* () {
        const { location, mine } = yield* Gateway402
        const on = yield* shop
        const { chain, hooks, market, secret, seller } = on
        const buyer = someone()
        yield* chain.mint(buyer.address, 100_000_000n)
        const service = yield* balanceOf(chain, treasury)
        const wallet = walletOf(chain, buyer)
        const payOnPage = Effect.fnUntraced(function* (url: string, way: string) {
          const { page } = yield* Effect.promise(() => openTab(on.browser, wallet))
          yield* Effect.promise(async () => {
            await page.goto(url)
            await page.getByRole("button", { name: "Connect wallet" }).click()
            expect(await page.getByRole("radio", { name: way }).isChecked()).toBe(true)
            await page.getByRole("button", { name: /^Pay / }).click()
            await heading(page, "Confirming your payment")
          })
          // The chain of a test mines no block by itself.
          const paid = Effect.promise(() => heading(page, "Paid"))
          yield* Effect.raceFirst(paid, Effect.forever(Effect.andThen(mine(1), Effect.sleep(300))))
        })
        const gasless = yield* on.checkout("10.500001")
        yield* payOnPage(gasless.url, "Sign once")
        yield* chain.gas(buyer.address)
        const own = yield* on.checkout("3.33")
        yield* payOnPage(own.url, "Send it yourself")

        const amounts = { gasless: 10_500_001n, own: 3_330_000n }
        const fees = (basisPoints: bigint) => (amounts.gasless * basisPoints) / 10_000n + (amounts.own * basisPoints) / 10_000n
        expect(yield* balanceOf(chain, market.address)).toBe(fees(250n))
        expect((yield* balanceOf(chain, treasury)) - service).toBe(fees(200n))
        expect(yield* balanceOf(chain, seller.address)).toBe(amounts.gasless + amounts.own - fees(250n) - fees(200n))
        expect(yield* balanceOf(chain, buyer.address)).toBe(100_000_000n - amounts.gasless - amounts.own)

        yield* until(Effect.sync(() => hooks.received.length >= 3))
        const [activated, ...paid] = hooks.received
        expect(
          verifyMerchantWebhook({ body: activated!.body, signature: activated!.headers["x-service-signature"], secret }),
        ).toMatchObject({
          ok: true,
          event: { event: "merchant.activated", merchant_id: on.link.merchant_id, external_seller_id: "seller-7" },
        })
        expect(paid).toHaveLength(2)
        for (const [i, { body, headers }] of paid.entries()) {
          const verified = verifyPaymentWebhook({
            body,
            signature: headers["x-service-signature"],
            secret,
            eventName: headers["x-service-event"],
          })
          const { id, split } = [gasless, own][i]
          const payment = yield* on.payment(id)
          expect(payment).toMatchObject({ status: "paid", kind: "checkout", split, buyer_address: buyer.address.toLowerCase() })
          expect(isHex(payment.tx_hash)).toBe(true)
          expect(verified).toMatchObject({
            ok: true,
            event: { event: "payment.paid", data: { payment_id: id, split, tx_hash: payment.tx_hash } },
          })
        }

        // Finance reads the same sales again, and the chain behind them.
        const open = yield* on.checkout("1")
        const { money: sql } = yield* Database
        yield* sql`insert into sandbox_component (name, instance, url, version, state_path)
          values ('chain', gen_random_uuid(), ${chain.url}, 'test', '')`
        const operator = (...args: ReadonlyArray<string>) =>
          Effect.map(commandOn(location, ...args, "--json"), ({ code, stdout }) => ({ code, value: JSON.parse(stdout) }))
        const { value: listed } = yield* operator("payments", "list", "--kind", "checkout", "--by", "settled")
        expect(listed.payments.map((one: { id: string; status: string }) => [one.id, one.status])).toEqual([
          [own.id, "paid"],
          [gasless.id, "paid"],
        ])
        const { value: paidOnes } = yield* operator("payments", "list", "--kind", "checkout", "--status", "paid")
        expect(paidOnes.payments.map((one: { id: string }) => one.id).sort()).toEqual([own.id, gasless.id].sort())
        expect((yield* operator("payments", "list", "--from", "2026-12-01", "--to", "2026-11-01")).code).toBe(1)
        expect((yield* operator("payments", "show", own.id)).value).toMatchObject({
          kind: "checkout",
          rail_details: { status: "paid", wallets: { seller: seller.address.toLowerCase() }, split: own.split },
        })
        const verify = (id: string) => operator("payments", "verify", id, "--kind", "checkout")
        for (const { id } of [gasless, own, open]) expect(yield* verify(id)).toMatchObject({ code: 0, value: { ok: true, compared: true } })
        const checkoutAudit = Effect.map(operator("ledger", "audit"), ({ value }) =>
          value.checks.filter(({ rail }: { rail?: string }) => rail === "checkouts").map((check: { breaks: unknown }) => check.breaks),
        )
        expect(yield* checkoutAudit).toEqual([[]])
        // Books that say otherwise than the chain: another log of the receipt, a sale that was not paid, a payment that is in no book.
        const unpaid = "settled_at = null, status = 'expired', next_at = null"
        for (const [id, wrong] of [
          [own.id, "log_index = log_index + 1"],
          [open.id, "status = 'paid', settled_at = now(), block_number = 1, transaction_hash = '0x' || repeat('00', 32)"],
          [gasless.id, unpaid],
        ] as const) {
          yield* sql.unsafe(`update checkout set ${wrong} where id = '${id}'`)
          expect([id, (yield* verify(id)).code]).toEqual([id, 1])
        }
        const [breaks] = yield* checkoutAudit
        // The one that was made unpaid may be proven again by the gateway before the audit looks at it.
        for (const { id } of [own, open]) expect(breaks.join("\n")).toContain(id)
      }).pipe(Effect.scoped),
  )

  it.effect("a forged, a foreign and a reused transaction pay nothing, and a payment that a reorganisation removes is taken back", () =>
    Effect.gen(function* () {
      const { mine } = yield* Gateway402
      const on = yield* shop
      const { baseUrl, chain, seller } = on
      const buyer = someone()
      yield* chain.mint(buyer.address, 100_000_000n)
      yield* chain.gas(buyer.address)
      const wallet = walletOf(chain, buyer)
      const [one, two] = [yield* on.checkout("5"), yield* on.checkout("5")]
      const api = (id: string, action: string, body: unknown) => post(`${baseUrl}/v1/payments/${id}/${action}`, body)
      // The amount and the wallet are right, and no split event names this checkout.
      const plain = yield* Effect.promise(() =>
        chain.client.writeContract({
          account: buyer,
          address: usdcAddress,
          abi: erc20Abi,
          functionName: "transfer",
          args: [seller.address, 5_000_000n],
        }),
      )
      expect((yield* api(two.id, "pay", { tx_hash: plain })).body.status).toBe("confirming")
      yield* mine(3)
      yield* on.becomes(two.id, "failed")

      const before = yield* Effect.promise(() => chain.client.snapshot())
      const { body: prepared } = yield* api(one.id, "prepare", { buyer: buyer.address })
      const permit = yield* Effect.promise(() => wallet(prepared.permit.method, prepared.permit.params))
      const { body: permitted } = yield* api(one.id, "prepare", { buyer: buyer.address, permit })
      const paid = (yield* Effect.promise(() => wallet("eth_sendTransaction", permitted.transaction.params))) as Hex
      expect((yield* api(one.id, "pay", { tx_hash: paid })).status).toBe(200)
      yield* mine(3)
      yield* on.becomes(one.id, "paid")
      const reused = yield* api(two.id, "pay", { tx_hash: paid })
      expect([reused.status, reused.body.error.code]).toEqual([409, "transaction_used"])
      expect((yield* on.payment(two.id)).status).toBe("failed")

      yield* Effect.promise(() => chain.client.revert({ id: before }))
      yield* mine(12)
      const { money: sql } = yield* Database
      yield* sql`update checkout set next_at = farthing_now() where id = ${one.id}::uuid`
      yield* on.becomes(one.id, "confirming")
      expect((yield* on.payment(one.id)).settled_at).toBeNull()
    }).pipe(Effect.scoped),
  )
})
