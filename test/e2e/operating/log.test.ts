import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { OperatorLog } from "../../../domain/operating/OperatorLog.ts"
import { expectJsonError } from "../../support/cluster/commandLine.ts"
import { temporaryDirectory } from "../../support/cluster/Cluster.ts"
import { newBuyer } from "../../support/gateway.ts"
import { buy, farthing, farthingLive, json, log, operated, why } from "./fixture.ts"

/** Commands that change nothing of a customer, of money or of access. */
const withoutReason = new Set(
  (
    "serve|migrate|holds|unknowns|log|payments|ledger|webhook|sandbox|sepa receivables|sepa payouts|x402 unclaimed|x402 splitter|" +
    "secrets check|publisher statement|publisher rates"
  ).split("|"),
)
const readsOnly = (command: string) =>
  withoutReason.has(command) || withoutReason.has(command.split(" ")[0]!) || / (list|show)$/.test(command)

/** Every command with its help, as the help of its group names it. */
const commands: (
  path: ReadonlyArray<string>,
) => Effect.Effect<ReadonlyArray<readonly [string, string]>, never, Effect.Services<ReturnType<typeof farthing>>> = Effect.fnUntraced(
  function* (path) {
    const { stdout } = yield* farthing(...path, "--help")
    const [, list] = stdout.split("SUBCOMMANDS\n")
    if (list === undefined) return [[path.join(" "), stdout] as const]
    const names = [...list.matchAll(/^  ([a-z0-9-]+)/gm)].map(([, name]) => name!)
    return (yield* Effect.forEach(names, (name) => commands([...path, name]))).flat()
  },
)

const entries = Effect.map(json("log", "--limit", "1"), ({ entries }) => entries)

layer(operated(), { excludeTestServices: true })("the log of the operators", (it) => {
  it.effect("every command that changes something takes --reason", () =>
    Effect.gen(function* () {
      const all = yield* commands([])
      expect(all.length).toBeGreaterThan(70)
      const lacking = all.filter(([command, help]) => !readsOnly(command) && !help.includes("--reason string"))
      expect(lacking.map(([command]) => command)).toEqual([])
    }),
  )

  it.effect("a new organisation, its settings and its keys are in the log, without its name and its e-mail", () =>
    Effect.gen(function* () {
      const { organisation_id: id } = yield* json("org", "create", "--name", "Ada Ltd", "--email", "ada@example.com", ...why)
      const set = ["org", "set", "--org", id, ...why, "--setting"]
      yield* json(...set, "email", "--value", "")
      yield* json(...set, "notice_url", "--value", "https://shop.example.com/hooks?token=1")
      const key = yield* json("key", "create", "--org", id, "--name", "Ada", "--scopes", "sources:read", "--expires", "30", ...why)
      const revoked = yield* json("key", "revoke", key.key_id, ...why)
      // The second time nothing is changed and nothing is logged.
      expect(yield* json("key", "revoke", key.key_id, ...why)).toEqual(revoked)
      yield* json("user", "create", "--email", "ada@example.com", "--org", id, "--role", "admin", ...why)
      const written = yield* log(id)
      expect(written).toMatchObject([
        { action: "user create", subject: id, before: {}, after: { role: "admin", is_operator: false } },
        { action: "key revoke", subject: key.key_id, before: { status: "active" }, after: { status: "revoked" } },
        {
          action: "key create",
          before: {},
          after: { key: key.key_id, scopes: "sources:read", per_request: null, monthly: null, daily: null, tag: null },
        },
        { action: "org set", subject: "notice_url", before: { notice_url: null }, after: { notice_url: "https://shop.example.com" } },
        { action: "org set", subject: "email", before: { has_email: true }, after: { has_email: false } },
        { action: "org create", subject: id, before: {}, after: { rate_per_minute: 60, concurrency: 64 } },
      ])
      expect(JSON.stringify(written)).not.toMatch(/Ada|ada@|token/)
    }),
  )

  it.effect("what is for sale, and who sells it, is in the log with the values before and after", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "tides.json")
      const operation = { operationId: "at", "x-gateway": { price_micro_usd: 1500 }, responses: { 200: { description: "ok" } } }
      writeFileSync(
        file,
        JSON.stringify({ openapi: "3.1.0", info: { title: "Tides", version: "1" }, paths: { "/tide": { get: operation } } }),
      )
      const origin = ["--origin", "http://127.0.0.1:9/", "--allow-private"]
      const expectEntry = Effect.fnUntraced(function* (args: ReadonlyArray<string>, entry: object) {
        yield* json(...args, ...why)
        expect(yield* entries).toMatchObject([{ outcome: "done", reason: "ticket 4711", organisation_id: null, ...entry }])
      })
      yield* expectEntry(["source", "import", file, "--id", "tides", ...origin], {
        action: "source import",
        subject: "tides",
        before: {},
        after: { origin: "http://127.0.0.1:9", prices: { "tide.at/0": "0.0015" } },
      })
      yield* expectEntry(["price", "set", "tides", "tide.at", "--amount", "0.002"], {
        action: "price set",
        subject: "tides tide.at",
        before: { model: "per_call", price: "0.0015" },
        after: { model: "per_call", price: "0.002" },
      })
      const tooHigh = yield* farthing("price", "set", "tides", "tide.at", "--amount", "1000.000001", ...why, "--json")
      expectJsonError(tooHigh, {
        code: "price_too_high",
        sentence: /at most 1000 USD, and 1000\.000001 USD were given.*unchanged, 0\.002 USD/,
      })
      yield* expectEntry(["price", "set", "tides", "tide.at", "--amount", "1000"], { before: { price: "0.002" }, after: { price: "1000" } })
      yield* expectEntry(["price", "set", "tides", "tide.at", "--amount", "0.002", "--model", "per_result"], {
        after: { model: "per_result" },
      })
      yield* expectEntry(["price", "set", "tides", "tide.at", "--amount", "0.003"], { after: { model: "per_result", price: "0.003" } })
      yield* expectEntry(["source", "remove", "tides"], { action: "source remove", before: { origin: "http://127.0.0.1:9" } })
      yield* expectEntry(["listing", "add", "--slug", "tides", "--openapi", file, ...origin], {
        action: "listing add",
        before: {},
        after: { status: "active", signed: false, prices: { "GET /tide": "0.0015" } },
      })
      const perResult = yield* farthing(
        "price",
        "set",
        "tides",
        "GET /tide",
        "--amount",
        "0.001",
        "--model",
        "per_result",
        ...why,
        "--json",
      )
      expectJsonError(perResult, { code: "model_not_sold", sentence: /charged by the request.*unchanged, 0\.0015 USD/ })
      yield* expectEntry(["listing", "pause", "tides"], { before: { status: "active" }, after: { status: "paused" } })
      yield* expectEntry(["listing", "resume", "tides"], { before: { status: "paused" }, after: { status: "active" } })
      const { marketplace_id: id } = yield* json("marketplace", "create", "--name", "Harbour", ...why)
      expect(yield* entries).toMatchObject([{ action: "marketplace create", subject: "Harbour", after: { marketplace_id: id } }])
      yield* expectEntry(["marketplace", "keys", "create", id, "--kind", "secret", "--name", "second"], {
        action: "marketplace keys create",
        subject: id,
        after: { kind: "secret" },
      })
      yield* expectEntry(["publisher", "create", "--name", "Tides Ltd", "--payee", "Tides"], { after: { payees: ["Tides"] } })
      yield* expectEntry(["reconcile"], { action: "reconcile", after: { looked_at: 0, still_open: 0 } })
      yield* expectEntry(["secrets", "renew"], { action: "secrets renew", after: { renewed: expect.any(Number) } })
    }),
  )

  it.effect("the text of the log names the organisation and what changed", () =>
    Effect.gen(function* () {
      const { key, organisation } = yield* newBuyer()
      yield* json("key", "limit", key.id, "--daily", "5", ...why)
      yield* json("org", "suspend", organisation, ...why)
      const { stdout } = yield* farthing("log", "--org", organisation)
      const [suspended, status, limited, owner, daily] = stdout.split("\n")
      expect(suspended).toMatch(new RegExp(`done +org suspend  ${organisation}  ticket 4711$`))
      expect(status).toBe("    status: active → suspended")
      expect(limited).toMatch(new RegExp(`done +key limit  ${key.id}  ticket 4711$`))
      expect([owner, daily]).toEqual([`    organisation ${organisation}`, "    daily: none → 5"])
    }),
  )

  it.effect("the log without a limit shows the newest 50 entries, the newest first, and --before those before them", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer({ dollars: 0 })
      const operatorLog = yield* OperatorLog
      const line = {
        action: "test",
        organisation,
        reason: "many",
        operator: "ada",
        host: "here",
        phase: "began",
        state: {},
        message: null,
      } as const
      for (let i = 1; i <= 60; i++) yield* operatorLog.append({ ...line, entry: randomUUID(), subject: String(i) })
      const subjects = (entries: ReadonlyArray<{ readonly subject: string }>) => entries.map(({ subject }) => Number(subject))
      const newest = yield* log(organisation)
      expect(subjects(newest)).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i))
      const { entries: earlier } = yield* json("log", "--org", organisation, "--before", newest.at(-1).entry)
      expect(subjects(earlier)).toEqual(Array.from({ length: 10 }, (_, i) => 10 - i))
    }),
  )

  it.effect("a sandbox creates without a reason, and a live gateway's operator gives one", () =>
    Effect.gen(function* () {
      const { organisation_id: id } = yield* json("org", "create", "--name", "Ada Ltd")
      expect(yield* log(id)).toMatchObject([{ action: "org create", reason: "not given" }])
      const create = ["org", "create", "--name", "Live Ltd", "--json"]
      const refused = yield* farthingLive(...create)
      expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([1, "reason_required"])
      expect((yield* json("org", "list")).organisations).not.toContainEqual(expect.objectContaining({ name: "Live Ltd" }))
      const { code, stdout } = yield* farthingLive(...create, ...why)
      expect(code).toBe(0)
      expect(yield* log(JSON.parse(stdout).organisation_id)).toMatchObject([{ action: "org create", reason: "ticket 4711" }])
    }),
  )

  it.effect("an erased organisation takes no credits, key, setting or right any more, and is shown as erased", () =>
    Effect.gen(function* () {
      const { key, organisation: id, secret } = yield* newBuyer()
      yield* json("credits", "take-back", "--org", id, "--amount", "25", "--ref", "all", ...why)
      yield* json("org", "suspend", id, ...why)
      yield* json("erase", "--org", id, "--confirm", id, ...why)
      const lines = (yield* log(id)).length
      for (const command of [
        ["credits", "grant", "--org", id, "--amount", "1"],
        ["key", "create", "--org", id, "--name", "k", "--scopes", "sources:read", "--expires", "30"],
        ["org", "set", "--org", id, "--setting", "email", "--value", "a@example.com"],
        ["org", "set", "--org", id, "--setting", "notice_url", "--value", "https://a.example.com/"],
        ["org", "set", "--org", id, "--setting", "x402_signer", "--value", "caller"],
        ["org", "prefer", id, "--rails", "credits"],
        ...["suspend", "resume", "stop-spending", "allow-spending"].map((name) => ["org", name, id]),
        ["account", "freeze", "credits", "--org", id],
        ["account", "unfreeze", "credits", "--org", id],
        ["sepa", "resume", id],
        ["sepa", "renew-customer", id],
        ["x402", "credit", "--transaction", `0x${"1".repeat(64)}`, "--log", "0", "--org", id],
      ]) {
        const { code, stdout } = yield* farthing(...command, ...why, "--json")
        expect([command, code, stdout]).toEqual([
          command,
          1,
          expect.stringMatching(/organisation_not_found.*was erased, which cannot be undone/),
        ])
      }
      expect(yield* log(id)).toHaveLength(lines)
      expect(yield* json("org", "show", id)).toMatchObject({ status: "erased", email: null, notice_url: null })
      expect(yield* json("key", "revoke", key.id, ...why), "all keys are revoked").toMatchObject({ status: "revoked" })
      expect(yield* buy(secret)).toBe("api_key_revoked")
    }),
  )
})
