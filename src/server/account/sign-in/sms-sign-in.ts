import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { AccountState } from '#server/db/tables/player-tables.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { type Identifier, normaliseIdentifier } from '../identifiers.ts'
import { tryCode } from '../one-time-codes.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { endFirstStep } from '../two-factor/second-step.ts'
import { browserOwner, type SentPhoneCode, sendBrowserCode, wrongCode } from './browser-codes.ts'
import type { StartedSession } from './sessions.ts'

/** Signing in by a code that is sent to a proved phone (AUTH-15). The code is good for the browser that asked for it alone. */
export function createSmsSignIn(ports: AccountPorts) {
  const { clock, guard } = ports

  return {
    /** Sends a code; to a phone that nobody signs in with none is sent, and the same rows are written (SEC-4).
     *  @throws AppError rate.limited */
    async sendSignInCode(visitor: Visitor, phone: string): Promise<SentPhoneCode> {
      return sendBrowserCode(ports, visitor, phone, {
        purpose: 'sign_in',
        accountOf: async (inside, phone) => (await phoneOwner(inside, phone))?.accountId,
        message: ({ phone: recipient, code, accountId, now }) => ({
          kind: 'sms',
          recipient,
          template: 'sign_in_code',
          language: visitor.language,
          params: {},
          secrets: { code },
          isDecoy: accountId === undefined,
          now,
        }),
      })
    },

    /** Signs in by the code. @throws AppError phone_code.wrong with the tries that are left, phone_code.expired,
     *  phone_code.locked; sign_in.second_factor with the `authId` under which the second step is awaited; sign_in.blocked;
     *  rate.limited */
    async signInByCode(visitor: Visitor, phone: string, code: string): Promise<StartedSession> {
      const { value } = normaliseIdentifier('phone', phone)
      await guard.take('code_check', visitor.brandId, budgetKeys(visitor))
      const { sessionAbsoluteMs: absoluteMs } = await ports.policy(visitor.brandId)
      const now = clock()
      const outcome = await ports.admitting(visitor.brandId, async (tx) => {
        const tried = await tryCode(tx, { purpose: 'sign_in', owner: browserOwner(visitor, value), code, now })
        const owner = tried.kind === 'right' ? await phoneOwner(tx, { kind: 'phone', value }) : undefined
        const refuse = (accountId: number | null, reason: string) =>
          recordSecurityEvent(tx, visitor, { kind: 'sign_in.failed', accountId, now, details: { by: 'sms', reason } })
        if (owner?.state === 'blocked') {
          await refuse(owner.accountId, 'blocked')
          return 'blocked' as const
        }
        if (!owner) {
          await refuse(null, 'wrong_code')
          // A guess at the code of a phone without an account looks like an expired code.
          return { left: tried.kind === 'right' ? null : tried.left }
        }
        const step = { kind: 'password', isRemembered: false, details: { by: 'sms' } } as const
        return endFirstStep(ports, tx, visitor, { ...step, accountId: owner.accountId, absoluteMs, now })
      })
      if (outcome === 'blocked') throw new AppError('sign_in.blocked')
      if ('session' in outcome) return outcome.session
      if ('authId' in outcome) throw new AppError('sign_in.second_factor', { ...outcome })
      throw wrongCode(outcome.left)
    },
  }
}

/** The account that signs in with a proved phone, or the refusal that it is blocked. */
async function phoneOwner(
  tx: BrandTransaction,
  { kind, value }: Identifier,
): Promise<{ readonly accountId: number; readonly state: AccountState } | undefined> {
  return tx
    .select('identifier')
    .innerJoin('account', (join) =>
      join
        .onRef('account.brand_id', '=', 'identifier.brand_id')
        .onRef('account.account_id', '=', 'identifier.account_id'),
    )
    .select(['account.account_id as accountId', 'account.state as state'])
    .where('identifier.kind', '=', kind)
    .where('identifier.value', '=', value)
    .where('identifier.verified_at', 'is not', null)
    .where('account.state', 'in', ['active', 'blocked'])
    .executeTakeFirst()
}
