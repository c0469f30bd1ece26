import { sql } from 'kysely'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { CasinoPorts } from '../casino-ports.ts'
import type { ReadCatalogueOf } from '../catalogue/catalogue-store.ts'
import type { GivenRounds, ProviderFreeRounds } from '../providers/casino-provider.ts'

/** Awards that a look takes at once. */
const AT_ONCE = 50
/** How long an award belongs to the process that has taken it: longer than a provider may take to answer. */
const LEASE_MS = 60_000
const MOST_WAIT_MS = 3_600_000
const FIRST_WAIT_MS = 30_000

/** How a new award of a provider's game begins: it is due. */
export function dueAtProvider(providerId: string | null, now: Date) {
  return providerId === null ? {} : ({ provider_id: providerId, provider_state: 'due', look_at: now } as const)
}

/** Marks awards of a campaign whose provider has to hear that they are over; one that it never heard of is over at once. */
export async function endAtProviders(tx: BrandTransaction, campaigns: readonly number[], now: Date): Promise<void> {
  if (campaigns.length === 0) return
  await tx
    .update('casino_free_award', {
      provider_state:
        sql`case when provider_state = 'due' and tries = 0 then 'ended' else 'ending' end` as unknown as 'ending',
      look_at:
        sql`case when provider_state = 'due' and tries = 0 then null else ${now}::timestamptz end` as unknown as Date,
      tries: 0,
    })
    .where('campaign_id', 'in', [...campaigns])
    .where('provider_state', 'in', ['due', 'given'])
    .execute()
}

/** Tells providers of free rounds that players have been given, and of those that were ended, until each is answered.
 *  An award is asked for under one name, so that a lost answer gives nothing twice. To be called outside of transactions. */
export function createRoundsAtProviders(
  ports: Pick<CasinoPorts, 'db' | 'clock' | 'log' | 'providers'>,
  catalogueOf: ReadCatalogueOf,
) {
  const inBrand = <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(ports.db, brandId).transaction(work)

  const ask = async (brandId: string, award: TakenAward, by: ProviderFreeRounds): Promise<void> => {
    const entry = await entryOf(catalogueOf, brandId, award.game_id)
    const rounds = askedOf(award, entry?.code ?? award.game_id, ports.clock())
    if (award.provider_state === 'ending') {
      const isEnded = await by.end(rounds)
      return inBrand(brandId, (tx) =>
        isEnded ? settle(tx, award, { state: 'ended' }) : wait(tx, award, ports.clock()),
      )
    }
    const given = await by.give(rounds)
    if (given.state === 'refused')
      ports.log.warn(
        { brandId, providerId: award.provider_id, gameId: award.game_id, found: given.found },
        'casino: a provider refuses free rounds',
      )
    await inBrand(brandId, (tx) => note(tx, award, given, ports.clock()))
  }

  const failed = (error: unknown) => {
    ports.log.warn({ err: error }, 'casino: a provider could not be asked for free rounds')
    return false
  }

  return {
    /** Asks the providers of a brand for everything that is due. @returns how many awards were asked about */
    async lookAfter(brandId: string): Promise<number> {
      const taken = await inBrand(brandId, (tx) => take(tx, ports.clock()))
      const joined = new Map((await ports.providers(brandId)).map((provider) => [provider.id, provider]))
      for (const award of taken) {
        const by = joined.get(award.provider_id ?? '')?.freeRounds
        // One award's trouble, such as a key that is none, does not keep the others'.
        const isAsked = by && (await ask(brandId, award, by).then(() => true, failed))
        if (!isAsked) await inBrand(brandId, (tx) => wait(tx, award, ports.clock()))
      }
      return taken.length
    },
  }
}

async function entryOf(catalogueOf: ReadCatalogueOf, brandId: string, gameId: string) {
  const { games, withdrawn } = await catalogueOf(brandId)
  return games.get(gameId) ?? withdrawn.get(gameId)
}

type TakenAward = Awaited<ReturnType<typeof take>>[number]

/** Takes awards that are due for a while, so that no other process asks for them. */
async function take(tx: BrandTransaction, now: Date) {
  const due = await tx
    .select('casino_free_award')
    .innerJoin('casino_free_campaign', (join) =>
      join
        .onRef('casino_free_campaign.brand_id', '=', 'casino_free_award.brand_id')
        .onRef('casino_free_campaign.campaign_id', '=', 'casino_free_award.campaign_id'),
    )
    .select(['award_id', 'reward', 'account_id', 'provider_id', 'provider_state', 'tries', 'made_at'])
    .select(['game_id', 'currency', 'exponent', 'stake_minor', 'rounds', 'expires_at'])
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(AT_ONCE)
    .forNoKeyUpdate(['casino_free_award'])
    .skipLocked()
    .execute()
  if (due.length > 0)
    await tx
      .update('casino_free_award', {
        look_at: new Date(now.getTime() + LEASE_MS),
        tries: sql<number>`tries + 1` as unknown as number,
      })
      .where(
        'award_id',
        'in',
        due.map(({ award_id }) => award_id),
      )
      .execute()
  return due
}

function askedOf(award: TakenAward, gameCode: string, now: Date) {
  const { reward, account_id: accountId, currency, exponent, stake_minor: stakeMinor, rounds, expires_at } = award
  const named = { reward, accountId, gameCode, currency, exponent, stakeMinor, rounds }
  return { ...named, startsAt: now, expiresAt: expires_at, isAgain: award.tries > 0 }
}

async function note(tx: BrandTransaction, award: TakenAward, given: GivenRounds, now: Date): Promise<void> {
  if (given.state === 'silent')
    return award.expires_at <= now ? settle(tx, award, { state: 'refused' }) : wait(tx, award, now)
  await settle(tx, award, given.state === 'given' ? given : { state: 'refused' })
}

/** Keeps what a provider has answered. One that was cancelled while it was asked for is still to be ended. */
async function settle(
  tx: BrandTransaction,
  { award_id, provider_state }: TakenAward,
  to: { readonly state: 'given' | 'refused' | 'ended'; readonly reward?: string },
): Promise<void> {
  const named = to.reward === undefined ? {} : { reward: to.reward }
  const done = await tx
    .update('casino_free_award', { ...named, provider_state: to.state, look_at: null, tries: 0 })
    .where('award_id', '=', award_id)
    .where('provider_state', '=', provider_state)
    .returning('award_id')
    .executeTakeFirst()
  if (!done && to.state === 'given')
    await tx.update('casino_free_award', named).where('award_id', '=', award_id).execute()
}

async function wait(tx: BrandTransaction, { award_id, tries }: TakenAward, now: Date): Promise<void> {
  const ms = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), MOST_WAIT_MS)
  await tx
    .update('casino_free_award', { look_at: new Date(now.getTime() + ms) })
    .where('award_id', '=', award_id)
    .where('look_at', 'is not', null)
    .execute()
}
