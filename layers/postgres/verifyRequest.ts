import type { Command } from "../../domain/ledger/command.ts"
import type { KnownBatch } from "./KnownRows.ts"
import { arrayOf } from "./parameters.ts"

/** The arguments of `ledger_verify`: every row that the batch was decided over with its version, and the rows that must not exist. */
export const verifyRequest = (commands: ReadonlyArray<Command>, batch: KnownBatch): ReadonlyArray<unknown> => {
  const { calls, keys, organisations, spends, state } = batch
  const verified = [...organisations.flatMap(({ accounts }) => [...accounts.values()]), ...batch.transit]
  const idempotency: Array<object> = []
  const claims: Array<string> = []
  for (const command of commands) {
    if (command._tag !== "Reserve") continue
    for (const { claim } of command.options) if (claim !== undefined) claims.push(claim)
    const { begins, key, organisation } = command
    if (key === null || begins === null || begins.idempotency === null) continue
    idempotency.push({ organisation, key, endpoint: begins.idempotency.endpoint, idempotencyKey: begins.idempotency.key })
  }
  const absent = idempotency.length + claims.length > 0 ? JSON.stringify({ idempotency, claims }) : null
  return [
    BigInt(state.now),
    arrayOf(
      "uuid",
      organisations.map(({ organisation }) => organisation.row.id),
    ),
    arrayOf(
      "text",
      organisations.map(({ organisation }) => organisation.version),
    ),
    organisations.reduce((count, { accounts }) => count + accounts.size, 0),
    arrayOf(
      "boolean",
      organisations.map(({ hasTransit }) => hasTransit),
    ),
    arrayOf(
      "int",
      organisations.map(({ executing }) => executing),
    ),
    ...columns(verified, ["uuid", ({ row }) => row.organisation], ["text", ({ row }) => row.id], ["text", ({ version }) => version]),
    ...columns(keys, ["uuid", ({ row }) => row.organisation], ["uuid", ({ row }) => row.id], ["text", ({ version }) => version]),
    ...columns(
      spends,
      ["uuid", ({ organisation }) => organisation],
      ["text", ({ scope }) => scope],
      ["text", ({ period }) => period],
      ["text", ({ version }) => version],
    ),
    ...columns(calls, ["uuid", ({ call }) => call.organisation], ["uuid", ({ call }) => call.id], ["text", ({ version }) => version]),
    absent,
  ]
}

const columns = <A>(
  rows: ReadonlyArray<A>,
  ...each: ReadonlyArray<readonly [type: "uuid" | "text", value: (row: A) => string | null]>
): ReadonlyArray<unknown> => each.map(([type, value]) => arrayOf(type, rows.map(value)))

/** The types of these arguments, in order. */
export const verifyTypes = [
  "bigint",
  "uuid[]",
  "text[]",
  "int",
  "boolean[]",
  "int[]",
  "uuid[]",
  "text[]",
  "text[]",
  "uuid[]",
  "uuid[]",
  "text[]",
  "uuid[]",
  "text[]",
  "text[]",
  "text[]",
  "uuid[]",
  "uuid[]",
  "text[]",
  "text::json",
] as const
