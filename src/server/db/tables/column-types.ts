import type { ColumnType } from 'kysely'

/** A jsonb column: read as its value, written as JSON text, which both engines take alike. */
export type Json<Value> = ColumnType<Value, string, string>
