import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand, type TransactionEnd } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'

/** A request that carries a key of its sender. */
export interface KeyedRequest {
  readonly brandId: string
  /** At least 128 random bits. */
  readonly key: string
  /** All that makes the request another one. */
  readonly request: unknown
}

/** Answers to requests that carry a key of their sender, so that a request sent twice is carried out once. */
export interface KeptAnswers<Answer> {
  /** The answer of the first request under the key, made by `work` if there was none; a failed one may be tried again.
   *  `work` ends its transaction with `keep`, so that the answer exists exactly when its effects do.
   *  @throws AppError request.invalid when the key was used for something else */
  once(sent: KeyedRequest, work: (keep: TransactionEnd<Answer>) => Promise<Answer>): Promise<Answer>
}

export interface KeptAnswersPorts<Answer> {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  /** Reads an answer back from its JSON. */
  readonly revive: (text: string) => Answer
}

const LIFETIME_MS = 10 * 60_000

/** The same request was carried out by somebody else while this one was under way. */
class KeptMeanwhile extends Error {
  constructor() {
    super('another process has kept an answer under the same key')
  }
}

/** Keeps answers in the database for ten minutes, where every process finds them. An answer may hold a password and the token
 *  of a session: what is stored can be read with the request's key alone, and the key is not stored. */
export function createKeptAnswers<Answer>({ db, clock, revive }: KeptAnswersPorts<Answer>): KeptAnswers<Answer> {
  async function find({ brandId, key, request }: KeyedRequest): Promise<{ readonly answer: Answer } | undefined> {
    const seal = sealOf(brandId, key)
    const row = await forBrand(db, brandId).transaction((tx) =>
      tx
        .select('kept_answer')
        .select(['request_mark', 'answer'])
        .where('name', '=', seal.name)
        .where('expires_at', '>', clock())
        .executeTakeFirst(),
    )
    if (!row) return undefined
    if (row.request_mark !== seal.mark(request))
      throw new AppError('request.invalid', { where: 'body/requestKey', fault: 'was used for another request' })
    return { answer: revive(seal.open(row.answer)) }
  }
  return {
    async once(sent, work) {
      const known = await find(sent)
      if (known) return known.answer
      try {
        return await work((tx, answer) => insertAnswer(tx, sent, { answer, now: clock() }))
      } catch (error) {
        // The same request, carried out meanwhile, uses up what this one needs: the confirmation of a phone, or a budget.
        const first = await find(sent)
        if (first) return first.answer
        throw error
      }
    },
  }
}

/** @throws KeptMeanwhile when an answer that still holds is there; one that another transaction is writing is waited for */
async function insertAnswer(
  tx: BrandTransaction,
  { brandId, key, request }: KeyedRequest,
  { answer, now }: { readonly answer: unknown; readonly now: Date },
): Promise<void> {
  const { name, mark, close } = sealOf(brandId, key)
  const row = {
    request_mark: mark(request),
    answer: close(JSON.stringify(answer)),
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  }
  const written = await tx
    .insert('kept_answer', { name, ...row })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'name']).doUpdateSet(row).where('kept_answer.expires_at', '<=', now),
    )
    .returning('name')
    .execute()
  if (written.length === 0) throw new KeptMeanwhile()
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What follows from a key of 128 random bits, which need no slow derivation: a name, marks of requests, and a
 *  cipher. None of them reveals the others, or the key. */
function sealOf(brandId: string, key: string) {
  const derive = (what: string) =>
    Buffer.from(hkdfSync('sha256', key, brandId, `livery kept answer: ${what}`, KEY_BYTES))
  const name = derive('name').toString('base64url')
  return {
    name,
    mark: (request: unknown) =>
      createHmac('sha256', derive('request')).update(JSON.stringify(request)).digest('base64url'),
    close(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, derive('answer'), nonce).setAAD(Buffer.from(name))
      const closed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([closed, cipher.getAuthTag()]).toString('base64url')
    },
    /** @throws Error when it was altered */
    open(closed: string): string {
      const bytes = Buffer.from(closed, 'base64url')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, derive('answer'), nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const content = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
    },
  }
}

/** Deletes at most `limit` answers that were over before a moment, passing over rows that another process holds.
 *  @returns how many */
export async function deleteOldAnswers(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('kept_answer')
    .select('name')
    .where('expires_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const names = rows.map(({ name }) => name)
  if (names.length > 0) await tx.delete('kept_answer').where('name', 'in', names).execute()
  return names.length
}
