/** SQLSTATE of a statement that was planned before its tables were changed, by a migration say; sent under another name it is planned again. */
export const PLAN_IS_OLD = '0A000'

/** The SQLSTATE of a database error, `23505` for a broken unique index, or undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}
