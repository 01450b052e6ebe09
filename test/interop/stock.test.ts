import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, type Scope } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { erc20Abi } from "viem"
import { sandboxClient, usdcAddress } from "../../rails/x402/sandbox/placeContracts.ts"
import { mintUsdc } from "../../rails/x402/sandbox/sandboxChain.ts"
import { install } from "./install.ts"
import { farthing, serve } from "../support/cluster/commandLine.ts"
import { temporaryDirectory } from "../support/cluster/Cluster.ts"
import { spawnNode } from "../support/cluster/gatewayProcess.ts"

/** A sandbox as `npm start` has it, an organisation without credits, and a buyer with USDC of its own. */
class Sandbox extends Context.Service<
  Sandbox,
  {
    readonly baseUrl: string
    readonly key: string
    readonly chain: string
    readonly buyer: `0x${string}`
    readonly env: Readonly<Record<string, string>>
  }
>()("farthing/test/interop/Sandbox") {}

const sandbox = Layer.effect(
  Sandbox,
  Effect.gen(function* (): Effect.fn.Return<Sandbox["Service"], never, Scope.Scope> {
    yield* install
    const env = { FARTHING_DATA_DIR: yield* temporaryDirectory }
    const { baseUrl } = yield* serve(env)
    const runForJson = (args: ReadonlyArray<string>) =>
      Effect.map(farthing([...args, "--json"], env), ({ stderr, stdout }) => {
        if (stdout.trim() === "") throw new Error(stderr)
        return JSON.parse(stdout)
      })
    const { organisation_id: organisation } = yield* runForJson(["org", "create", "--name", "Stock clients"])
    const scopes = "sources:read,sources:execute,billing:read,payments:settle"
    const created = yield* runForJson([
      "key",
      "create",
      "--org",
      String(organisation),
      "--name",
      "stock",
      "--scopes",
      scopes,
      "--expires",
      "30",
    ])
    const status = yield* runForJson(["sandbox", "status"])
    const chain = (status["components"] as ReadonlyArray<{ name: string; url: string }>).find(({ name }) => name === "chain")!.url
    const buyer = generatePrivateKey()
    yield* Effect.orDie(mintUsdc(chain, privateKeyToAccount(buyer).address, 10_000_000n))
    return { baseUrl, key: String(created["secret"]), chain, buyer, env }
  }),
)

const script = (name: string) => fileURLToPath(new URL(`clients/${name}.mjs`, import.meta.url))

interface ClientAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One client, as a process of its own: what it printed. */
const client = (name: string, env: Readonly<Record<string, string>>) =>
  Effect.callback<ClientAnswer>((resume) => {
    const child = spawn(process.execPath, [script(name)], { env: { ...process.env, ...env }, timeout: 180_000 })
    let answer = ""
    let error = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (answer += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (error += text))
    child.on("close", () => resume(answer === "" ? Effect.die(new Error(error)) : Effect.succeed(JSON.parse(answer))))
  })

const balance = (url: string, of: `0x${string}`) =>
  Effect.promise(() => sandboxClient(url).readContract({ address: usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [of] }))

const receiptIn = (value: string) => JSON.parse(Buffer.from(value, "base64").toString("utf8")) as Record<string, unknown>

layer(sandbox, { excludeTestServices: true, timeout: "600 seconds" })("stock x402 software, with its default settings", (it) => {
  it.effect.each([
    ["fetchV2", "payment-response", "eip155:84532"],
    ["fetchV1", "x-payment-response", "base-sepolia"],
  ] as const)("the stock client %s buys a call through the gateway", ([name, header, network]) =>
    Effect.gen(function* () {
      const { baseUrl, buyer, chain, env, key } = yield* Sandbox
      const before = yield* balance(chain, privateKeyToAccount(buyer).address)
      const answer = yield* client(name, {
        URL: `${baseUrl}/v1/execute/bank-check/bank.validate_iban`,
        METHOD: "POST",
        BODY: JSON.stringify({ iban: "DE89370400440532013000" }),
        API_KEY: key,
        PRIVATE_KEY: buyer,
      })
      expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('"valid":true')])
      expect(receiptIn(answer.headers[header]!)).toMatchObject({ success: true, network, payer: privateKeyToAccount(buyer).address })
      const price = BigInt(JSON.parse(answer.body).usage.cost.amount_micro_usd)
      expect(yield* balance(chain, privateKeyToAccount(buyer).address)).toBe(before - price)
      const verified = yield* farthing(["payments", "verify", answer.headers["x-payment-id"]!], env)
      expect([verified.code, verified.stdout], verified.stderr).toEqual([
        0,
        expect.stringContaining("the transfer is at the proven log index"),
      ])
      const audit = yield* farthing(["ledger", "audit"], env)
      expect([audit.code, audit.stdout]).toEqual([0, expect.not.stringContaining("FAIL")])
    }),
  )

  it.effect("a stock client buys a call of a listed API", () =>
    Effect.gen(function* () {
      const { baseUrl, buyer, key } = yield* Sandbox
      const answer = yield* client("fetchV2", { URL: `${baseUrl}/notifications-api/notifications`, API_KEY: key, PRIVATE_KEY: buyer })
      expect([answer.status, answer.headers["x-payment-rail-used"]!]).toEqual([200, "x402"])
      expect(receiptIn(answer.headers["payment-response"]!)).toMatchObject({ success: true, amount: "1000" })
    }),
  )

  it.effect("the official x402 server takes payments through the gateway's facilitator", () =>
    Effect.gen(function* () {
      const { baseUrl, buyer, chain, key } = yield* Sandbox
      const payTo = privateKeyToAccount(generatePrivateKey()).address
      const server = yield* spawnNode([script("expressServer")], /^ready (http:\S+)$/, {
        FACILITATOR: baseUrl,
        API_KEY: key,
        PAY_TO: payTo,
      })
      const answer = yield* client("fetchV2", { URL: `${server.baseUrl}/weather`, PRIVATE_KEY: buyer })
      expect([answer.status, answer.body]).toEqual([200, '{"weather":"fair"}'])
      expect(receiptIn(answer.headers["payment-response"]!)).toMatchObject({ success: true, network: "eip155:84532" })
      expect(yield* balance(chain, payTo)).toBe(10_000n)
    }).pipe(Effect.scoped),
  )
})
