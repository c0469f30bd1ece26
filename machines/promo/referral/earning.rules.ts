/** What a friend has to do before their referrer earns. */
export interface ReferralTerms {
  /** Minor units of deposits and of stakes, in the default currency. */
  readonly minimumDepositMinor: number
  readonly minimumStakeMinor: number
  /** Whether the friend's identity has to be verified. */
  readonly needsVerification: boolean
  /** How long the friend has for it, from the registration on. */
  readonly qualifyWithinMs: number
  /** Ten-thousandths of the brand's net win of the friend that are earned. */
  readonly shareE4: number
  /** How long after the registration something is earned. */
  readonly earnForMs: number
  /** Whether a loss of the brand in one period lowers the next. */
  readonly carriesLosses: boolean
  /** How long what was earned waits before it can be transferred. */
  readonly holdMs: number
}

/** What is known of a friend. */
export interface FriendRecord {
  readonly registeredAt: number
  readonly depositedMinor: number
  readonly stakedMinor: number
  readonly isVerified: boolean
  /** Whether the friend may not play now, by a break, an exclusion or a block. */
  readonly isKeptAway: boolean
  readonly isRemoved: boolean
  /** Whether the friend does not count: it is the referrer, a payment was charged back, or it was one friend too many. */
  readonly isVoid: boolean
  /** When the friend was found to have done what is asked; null while that has not been seen. */
  readonly qualifiedAt: number | null
}

/** Where a referred friend stands: the key of a text. */
export type FriendState =
  | 'referral.friend_waiting'
  | 'referral.friend_earning'
  | 'referral.friend_late'
  | 'referral.friend_over'
  | 'referral.friend_away'
  | 'referral.friend_removed'
  | 'referral.friend_void'

/** The state of a friend at a time: only one who qualified in time and may play earns anything (REF-7, REF-8). */
export function friendState(friend: FriendRecord, terms: ReferralTerms, now: number): FriendState {
  if (friend.isVoid) return 'referral.friend_void'
  if (friend.isRemoved) return 'referral.friend_removed'
  if (friend.isKeptAway) return 'referral.friend_away'
  const ageMs = now - friend.registeredAt
  if (ageMs > terms.earnForMs) return 'referral.friend_over'
  if (friend.qualifiedAt !== null) return 'referral.friend_earning'
  if (ageMs > terms.qualifyWithinMs) return 'referral.friend_late'
  return isQualified(friend, terms) ? 'referral.friend_earning' : 'referral.friend_waiting'
}

/** What the referrer sees of a friend: the same, but never that the friend is kept from playing, which is nobody's business. */
export function shownFriendState(friend: FriendRecord, terms: ReferralTerms, now: number): FriendState {
  return friendState({ ...friend, isKeptAway: false }, terms, now)
}

function isQualified(friend: FriendRecord, terms: ReferralTerms): boolean {
  const { depositedMinor, stakedMinor, isVerified } = friend
  if (depositedMinor < terms.minimumDepositMinor || stakedMinor < terms.minimumStakeMinor) return false
  return isVerified || !terms.needsVerification
}

/** What of a balance can be transferred: what no longer waits, never more than there is, and nothing of a balance below zero. */
export function transferableMinor(balanceMinor: number, heldMinor: number): number {
  return Math.max(Math.min(balanceMinor - heldMinor, balanceMinor), 0)
}

/** What a period of a friend earns, and what is carried into the next: a share of the brand's net win, rounded down; 20 % of 123.45 →
 *  24.69. A loss of the brand earns nothing and is carried over only where the terms say so.
 *  @param netWinMinor what the friend has lost to the brand in the period, bonuses and fees taken off; below zero when the friend won */
export function periodEarning(
  netWinMinor: number,
  carriedMinor: number,
  { shareE4, carriesLosses }: Pick<ReferralTerms, 'shareE4' | 'carriesLosses'>,
): { readonly earnedMinor: number; readonly carriedMinor: number } {
  const baseMinor = netWinMinor + carriedMinor
  if (baseMinor <= 0) return { earnedMinor: 0, carriedMinor: carriesLosses ? baseMinor : 0 }
  return { earnedMinor: Number((BigInt(baseMinor) * BigInt(shareE4)) / 10_000n), carriedMinor: 0 }
}

/** Something by which two accounts can be the same person's. */
export interface Mark {
  readonly kind: 'device' | 'address' | 'instrument' | 'document' | 'phone' | 'email'
  readonly value: string
}

/** Whether a friend is the referrer by another name: a device, an instrument, a document, a phone or a mailbox of both, or of one whom
 *  the referrer has brought before. An address of the network alone says nothing: households share one (REF-7). */
export function isSelfReferral(referrer: readonly Mark[], friend: readonly Mark[]): boolean {
  const known = new Set(referrer.filter(({ kind }) => kind !== 'address').map(keyOf))
  return friend.some((mark) => mark.kind !== 'address' && known.has(keyOf(mark)))
}

/** A mark of somebody. */
export interface OwnedMark extends Mark {
  readonly accountId: number
}

/** Which accounts are their referrer by another name, or somebody whom the referrer has brought before them. Accounts have numbers in the
 *  order in which they were made.
 *  @param marks those of the referrer and of everybody whom they have brought */
export function selfReferrals(referrerId: number, marks: readonly OwnedMark[]): Set<number> {
  const byAccount = Map.groupBy(
    marks.filter(({ kind }) => kind !== 'address'),
    ({ accountId }) => accountId,
  )
  const known = new Set(byAccount.get(referrerId)?.map(keyOf))
  const found = new Set<number>()
  for (const accountId of [...byAccount.keys()].toSorted((one, other) => one - other)) {
    if (accountId === referrerId) continue
    const own = byAccount.get(accountId)?.map(keyOf) ?? []
    if (own.some((key) => known.has(key))) found.add(accountId)
    for (const key of own) known.add(key)
  }
  return found
}

function keyOf({ kind, value }: Mark): string {
  return `${kind}:${kind === 'email' ? mailboxOf(value) : value.trim().toLowerCase()}`
}

/** A mailbox whatever way it is spelled: case, a tag behind a plus, and dots where the service ignores them. */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.normalize('NFKC').trim().toLowerCase().split('@')
  const box = name.split('+')[0] ?? ''
  const isGoogle = host === 'gmail.com' || host === 'googlemail.com'
  return isGoogle ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${host}`
}
