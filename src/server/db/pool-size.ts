/** Connections to PostgreSQL that a process opens at most. */
export const POOL_SIZE = 20
