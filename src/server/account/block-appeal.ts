import type { DeskPart } from '#server/db/desk-part.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from './account-ports.ts'
import { normaliseIdentifier } from './identifiers.ts'

/** What somebody writes to the support about a blocked account. */
export interface BlockAppeal {
  /** The account as its player names it. */
  readonly login: string
  /** Where to answer to. */
  readonly email: string
  readonly text: string
}

/** Appeals against the block of an account. */
export function createBlockAppeal({ db, clock, guard, enqueue }: AccountPorts) {
  return {
    /** Keeps an appeal and sends it to the support. Nobody looks whether there is such an account, so that it tells nothing (SEC-4).
     *  @param to address of the support   @throws AppError rate.limited */
    async sendBlockAppeal(visitor: Visitor, to: string, appeal: BlockAppeal): Promise<void> {
      const { value: email } = normaliseIdentifier('email', appeal.email)
      await guard.take('code_sending', visitor.brandId, budgetKeys(visitor, `block appeal ${email}`))
      const params = { login: storableText(appeal.login).trim(), email, text: storableText(appeal.text).trim() }
      const { language } = visitor
      const now = clock()
      const letter = { kind: 'mail', recipient: to, template: 'block_appeal', language, params, now } as const
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        const { text: body, ...kept } = params
        await tx.insert('block_appeal', { ...kept, body, language, created_at: now }).execute()
        await enqueue(tx, letter)
      })
    },
  }
}

/** What an operator decides on an appeal. */
export type AppealDecision = 'accepted' | 'refused'

/** An appeal as it is kept. */
export interface KeptAppeal extends BlockAppeal {
  readonly appealId: number
  /** Of the page on which it was written. */
  readonly language: string
  readonly sentAt: Date
  /** Null while it waits, like the answer and its time. */
  readonly decision: AppealDecision | null
  readonly answer: string | null
  readonly decidedAt: Date | null
}

/** The appeals that wait, the longest first, or those that are decided, the latest first. */
export function listAppeals(tx: BrandTransaction, { isDone, most, skip = 0, only }: DeskPart): Promise<KeptAppeal[]> {
  const all = appeals(tx).limit(most).offset(skip)
  const query = only ? all.where('appeal_id', 'in', [...only]) : all
  return isDone
    ? query.where('decision', 'is not', null).orderBy('decided_at', 'desc').orderBy('appeal_id', 'desc').execute()
    : query.where('decision', 'is', null).orderBy('created_at').orderBy('appeal_id').execute()
}

/** How many appeals wait. */
export async function countWaitingAppeals(tx: BrandTransaction): Promise<number> {
  const { count } = await tx
    .select('block_appeal')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An appeal. @param lock keeps others from deciding on it until the transaction ends */
export function findAppeal(tx: BrandTransaction, appealId: number, lock?: 'lock'): Promise<KeptAppeal | undefined> {
  const query = appeals(tx).where('appeal_id', '=', appealId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Notes what was decided on an appeal. */
export async function closeAppeal(
  tx: BrandTransaction,
  appealId: number,
  end: { readonly decision: AppealDecision; readonly answer: string; readonly now: Date },
): Promise<void> {
  const { decision, answer, now } = end
  const changes = { decision, answer: storableText(answer), decided_at: now }
  await tx.update('block_appeal', changes).where('appeal_id', '=', appealId).execute()
}

function appeals(tx: BrandTransaction) {
  return tx
    .select('block_appeal')
    .select(['appeal_id as appealId', 'login', 'email', 'language', 'body as text', 'created_at as sentAt'])
    .select(['decision', 'answer', 'decided_at as decidedAt'])
}
