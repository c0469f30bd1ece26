import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { digestOf, findCode } from './referral-codes.ts'
import type { ReferralPorts } from './referral-ports.ts'
import { isOffered } from './referral-terms.ts'

/** Who has followed a link. */
export interface LinkVisit {
  readonly brandId: string
  /** As the address of the page has it. */
  readonly typed: string
  /** The banner that was pressed; empty for a plain link. */
  readonly bannerId: string
  /** By what visitors are distinguished for a day. */
  readonly mark: string
}

/** What a browser keeps of a link: who is named by it, and until when. */
export interface FriendTag {
  readonly code: string
  readonly bannerId: string
  readonly until: Date
}

const DAY_MS = 86_400_000

/** Notes that a link was followed, and makes the tag that the browser keeps (REF-3, REF-7). A visitor counts once a day.
 *  @throws AppError referral.code_unknown also where the brand has no such programme */
export function tagVisit(ports: ReferralPorts, visit: LinkVisit): Promise<FriendTag & { readonly tag: string }> {
  const { brandId, typed, mark } = visit
  return ports.sections(brandId).then((sections) =>
    forBrand(ports.db, brandId).transaction(async (tx) => {
      const now = ports.clock()
      const owner = await findCode(tx, typed)
      if (!owner || !isOffered(sections, owner.by)) throw new AppError('referral.code_unknown')
      const { 'bring-a-friend': config, global } = sections
      const known = owner.by === 'friend' ? config.banners : config.partnerBanners
      const bannerId = Object.hasOwn(known, visit.bannerId) ? visit.bannerId : ''
      const day = zoneDay(now.getTime(), global.timeZone)
      await countVisit(tx, { code: owner.code, day, bannerId, mark: digestOf(`${day} ${owner.code} ${mark}`) })
      const until = new Date(now.getTime() + config.refCodeDays * DAY_MS)
      const text = JSON.stringify([owner.code, bannerId, until.getTime()])
      return { code: owner.code, bannerId, until, tag: ports.box.seal(purposeOf(brandId), Buffer.from(text)) }
    }),
  )
}

/** Reads a tag back; null when it is none of this brand, or over. */
export function readTag({ box, clock }: ReferralPorts, brandId: string, tag: string): FriendTag | null {
  try {
    const [code, bannerId, until] = JSON.parse(Buffer.from(box.open(purposeOf(brandId), tag)).toString()) as [
      string,
      string,
      number,
    ]
    return until > clock().getTime() ? { code, bannerId, until: new Date(until) } : null
  } catch {
    return null
  }
}

const purposeOf = (brandId: string) => `friend-tag:${brandId}`

async function countVisit(
  tx: BrandTransaction,
  of: { readonly code: string; readonly day: string; readonly bannerId: string; readonly mark: string },
): Promise<void> {
  const { code, day, bannerId, mark } = of
  const isNew = await tx
    .insert('referral_visit_mark', { code, day, mark })
    .onConflict((conflict) => conflict.doNothing())
    .returning('mark')
    .executeTakeFirst()
  if (!isNew) return
  await tx
    .insert('referral_visit', { code, day, banner_id: bannerId, visits: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'code', 'day', 'banner_id'])
        .doUpdateSet({ visits: sql<number>`referral_visit.visits + 1` }),
    )
    .execute()
}

/** Forgets the marks of days that are over. */
export async function forgetVisitors(ports: ReferralPorts, brandId: string, before: string): Promise<void> {
  await forBrand(ports.db, brandId).transaction((tx) =>
    tx.delete('referral_visit_mark').where('day', '<', before).execute(),
  )
}
