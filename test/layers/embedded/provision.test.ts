import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { accountFor, isRoot, serviceAccount } from "../../../layers/embedded/account.ts"
import { binariesFor, usableBy } from "../../../layers/embedded/provision.ts"
import { pathsFor } from "../../../layers/embedded/paths.ts"
import { freshDirectory } from "./harness.ts"

describe("the binaries of PostgreSQL", () => {
  it.live.skipIf(!isRoot())("are copied to a directory that the account can reach, with the links that npm leaves out", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const hidden = path.join(directory, "hidden", "native")
      fs.cpSync(yield* binariesFor(yield* pathsFor(directory)), hidden, { recursive: true, verbatimSymlinks: true })
      for (const name of fs.readdirSync(path.join(hidden, "lib")))
        if (fs.lstatSync(path.join(hidden, "lib", name)).isSymbolicLink()) fs.rmSync(path.join(hidden, "lib", name))

      const account = accountFor(undefined)
      const copy = path.join(directory, "copy")
      assert.strictEqual(yield* usableBy(account, hidden, copy), hidden)
      fs.chmodSync(path.dirname(hidden), 0o700)
      const umask = process.umask(0o077)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.umask(umask)))
      assert.strictEqual(yield* usableBy(account, hidden, copy), copy)
      const run = spawnSync(path.join(copy, "bin", "postgres"), ["--version"], { ...account, encoding: "utf8", env: {}, cwd: "/" })
      assert.match(run.stdout, /PostgreSQL\) 18/)
    }),
  )
})

describe("the account of PostgreSQL", () => {
  const line = (name: string, id: number) => `${name}:x:${id}:${id}::/:/usr/sbin/nologin\n`
  it('the account is postgres, or else "nobody", and without either the error names DATABASE_URL', () => {
    assert.strictEqual(serviceAccount(line("root", 0) + line("nobody", 65_534) + line("postgres", 70)).uid, 70)
    assert.strictEqual(serviceAccount(line("root", 0) + line("nobody", 65_534)).uid, 65_534)
    assert.throws(() => serviceAccount(line("root", 0)), /DATABASE_URL/)
  })
})
