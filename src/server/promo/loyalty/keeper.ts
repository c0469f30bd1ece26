import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { A_FEW, sideBySide } from '#server/db/side-by-side.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { countPlayer, forgetOld } from './counting.ts'
import { expireLots } from './lots.ts'
import type { LoyaltyPorts, LoyaltySections } from './loyalty-ports.ts'
import { hasProgramme } from './loyalty-terms.ts'
import { judgeTiers, lockMember } from './members.ts'
import { settlePeriods } from './paying.ts'

/** How long a process has a brand for itself; it is renewed with every pass. */
const LEASE_MS = 120_000
/** How long before the latest pass settled bets are looked for: what was being written then may be there only now. */
const OVERLAP_MS = 600_000
/** How long after its end a bet or a round that is settled again is counted again. */
const RECOUNT_MS = 90 * 86_400_000
const MOST_PLAYERS = 200

/** Counts, judges and pays what is due in a brand; one process does at a time. Without the programme only what was promised is paid.
 *  @returns false while another process has the brand */
export async function keepBrand(ports: LoyaltyPorts, brandId: string): Promise<boolean> {
  const sections = await ports.sections(brandId)
  const door = forBrand(ports.db, brandId)
  const now = ports.clock()
  if (hasProgramme(sections)) {
    const since = await door.transaction((tx) => takeLease(tx, ports.owner, now))
    if (since === null) return false
    if (await countAll(ports, { brandId, sections, since, now }))
      await door.transaction((tx) => countedUntil(tx, ports.owner, now))
    await door.transaction((tx) => judgeTiers(tx, sections, now))
  }
  await expirePoints(ports, { brandId, now })
  await settlePeriods(ports, brandId)
  return true
}

/** From when on settled bets are looked for; null where the programme has not begun. */
export async function countedSince(tx: BrandTransaction): Promise<Date | null> {
  const row = await tx.select('loyalty_keeper').select('counted_until').executeTakeFirst()
  return row ? new Date(row.counted_until.getTime() - OVERLAP_MS) : null
}

async function takeLease(tx: BrandTransaction, owner: string, now: Date): Promise<Date | null> {
  // What was settled before the programme began is not counted: the overlap is added to the beginning.
  const begun = new Date(now.getTime() + OVERLAP_MS)
  await tx
    .insert('loyalty_keeper', { owner: null, counted_until: begun })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx.select('loyalty_keeper').selectAll('loyalty_keeper').forUpdate().executeTakeFirstOrThrow()
  if (row.owner !== owner && row.leased_until !== null && row.leased_until > now) return null
  await tx.update('loyalty_keeper', { owner, leased_until: new Date(now.getTime() + LEASE_MS) }).execute()
  return new Date(row.counted_until.getTime() - OVERLAP_MS)
}

async function countedUntil(tx: BrandTransaction, owner: string, now: Date): Promise<void> {
  await tx
    .update('loyalty_keeper', { counted_until: now })
    .where('owner', '=', owner)
    .where('counted_until', '<', now)
    .execute()
  await forgetOld(tx, new Date(now.getTime() - RECOUNT_MS))
}

interface CountedBrand {
  readonly brandId: string
  readonly sections: LoyaltySections
  readonly since: Date
  readonly now: Date
}

/** Counts the players that are due, some at a time, until none is left; the brand is kept for this process meanwhile.
 *  @returns whether all were counted */
async function countAll(ports: LoyaltyPorts, of: CountedBrand): Promise<boolean> {
  const door = forBrand(ports.db, of.brandId)
  for (;;) {
    const players = await door.transaction((tx) => ports.playersDue(tx, of.since))
    const { counted, failed } = await countPlayers(ports, players.slice(0, MOST_PLAYERS), of)
    if (failed > 0) return false
    if (players.length <= MOST_PLAYERS) return true
    const isKept = await door.transaction((tx) => takeLease(tx, ports.owner, ports.clock()))
    if (counted === 0 || isKept === null) return false
  }
}

/** Counts players, each in a transaction of its own. @returns how many bets and rounds, and how many players could not be counted */
async function countPlayers(
  ports: LoyaltyPorts,
  players: readonly number[],
  { brandId, sections, since, now }: CountedBrand,
): Promise<{ readonly counted: number; readonly failed: number }> {
  const door = forBrand(ports.db, brandId)
  let [counted, failed] = [0, 0]
  await sideBySide(players, A_FEW, async (accountId) => {
    await door
      .transaction((tx) => countPlayer(tx, { accountId, since, asks: ports, sections, now }))
      .then(
        (sources) => {
          counted += sources
        },
        (error: unknown) => {
          failed++
          logFailure(ports.log, error, { brandId, accountId }, 'loyalty: a player was not counted')
        },
      )
  })
  return { counted, failed }
}

/** Takes points out of the lots that have expired, each player in a transaction of their own, some at a time until none is left. */
async function expirePoints(ports: LoyaltyPorts, of: { readonly brandId: string; readonly now: Date }): Promise<void> {
  for (;;) {
    const { due, failed } = await expireSome(ports, of)
    if (due < MOST_PLAYERS || failed > 0) return
  }
}

async function expireSome(
  { db, log }: LoyaltyPorts,
  { brandId, now }: { readonly brandId: string; readonly now: Date },
): Promise<{ readonly due: number; readonly failed: number }> {
  const door = forBrand(db, brandId)
  const due = await door.transaction((tx) =>
    tx
      .select('loyalty_lot')
      .select('account_id as accountId')
      .distinct()
      .where('left_points', '>', 0)
      .where('expires_at', '<=', now)
      .limit(MOST_PLAYERS)
      .execute(),
  )
  let failed = 0
  await sideBySide(due, A_FEW, ({ accountId }) =>
    door
      .transaction(async (tx) => expireLots(tx, await lockMember(tx, accountId, now), now))
      .catch((error: unknown) => {
        failed++
        logFailure(log, error, { brandId, accountId }, 'loyalty: points that have expired were left')
      }),
  )
  return { due: due.length, failed }
}
