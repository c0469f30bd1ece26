import { AppError } from '#calls/app-error.ts'
import { normaliseAnswer, secretQuestionFault } from '#machines/account/sign-in/secret-question.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { checkOwnPassword } from './own-password.ts'
import { tellPlayer } from './password-change.ts'

/** A secret question: of the brand's list by its id, or in the player's own words. */
export type SecretQuestion = { readonly questionId: number } | { readonly question: string }

/** A question that replaces the current one. */
export interface NewSecretQuestion {
  readonly question: SecretQuestion
  /** The text of the question, by which its answer is judged. */
  readonly text: string
  readonly answer: string
  readonly repeated: string
  readonly password: string
}

/** The verdict on an answer; `unset` when the account has no question. */
export type SecretAnswerVerdict = 'right' | 'wrong' | 'unset'

/** The secret question of an account: never a sole factor, its answer hashed like a password (decision 63). */
export function createSecretQuestion(ports: AccountPorts) {
  const { db, clock, passwords, guard, policy } = ports

  return {
    /** The question of an account; undefined when none is set, or the brand asks none. */
    async readSecretQuestion(brandId: string, accountId: number): Promise<SecretQuestion | undefined> {
      if ((await policy(brandId)).secretQuestion === 'off') return undefined
      return forBrand(db, brandId).transaction((tx) => findSecretQuestion(tx, accountId))
    },

    /** Sets the question of a signed-in player, whose password is required.
     *  @throws AppError secret_question.*, password.wrong, rate.limited */
    async setSecretQuestion(visitor: Visitor, accountId: number, chosen: NewSecretQuestion): Promise<void> {
      const { question, text, answer, repeated, password } = chosen
      const fault = secretQuestionFault({ question: text, isOwn: 'question' in question, answer, repeated })
      if (fault) throw new AppError(fault.code)
      await checkOwnPassword(ports, visitor, accountId, password)
      const answer_hash = await passwords.hash(normaliseAnswer(answer))
      const now = clock()
      const row = {
        question_id: 'questionId' in question ? question.questionId : null,
        question: 'question' in question ? storableText(question.question).trim() : null,
        answer_hash,
        changed_at: now,
      }
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        await tx
          .insert('secret_question', { account_id: accountId, ...row })
          .onConflict((conflict) => conflict.columns(['brand_id', 'account_id']).doUpdateSet(row))
          .execute()
        await recordSecurityEvent(tx, visitor, { kind: 'secret_question.set', accountId, now })
        await tellPlayer(ports, tx, visitor, { accountId, template: 'secret_question_set', now })
      })
    },

    /** Whether an answer is the one of the account. It is a help beside another proof, never a sole factor (decision 63).
     *  @throws AppError rate.limited */
    async checkSecretAnswer(visitor: Visitor, accountId: number, answer: string): Promise<SecretAnswerVerdict> {
      if ((await policy(visitor.brandId)).secretQuestion === 'off') return 'unset'
      const keys = budgetKeys(visitor, `#${accountId}`)
      await guard.take('secret_answer', visitor.brandId, keys)
      const stored = await forBrand(db, visitor.brandId).transaction((tx) =>
        tx.select('secret_question').select('answer_hash').where('account_id', '=', accountId).executeTakeFirst(),
      )
      const isRight = await passwords.verify(stored?.answer_hash, normaliseAnswer(answer))
      if (isRight) {
        await guard.giveBack('secret_answer', visitor.brandId, keys)
        return 'right'
      }
      const refused = { kind: 'secret_question.refused', accountId, now: clock() } as const
      await forBrand(db, visitor.brandId).transaction((tx) => recordSecurityEvent(tx, visitor, refused))
      return stored ? 'wrong' : 'unset'
    },
  }
}

/** The question of an account; undefined when none is set. */
export async function findSecretQuestion(tx: BrandTransaction, accountId: number): Promise<SecretQuestion | undefined> {
  const row = await tx
    .select('secret_question')
    .select(['question_id', 'question'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row?.question_id) return { questionId: row.question_id }
  return row?.question ? { question: row.question } : undefined
}
