import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import type { Column } from "./schema/columns.ts"

const { OID } = PgTypes
const oids: Record<Column[2], number> = {
  uuid: OID.uuid,
  text: OID.text,
  bigint: OID.int8,
  int: OID.int4,
  boolean: OID.bool,
  timestamptz: OID.timestamptz,
  // JSON travels as text and is cast where it is stored.
  json: OID.text,
}

/** An array parameter with an explicit type: the array may be empty or all null, so the type cannot be inferred. */
export const arrayOf = (type: Column[2], values: ReadonlyArray<unknown> | null): PgTypes.Parameter =>
  Result.getOrThrow(PgTypes.array(values, oids[type]))
