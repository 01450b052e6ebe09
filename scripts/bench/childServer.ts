import { Effect } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"

const connections = 64

export interface ChildServer {
  readonly child: ChildProcess
  readonly url: string
  readonly pool: Pool
}

/** A server of this folder as a process of its own, and connections to it; both end with the scope. */
export const childServer = (entry: string, env: Readonly<Record<string, string>>, execArgv: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<ChildServer> => {
      const child = fork(fileURLToPath(new URL(entry, import.meta.url)), {
        execArgv: [...execArgv],
        env: { ...process.env, ...env },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      const { url } = await reply<{ readonly url: string }>(child)
      return { child, url, pool: new Pool(url, { connections, pipelining: 1 }) }
    }),
    ({ child, pool }) =>
      Effect.promise(async () => {
        await pool.destroy()
        const gone = new Promise((resolve) => child.once("exit", resolve))
        child.kill("SIGTERM")
        await gone
      }),
  )

/** What the child says next. */
export const reply = <A>(child: ChildProcess) =>
  new Promise<A>((resolve, reject) => {
    const stopped = (code: number | null) => reject(new Error(`the server stopped with ${code}`))
    child.once("exit", stopped)
    child.once("message", (message) => {
      child.off("exit", stopped)
      resolve(message as A)
    })
  })
