import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '#calls/app-error.ts'

/** Stores and compares passwords. */
export interface Passwords {
  /** @returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>` */
  hash(password: string): Promise<string>
  /** Whether the password is the one of the stored hash. Without a hash the work is the same and the answer is no. */
  verify(stored: string | undefined, password: string): Promise<boolean>
}

export interface PasswordCost {
  /** KiB */
  readonly memoryKib: number
  readonly passes: number
  /** How many are computed at once: the memory that signing in may take is this times `memoryKib`. */
  readonly concurrency: number
  /** How many may wait; beyond that a caller is sent away. */
  readonly maxWaiting: number
}

/** The second choice of OWASP and ASVS appendix C for argon2id: 19 MiB, two passes. */
export const DEFAULT_COST: PasswordCost = { memoryKib: 19_456, passes: 2, concurrency: 4, maxWaiting: 256 }

const SALT_BYTES = 16
const HASH_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const compute = promisify(argon2)

/** Argon2id with a bound on how much runs at once (SEC-3). */
export function createPasswords(cost: PasswordCost = DEFAULT_COST): Passwords {
  const inTurn = createSemaphore(cost.concurrency, cost.maxWaiting)
  const decoy = { memory: cost.memoryKib, passes: cost.passes, parallelism: 1, nonce: randomBytes(SALT_BYTES) }

  return {
    async hash(password) {
      const nonce = randomBytes(SALT_BYTES)
      const parameters = { memory: cost.memoryKib, passes: cost.passes, parallelism: 1 }
      const hash = await inTurn(() =>
        compute('argon2id', { ...parameters, nonce, message: password, tagLength: HASH_BYTES }),
      )
      return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=1$${base64(nonce)}$${base64(hash)}`
    },
    async verify(stored, password) {
      const expected = stored === undefined ? undefined : parsePhc(stored)
      const parameters = expected?.parameters ?? decoy
      const tagLength = expected?.hash.length ?? HASH_BYTES
      const hash = await inTurn(() => compute('argon2id', { ...parameters, message: password, tagLength }))
      return timingSafeEqual(hash, expected?.hash ?? randomBytes(HASH_BYTES)) && expected !== undefined
    },
  }
}

function parsePhc(text: string) {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(text) ?? []
  if (!salt || !hash) throw new Error('a stored password is not a PHC string of argon2id')
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(salt, 'base64'),
    },
    hash: Buffer.from(hash, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

function createSemaphore(concurrency: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let free = concurrency

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else if (waiting.length >= maxWaiting) throw new AppError('service.unavailable', {}, { retryAfterSeconds: 1 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
