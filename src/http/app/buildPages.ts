import { Data, Effect } from "effect"
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { constants, setPriority } from "node:os"
import { outputDirectory } from "./builtPages.ts"

/** The pages of the app could not be built. The gateway serves everything else. */
class PagesNotBuilt extends Data.TaggedError("PagesNotBuilt")<{ readonly message: string }> {}

/** A build takes 5 to 20 s; a lock that is older belongs to a process that died. */
const maxLockAgeMs = 120_000

/** Builds the pages of the app where they are missing or their sources have changed, and answers their folder. Of several processes one builds. */
export const buildPages = Effect.gen(function* () {
  const target = outputDirectory()
  const lock = `${target}.lock`
  for (;;) {
    if (existsSync(join(target, "index.html"))) return target
    const locked = yield* Effect.try({
      try: () => {
        mkdirSync(join(target, ".."), { recursive: true })
        if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > maxLockAgeMs)
          rmSync(lock, { recursive: true })
        mkdirSync(lock)
        return true
      },
      catch: (cause) => cause as NodeJS.ErrnoException,
    }).pipe(
      Effect.catch((cause) =>
        cause.code === "EEXIST"
          ? Effect.succeed(false)
          : Effect.fail(new PagesNotBuilt({ message: `The pages of the app cannot be written: ${cause.message}. Run npm run build.` })),
      ),
    )
    if (locked) {
      yield* Effect.ensuring(
        runBuild(target),
        Effect.sync(() => rmSync(lock, { recursive: true, force: true })),
      )
      return target
    }
    yield* Effect.sleep("250 millis")
  }
})

/** The child has a lower priority: the start of the gateway itself comes first. It ends with the scope of the gateway. */
const runBuild = (target: string) =>
  Effect.callback<void, PagesNotBuilt>((resume) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "buildEntry.ts"), target], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production" },
    })
    let output = ""
    child.stderr.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)))
    child.once("spawn", () => child.pid !== undefined && setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL))
    child.once("error", (error) => resume(Effect.fail(new PagesNotBuilt({ message: error.message }))))
    child.once("exit", (code) =>
      resume(code === 0 ? Effect.void : Effect.fail(new PagesNotBuilt({ message: `The build of the app's pages failed. ${output}` }))),
    )
    return Effect.sync(() => child.kill())
  })
