import type { Campaign } from '#schemas'
import type { TellFault } from './bet-task-faults.rules.ts'

/** Faults of points that a campaign gives: terms that are missing, would be ignored, or could never hold (PROMO-15, PROMO-21). */
export function pointsFaults({ reward, trigger, wagering, budgetMinor }: Campaign, tell: TellFault): void {
  const { points, fixedMinor, percentE4, maximumMinor } = reward
  if (!points)
    tell(
      '/reward/kind',
      'points',
      'points',
      'It gives points, and does not say how many. Write "points" with their number and what they are worth.',
    )
  for (const [key, value] of Object.entries({ fixedMinor, percentE4, maximumMinor }))
    if (value > 0)
      tell(`/reward/${key}`, value, '0', `Points are no amount of money, so "${key}" would be ignored. Write 0.`)
  if (wagering.timesE2 > 0)
    tell('/wagering/timesE2', wagering.timesE2, '0', "Points are the player's at once and are never staked. Write 0.")
  if (trigger.on === 'code' && trigger.minimumDepositMinor > 0)
    tell(
      '/trigger/minimumDepositMinor',
      trigger.minimumDepositMinor,
      '0',
      'Points for a code are given at once, whatever was deposited. Write 0, or "on": "deposit".',
    )
  const worthMinor = points?.worthMinor ?? 0
  if (worthMinor > budgetMinor)
    tell(
      '/budgetMinor',
      budgetMinor,
      `at least ${worthMinor}`,
      `The points of a single player, worth ${worthMinor}, are more than the whole budget: nobody could be given them. Raise "budgetMinor", or give fewer points.`,
    )
}

/** The fault of points that are named and never given. */
export function strayPointsFault({ points, kind = 'funds' }: Campaign['reward'], tell: TellFault): void {
  if (points)
    tell(
      '/reward/points',
      points.points,
      'none',
      `It names points and gives "${kind}": nobody would get them. Write "kind": "points", or take them out.`,
    )
}
