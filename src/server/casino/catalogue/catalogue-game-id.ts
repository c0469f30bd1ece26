import { createHash } from 'node:crypto'

const MOST = 64
const HASH = 8
const OTHER = /[^A-Za-z0-9_-]/g

/** Our id of a provider's game: `('aggregator', 'vs20book')` → `'aggregator-vs20book'`. Codes with other letters, and long ones, end in
 *  a hash, so that two codes never share an id. Adapters name games to the wallet by it. */
export function catalogueGameId(providerId: string, code: string): string {
  const plain = `${providerId}-${code}`
  if (plain.length <= MOST && plain.search(OTHER) < 0) return plain
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, HASH)
  return `${plain.replaceAll(OTHER, '_').slice(0, MOST - HASH - 1)}-${hash}`
}
