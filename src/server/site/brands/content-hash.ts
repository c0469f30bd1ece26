import { createHash } from 'node:crypto'

/** SHA-256 over the parts in their order, cut to `length` hexadecimal characters. */
export function hashOf(parts: readonly string[], length = 16): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, length)
}
