/** A column of a row that the ledger writes: the member of the domain's row, the column, its type. */
export type Column = readonly [
  member: string,
  column: string,
  type: "uuid" | "text" | "bigint" | "int" | "boolean" | "timestamptz" | "json",
]

/** What never changes after the reservation. */
const callIdentity: ReadonlyArray<Column> = [
  ["organisation", "org", "uuid"],
  ["id", "id", "uuid"],
  ["run", "run", "uuid"],
  ["step", "step", "int"],
  ["key", "key", "uuid"],
  ["source", "source", "text"],
  ["operation", "operation", "text"],
  ["name", "name", "text"],
  ["payee", "payee", "text"],
  ["price", "price", "text"],
  ["rail", "rail", "text"],
  ["account", "account", "text"],
  ["feeBasisPoints", "fee_basis_points", "int"],
  ["settles", "settles", "text"],
  ["deposits", "deposits", "boolean"],
  ["remainderTo", "remainder_to", "text"],
  ["max", "max", "bigint"],
  ["evidence", "evidence", "text"],
  ["reservedAt", "reserved_at", "timestamptz"],
  ["deadline", "deadline", "timestamptz"],
  ["attempts", "attempts", "json"],
]

export const callProgress: ReadonlyArray<Column> = [
  ["amount", "amount", "bigint"],
  ["state", "state", "text"],
  ["settlement", "settlement", "text"],
  ["delivered", "delivered", "boolean"],
  ["proof", "proof", "text"],
  ["lastError", "last_error", "text"],
  ["node", "node", "uuid"],
  ["closedAt", "closed_at", "timestamptz"],
]

const runIdentity: ReadonlyArray<Column> = [
  ["organisation", "org", "uuid"],
  ["id", "id", "uuid"],
  ["key", "key", "uuid"],
  ["kind", "kind", "text"],
  ["request", "request", "text"],
  ["endpoint", "endpoint", "text"],
  ["idempotencyKey", "idempotency_key", "text"],
  ["createdAt", "created_at", "timestamptz"],
  ["waitUntil", "wait_until", "timestamptz"],
]

const runProgress: ReadonlyArray<Column> = [
  ["status", "status", "text"],
  ["error", "error", "json"],
  ["finishedAt", "finished_at", "timestamptz"],
]

const key: ReadonlyArray<Column> = [
  ["organisation", "org", "uuid"],
  ["id", "id", "uuid"],
]

/** The columns of a call when the first functions were made, whose signature stays. */
const firstCallColumns: ReadonlyArray<Column> = [...callIdentity, ...callProgress]

/** New columns come last: nodes of the release before read the first ones by their position. */
export const callColumns: ReadonlyArray<Column> = [...firstCallColumns, ["tag", "tag", "text"]]

/**
 * The rows of one batch, column by column: one array a column is what PostgreSQL reads fastest. `ledger_write` takes
 * them in this order, and after them one JSON document with the rows that most batches have none of.
 */
export const written = {
  accounts: [...key.slice(0, 1), ["id", "id", "text"], ["posted", "posted", "bigint"], ["held", "held", "bigint"], ["open", "open", "int"]],
  spends: [...key.slice(0, 1), ["scope", "scope", "text"], ["period", "period", "text"], ["delta", "spent", "bigint"]],
  runs: [...runIdentity, ...runProgress],
  runChanges: [...key, ...runProgress],
  calls: callColumns,
  callChanges: [...key, ...callProgress],
  results: [...key.slice(0, 1), ["call", "call", "uuid"], ["run", "run", "uuid"], ["body", "body", "text"]],
  transfers: [
    ...key.slice(0, 1),
    ["call", "call", "uuid"],
    ["ref", "ref", "text"],
    ["debit", "debit", "text"],
    ["credit", "credit", "text"],
    ["amount", "amount", "bigint"],
    ["at", "at", "timestamptz"],
  ],
} as const satisfies Record<string, ReadonlyArray<Column>>

export type Written = keyof typeof written

/** The rows that `ledger_apply` takes: the release before calls it. */
export const firstWritten: Record<Written, ReadonlyArray<Column>> = { ...written, calls: firstCallColumns }

/** How a column is read as JSON: money as text, so that no digit is lost, and times as milliseconds since 1970. */
export const readAs = ([, column, type]: Column, table: string): string =>
  type === "bigint" ? `${table}.${column}::text` : type === "timestamptz" ? `ms(${table}.${column})` : `${table}.${column}`
