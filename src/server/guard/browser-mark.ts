import { createHash } from 'node:crypto'

/** What is kept of a browser's name, the random token of its cookie: enough to know the browser again, not to be it. */
export function browserMark(name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}
