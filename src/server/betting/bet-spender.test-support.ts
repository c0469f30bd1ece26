import type { Kysely } from 'kysely'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { betOn, createScene, seen } from './betting.test-support.ts'

const [GAME, LIVE_GAME] = [1, 3]
const DELAY_MS = 3000

/** A player with money for a few bets, and an open live bet that may be insured: each wish says whether it was granted. */
export async function spenderScene(db: Kysely<Database>, brandId: string) {
  const scene = createScene(db, brandId)
  const { boolean, betting } = scene.sections
  scene.sections.boolean = { ...boolean, isInsuranceAllowed: true }
  scene.sections.betting = { ...betting, liveBetDelayMs: DELAY_MS, liveBetDelayMsBySport: {} }
  const accountId = await scene.newPlayer(20_000)
  const bettor = { brandId, accountId }
  const live = { kind: FEED_KIND.live }
  scene.price(GAME, '2.00')
  scene.price(LIVE_GAME, '2.00')
  const bet = async (game: number, summ: number, changes = {}) => {
    const payload = betOn([seen(game, '2.00', changes)], { summ, groupsSumms: [summ] })
    return scene.betting.placeBet(bettor, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
  }
  const first = await bet(LIVE_GAME, 10_000)
  if (first.kind !== 'accepted') throw new Error('the first bet was not accepted')
  scene.price(LIVE_GAME, '2.00', live)
  return {
    ...scene,
    accountId,
    place: async (minor: number, isLive: boolean) => {
      const answer = await (isLive ? bet(LIVE_GAME, minor, live) : bet(GAME, minor))
      return answer.kind === 'accepted' || answer.kind === 'pending'
    },
    insure: async (part: number) => {
      const answer = await scene.betting.quoteInsurance(bettor, { betId: first.betId, part })
      if (answer.kind !== 'quoted') return false
      const { quoteId } = answer.quote
      return (await scene.betting.insureBet(bettor, { quoteId, insuranceGuid: scene.newGuid() })).kind === 'pending'
    },
    /** An operator takes so much away. */
    take: (minor: number) => {
      const from = { accountId, currency: 'EUR', amountMinor: -minor, reference: scene.newGuid(), reason: 'a test' }
      const taken = scene.door.transaction((tx) => correctBalance(tx, { ...from, now: scene.now() }))
      return taken.then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== 'balance.too_low') throw error
          return false
        },
      )
    },
    async endDelays(): Promise<void> {
      scene.wait(DELAY_MS)
      await scene.betting.resolveDueBets(brandId)
    },
  }
}
