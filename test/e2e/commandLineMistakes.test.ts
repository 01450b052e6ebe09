import { expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { inject } from "vitest"
import { connect } from "../../layers/postgres/connection.ts"
import { freshDatabase } from "../support/database.ts"
import { testEncryptionKey } from "../support/gateway.ts"
import {
  runForJson,
  expectCommandError,
  expectJsonError,
  farthing,
  DataDirectory,
  runningDirectory,
  serve,
  npmStart,
} from "../support/cluster/commandLine.ts"
import { command } from "../support/cluster/inProcess.ts"

layer(runningDirectory, { excludeTestServices: true })("mistakes on the command line", (it) => {
  const unknownOrganisation = "00000000-0000-4000-8000-000000000000"
  const key = ["key", "create", "--name", "k", "--scopes", "sources:read", "--expires", "30"]
  const grant = ["credits", "grant", "--reason", "test"]
  const mistakes: ReadonlyArray<readonly [command: ReadonlyArray<string>, code: string, sentence: RegExp]> = [
    [[...key, "--org", "unknownOrganisation"], "organisation_not_found", /^There is no organisation unknownOrganisation\.$/m],
    [[...key, "--org", unknownOrganisation], "organisation_not_found", /^There is no organisation .*\.$/m],
    [["key", "revoke", "nope", "--reason", "test"], "key_not_found", /^There is no key nope\.$/m],
    ...(["payments list", "holds", "unknowns", "key list", "log"] as const).map(
      (list) => [[...list.split(" "), "--org", "nope"], "organisation_not_found", /^There is no organisation nope\.$/m] as const,
    ),
    [["log", "--before", "nope"], "invalid_invocation", /^--before takes the id of an entry of this list/],
    [["payments", "show", unknownOrganisation], "payment_not_found", /^There is no payment .*\.$/m],
    [
      [...grant, "--org", "unknownOrganisation", "--amount", "1"],
      "organisation_not_found",
      /^There is no organisation unknownOrganisation\.$/m,
    ],
    [[...grant, "--org", "xyz", "--amount", "1"], "organisation_not_found", /^There is no organisation xyz\.$/m],
    [[...grant, "--org", unknownOrganisation, "--amount", "1"], "organisation_not_found", /^There is no organisation .*\.$/m],
    [
      [...grant, "--org", unknownOrganisation, "--amount", "-1"],
      "invalid_invocation",
      /^--amount must be a plain, .* not "-1"\. See: farthing credits grant --help$/,
    ],
    [["org", "create"], "invalid_invocation", /--name/],
    [["key", "create", "--org", unknownOrganisation, "--name", "k", "--scopes", "bogus", "--expires", "30"], "invalid_invocation", /bogus/],
    [
      ["payments", "list", "--limit", "0"],
      "invalid_invocation",
      /^--limit is a whole number from 1 to 1000, not "0"\. See: farthing payments list --help$/,
    ],
    [
      ["user", "create", "--email", "a@b.de", "--role", "boss"],
      "invalid_invocation",
      /^--role must be one of owner, admin, member, not "boss"\. See/,
    ],
    [["sandbox", "advance", "5x"], "invalid_invocation", /^"5x" is no duration: write for instance .*P1DT12H\. See/],
    [["org", "create", "--name", ""], "invalid_invocation", /^--name must not be empty\. See/],
    [["rail", "pause", "credits", "--reason", ""], "invalid_invocation", /^--reason must be one line [^.]*\. Nothing was changed\. See/],
    [["nonsense"], "invalid_invocation", /nonsense/],
  ]
  it.effect.each(mistakes)("%j with --json is refused in one JSON object", ([words, code, sentence]) =>
    Effect.gen(function* () {
      expectJsonError(yield* command([...words, "--json"], (yield* DataDirectory).env), { code, sentence })
    }),
  )

  it.effect("a refused command ends its process with code 1", () =>
    Effect.gen(function* () {
      const refused = { code: "key_not_found", sentence: /^There is no key nope\.$/ }
      expectJsonError(yield* farthing(["key", "revoke", "nope", "--reason", "test", "--json"], (yield* DataDirectory).env), refused)
    }),
  )

  it.effect("a key that was revoked before is shown as such, and nothing is changed", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const { organisation_id: org } = yield* runForJson("org", "create", "--name", "twice")
      const flags = ["--org", org!, "--scopes", "sources:read", "--expires", "30"]
      const { key_id: id } = yield* runForJson("key", "create", "--name", "twice", ...flags)
      const revoke = command(["key", "revoke", id!, "--reason", "test"], env)
      expect((yield* revoke).stdout).toMatch(/is revoked: from now on it pays for nothing\.$/m)
      expect((yield* revoke).stdout).toMatch(/was revoked before, at \d{4}-\S+Z\. Nothing was changed\.$/m)
    }),
  )

  it.effect("a command that asks no rail loads neither the libraries of chains and origins nor those of the app's sign-in", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const hooks = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from "node:module"
        const packages = new Set()
        const note = (url) => packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1])
        registerHooks({ load: (url, context, next) => (note(url), next(url, context)) })
        process.on("exit", () => console.error([...packages].join(" ")))`)}`
      const { code, stderr } = yield* farthing(["key", "list"], { ...env, NODE_OPTIONS: `--import=${hooks}` })
      expect(code).toBe(0)
      const loaded = stderr.trim().split(" ")
      expect(loaded).toContain("effect")
      for (const name of ["viem", "undici", "better-auth", "zod", "js-yaml"]) expect(loaded).not.toContain(name)
    }),
  )

  it.effect("a command that makes a new database, because it was given another directory than the gateway, warns once", () =>
    Effect.gen(function* () {
      const env = { FARTHING_DATA_DIR: `${(yield* DataDirectory).env["FARTHING_DATA_DIR"]}/another` }
      const list = farthing(["payments", "list"], env)
      const { stderr, stdout } = yield* list
      expect(stdout).toBe("No payments.\n")
      expect(JSON.parse(stderr)).toMatchObject({
        level: "warn",
        message: expect.stringContaining(`no database in ${env.FARTHING_DATA_DIR} yet`),
      })
      expect(yield* list).toMatchObject({ code: 0, stderr: "" })
    }),
  )

  it.effect("without --json a refusal is one sentence on standard error", () =>
    Effect.gen(function* () {
      expectCommandError(
        yield* farthing(["key", "revoke", "nope", "--reason", "test"], (yield* DataDirectory).env),
        /^There is no key nope\.$/m,
      )
    }),
  )

  const key32 = Redacted.value(testEncryptionKey)
  const settings: ReadonlyArray<readonly [Record<string, string>, ReadonlyArray<RegExp>]> = [
    [
      {
        FARTHING_BOGUS: "1",
        FARTHING_MODE: "prod",
        PORT: "99999",
        FARTHING_SILENT_MS: "5",
        FARTHING_DRAIN_MS: "soon",
        DATABASE_URL: "nope",
      },
      [
        /FARTHING_BOGUS/,
        /FARTHING_MODE must be sandbox or live/,
        /PORT/,
        /DATABASE_URL/,
        /FARTHING_DRAIN_MS/,
        /FARTHING_SILENT_MS/,
        /needs FARTHING_ENCRYPTION_KEYS/,
      ],
    ],
    // A wrong setting hides neither the contradictions of the others, nor the mistakes of the rails, nor what a live gateway refuses.
    [
      {
        FARTHING_MODE: "live",
        FARTHING_TEST_MONEY: "maybe",
        DATABASE_URL: "postgresql://u:p@db.example.com/x",
        FARTHING_BEAT_MS: "4000",
        FARTHING_MAIL_FROM: "billing@example.com",
        FARTHING_STRIPE_SECRET_KEY: "sk_test_1",
        FARTHING_STRIPE_WEBHOOK_SECRET: "whsec_1",
        FARTHING_SEPA_THRESHOLD: "nine",
        FARTHING_X402_MASTER: "no phrase",
        FARTHING_X402_GAS_KEYS: `0x${"11".repeat(32)}`,
        FARTHING_X402_PAY_TO: "0x12",
        FARTHING_X402_RPC_URL: "http://rpc.example.com",
      },
      [
        /FARTHING_TEST_MONEY must be/,
        /DATABASE_URL names another machine without TLS/,
        /at least three times FARTHING_BEAT_MS/,
        /FARTHING_SMTP_URL and FARTHING_MAIL_FROM belong together/,
        /needs FARTHING_ENCRYPTION_KEYS/,
        /FARTHING_STRIPE_SECRET_KEY is a test key/,
        /FARTHING_SEPA_THRESHOLD must be/,
        /FARTHING_X402_CHAIN_ID is missing/,
        /FARTHING_X402_MASTER must be/,
        /FARTHING_X402_GAS_KEYS has a well-known key/,
        /FARTHING_X402_PAY_TO must be/,
        /FARTHING_X402_RPC_URL and FARTHING_X402_RPC_URL_2 must be https/,
      ],
    ],
    [
      { FARTHING_MODE: "live", DATABASE_URL: "postgresql://u:p@db.example.com/x?sslmode=prefer", FARTHING_ENCRYPTION_KEYS: key32 },
      [/DATABASE_URL names another machine without TLS/],
    ],
    [
      {
        FARTHING_MODE: "live",
        DATABASE_URL: "postgresql://u:p@db.example.com/x?sslmode=require&uselibpqcompat=true",
        FARTHING_ENCRYPTION_KEYS: Buffer.alloc(32).toString("base64"),
        FARTHING_PUBLIC_URL: "http://pay.example.com",
        FARTHING_STRIPE_SECRET_KEY: "pk_live_1",
        FARTHING_STRIPE_WEBHOOK_SECRET: "whsec_1",
      },
      [
        /DATABASE_URL names another machine without TLS/,
        /FARTHING_ENCRYPTION_KEYS has a key that is one byte repeated/,
        /FARTHING_PUBLIC_URL must be https/,
        /FARTHING_STRIPE_SECRET_KEY is a publishable key/,
      ],
    ],
    // Nothing listens there: a database that was opened first would be the only mistake that is named.
    [
      {
        DATABASE_URL: "postgresql://u@127.0.0.1:1/none",
        PORT: "99999",
        FARTHING_STRIPE_URL: "http://127.0.0.1:1",
        FARTHING_SEPA_THRESHOLD: "nine",
        FARTHING_X402_MASTER: "no phrase",
      },
      [/PORT/, /FARTHING_STRIPE_URL needs/, /FARTHING_SEPA_THRESHOLD must be/, /FARTHING_X402_MASTER must be/],
    ],
    [{ FARTHING_ENCRYPTION_KEYS: "c2hvcnQ=" }, [/FARTHING_ENCRYPTION_KEYS must be different keys of 32 bytes in base64/]],
    [{ FARTHING_SILENT_MS: "1000" }, [/at least three times FARTHING_BEAT_MS/]],
    [{ FARTHING_TEST_MONEY: "allowed" }, [/FARTHING_TEST_MONEY=allowed needs FARTHING_MODE=live/]],
    [{ FARTHING_MODE: "live" }, [/FARTHING_MODE=live needs DATABASE_URL/, /FARTHING_MODE=live needs FARTHING_ENCRYPTION_KEYS/]],
  ]
  it.effect.each(settings)("%j: every mistake has its sentence, and nothing starts", ([wrong, sentences]) =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      for (const words of [["serve"], ["ledger", "audit", "--json"]]) {
        const { code, stderr, stdout } = yield* farthing(words, { ...env, ...wrong })
        const json = words.includes("--json")
        expect({ code, silent: json ? stderr : stdout }).toEqual({ code: 1, silent: "" })
        const text: string = json ? JSON.parse(stdout).error.message : stderr
        const lines = text.trimEnd().split("\n")
        expect(lines.length).toBe(sentences.length)
        for (const sentence of sentences) expect(lines.filter((line) => sentence.test(line)).length).toBe(1)
        for (const line of lines) expect(line).toMatch(/\.$/)
      }
    }),
  )

  it.effect("a live gateway refuses the database of a sandbox", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      yield* serve(env)
      const live = {
        FARTHING_MODE: "live",
        FARTHING_ENCRYPTION_KEYS: Redacted.value(testEncryptionKey),
        PORT: "0",
        DATABASE_URL: `postgresql://postgres@localhost/postgres?host=${env["FARTHING_DATA_DIR"]}/run`,
      }
      expectCommandError(yield* farthing(["serve"], { ...env, ...live }), /belongs to a sandbox gateway and FARTHING_MODE is live/)
    }),
  )

  it.effect("a gateway of the other mode does not change the data of a database", () =>
    Effect.gen(function* () {
      const location = yield* freshDatabase
      const { port, socketDirectory, superuser } = inject("postgres")
      const owner = yield* connect({ ...location, username: superuser }, { maxConnections: 1 })
      yield* owner`insert into installation (mode, ready) values ('live', true)`
      const DATABASE_URL = `postgresql://${superuser}@localhost/${location.database}?host=${socketDirectory}&port=${port}`
      const result = yield* farthing(["serve"], { ...(yield* DataDirectory).env, PORT: "0", DATABASE_URL })
      expectCommandError(result, /belongs to a live gateway and FARTHING_MODE is sandbox/)
      const touched =
        yield* owner`select (select count(*)::int from listing) as listings, (select count(*)::int from rail_sepa.rate) as rates,
        (select count(*)::int from node) as nodes`
      expect(touched).toEqual([{ listings: 0, rates: 0, nodes: 0 }])
    }).pipe(Effect.provide(Reactivity.layer)),
  )

  it.effect("the message about an invalid setting never contains its password", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const result = yield* command(["migrate"], { ...env, DATABASE_URL: "postgresql://u:hunter2@127.0.0.1:1/x" })
      expect([result.code, result.stdout]).toEqual([1, ""])
      expect(result.stderr).not.toContain("hunter2")
    }),
  )

  it.effect("the message about an unreachable database names the database", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      expectCommandError(yield* command(["migrate"], { ...env, DATABASE_URL: "postgresql://u:hunter2@127.0.0.1:1/x" }), /127\.0\.0\.1:1/)
    }),
  )

  it.effect("the message about a port in use names the port", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const { baseUrl } = yield* serve(env)
      const { port } = new URL(baseUrl)
      expectCommandError(yield* farthing(["serve"], { ...env, PORT: port }), new RegExp(`${port}.*PORT`))
    }),
  )

  it.effect("a server that stops on SIGTERM exits without a failure", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const server = yield* serve(env)
      server.signal("SIGTERM")
      expect(yield* server.ended).toEqual({ code: 0, signal: null })
    }),
  )

  it.effect.each(["SIGTERM", "SIGINT"] as const)("%s to the npm of npm start ends the gateway too", (signal) =>
    Effect.gen(function* () {
      const npm = yield* npmStart((yield* DataDirectory).env)
      npm.signal(signal)
      yield* npm.ended
      const answer = yield* Effect.result(Effect.tryPromise(() => fetch(`${npm.baseUrl}/healthz`)))
      expect(answer._tag).toBe("Failure")
    }),
  )

  it.effect("the list of keys shows the organisation id that the next command requires", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const { organisation_id } = yield* runForJson("org", "create", "--name", "shown")
      yield* runForJson(...key, "--org", organisation_id!)
      expect((yield* command(["key", "list"], env)).stdout).toContain(organisation_id)
    }),
  )
})
