import type { BrandTransaction } from '#server/db/for-brand.ts'
import { browserMark } from '#server/guard/browser-mark.ts'
import { isSamePerson } from './person-likeness.ts'
import { type CodeOwner, findCode } from './referral-codes.ts'
import type { ReferralPorts, ReferralSections } from './referral-ports.ts'
import { isOffered, nextCount } from './referral-terms.ts'
import { readTag } from './visits.ts'

/** A player who has just registered. */
export interface Registered {
  readonly accountId: number
  /** What was entered as the code of a friend; empty when nothing was. */
  readonly refCode: string
  /** What the browser has kept of a link. */
  readonly friendTag: string | undefined
  /** The name of the browser, if it has one. */
  readonly browser: string | undefined
}

/** Notes who has brought a new player, within the transaction that makes the account (REF-5, REF-7). What the player has entered wins over
 *  the link. A code that nobody has is no fault: the player registers all the same. One who is the referrer by another name, or one
 *  friend too many, is noted as not counting. @returns whether somebody is noted */
export async function attribute(tx: BrandTransaction, ports: ReferralPorts, registered: Registered): Promise<boolean> {
  const { accountId, refCode: typed, friendTag: tag, browser } = registered
  const sections = await ports.sections(tx.brandId)
  if (!isOffered(sections, 'friend') && !isOffered(sections, 'partner')) return false
  const kept = tag === undefined ? null : readTag(ports, tx.brandId, tag)
  const named = typed.trim() === '' ? undefined : await findCode(tx, typed)
  const owner = named ?? (typed.trim() === '' && kept ? await findCode(tx, kept.code) : undefined)
  if (!owner || !isOffered(sections, owner.by)) return false
  const isByLink = kept?.code === owner.code
  const now = ports.clock()
  const isFull = owner.by === 'friend' && (await hasAllFriends(tx, owner.accountId, sections))
  await tx
    .insert('referral', {
      ...ownerOf(owner),
      ...{ account_id: accountId, code: owner.code, way: isByLink ? 'link' : 'code', registered_at: now },
      banner_id: (isByLink && kept?.bannerId) || null,
      browser_hash: browser === undefined ? null : browserMark(browser),
      void_reason: isFull ? 'full' : null,
      count_at: isFull ? null : nextCount(now, sections.global),
    })
    .execute()
  if (isFull || owner.by === 'partner') return true
  if (await isSamePerson(tx, { friendId: accountId, referrerId: owner.accountId }))
    await tx.update('referral', { void_reason: 'self', count_at: null }).where('account_id', '=', accountId).execute()
  return true
}

function ownerOf(owner: CodeOwner) {
  return owner.by === 'friend'
    ? { referrer_id: owner.accountId, partner_id: null }
    : { referrer_id: null, partner_id: owner.partnerId }
}

/** Whether a referrer has as many friends as the brand lets them have. The referrer is held until the end of the transaction, so that
 *  two friends at once do not both take the last place. */
async function hasAllFriends(
  tx: BrandTransaction,
  referrerId: number,
  { 'bring-a-friend': { maximumFriends } }: ReferralSections,
): Promise<boolean> {
  await tx.select('referral_member').select('account_id').where('account_id', '=', referrerId).forUpdate().execute()
  const friends = await tx
    .select('referral')
    .select('account_id')
    .where('referrer_id', '=', referrerId)
    .where('void_reason', 'is', null)
    .where('removed_at', 'is', null)
    .limit(maximumFriends)
    .execute()
  return friends.length >= maximumFriends
}
