import { A_FEW, sideBySide } from '#server/db/side-by-side.ts'
import type { Month } from './bonus-month-scene.ts'

/** Players who take what there is, so that bonuses of every kind are given whatever the lots say. */
const EAGER = 24
const DEPOSIT = 100
const STAKE = 700
/** On so many days they bet that the house has won of them together, whatever its games say. */
const BET_DAYS = 12
/** Given for bets: half of the eager players take all of these and bet with their own money. */
const FOR_BETS = ['lost', 'risk', 'firsts', 'pool', 'wager'] as const

interface FirstDay {
  readonly players: readonly number[]
  /** From 1. */
  readonly day: number
  /** The numbers of the games of the day. */
  readonly games: readonly number[]
}

/** What eager players do on the first days. Half of them bet on what is promised for bets; the others take deposits, codes, gifts and what is
 *  put on bets, and give one bonus up. */
export async function takeAll(month: Month, { players, day, games }: FirstDay): Promise<void> {
  if (day > BET_DAYS) return
  const eager = [...players.slice(0, EAGER).entries()]
  await sideBySide(eager, A_FEW, ([at, id]) =>
    at % 2 === 0 ? bet(month, id, { day, game: games[(at / 2 + day) % games.length] ?? 0 }) : take(month, id, day),
  )
}

async function bet(month: Month, id: number, { day, game }: { readonly day: number; readonly game: number }) {
  if (day === 1) {
    for (const campaignId of FOR_BETS) await claim(month, id, campaignId)
    await month.deposit(id, DEPOSIT)
  }
  await month.bet(id, game, { stake: STAKE })
}

async function take(month: Month, id: number, day: number): Promise<void> {
  if (day <= 2) {
    await claim(month, id, day === 1 ? 'first' : 'second')
    await month.deposit(id, DEPOSIT)
    return
  }
  if (day > 3) return
  const { brandId, promo } = month
  const player = month.player(id)
  for (const campaignId of ['double', 'power', 'cover']) await claim(month, id, campaignId)
  for (const code of ['ten', 'free']) await month.tried(promo.redeem(brandId, player, code))
  await month.tried(promo.grant(brandId, { player, campaignId: 'desk', reference: crypto.randomUUID() }))
  const awardId = await claim(month, id, 'daily')
  if (awardId !== undefined) await month.tried(promo.refuse(brandId, { accountId: id, awardId }))
}

function claim(month: Month, id: number, campaignId: string): Promise<number | undefined> {
  return month.tried(month.promo.claim(month.brandId, month.player(id), campaignId))
}
