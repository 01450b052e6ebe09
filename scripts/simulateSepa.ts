import { spawn } from "node:child_process"
import { parseArgs } from "node:util"

/**
 * Random lives of an organisation that pays by direct debit, over PostgreSQL and the emulator of Stripe, with faults, lost messages, crashes
 * and jumps of the clock. After each life the ledger, the debits and Stripe must agree to the cent.
 *
 *     npm run simulate:sepa -- --seeds 500 [--from 0]
 *
 * A seed that fails is printed with the command that runs it again.
 */
const { values } = parseArgs({ options: { seeds: { type: "string", default: "500" }, from: { type: "string", default: "0" } } })

const wholeNumber = (name: string, text: string, min: number): number => {
  const n = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (n >= min) return n
  console.error(`--${name} must be a whole number of at least ${min}.`)
  process.exit(2)
}

const seeds = wholeNumber("seeds", values.seeds, 1)
const from = wholeNumber("from", values.from, 0)
const started = performance.now()

const run = spawn("vitest", ["run", "--reporter=dot", "test/rails/sepa/simulation/postgres.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, SEPA_SEEDS: String(seeds), SEPA_FROM: String(from), SEPA_DATABASES: "3" },
})
run.on("close", (code) => {
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(code === 0 ? `${seeds} lives from seed ${from} ended well in ${seconds} s.` : `A life failed after ${seconds} s.`)
  process.exitCode = code ?? 1
})
