import type { Campaign } from '#schemas'
import type { TellFault } from './bet-task-faults.rules.ts'

/** Faults of what a campaign asks of losses at games: terms that are missing, contradict each other, or could never hold (PROMO-15). */
export function lossFaults(campaign: Campaign, tell: TellFault): void {
  const { on, losses } = campaign.trigger
  if (on !== 'losses') {
    if (losses !== undefined)
      tell(
        '/trigger/losses',
        'losses',
        'none',
        `It is given on "${on}", and losses are never looked at. Take "losses" out, or write "on": "losses".`,
      )
    return
  }
  if (losses === undefined)
    tell(
      '/trigger/losses',
      'none',
      'which losses count',
      'It is given for losses, and does not say at which games. Write "losses".',
    )
  else gameFaults(losses, tell)
  rewardFaults(campaign, tell)
}

function gameFaults(
  { products, games, excludedGames }: NonNullable<Campaign['trigger']['losses']>,
  tell: TellFault,
): void {
  if (products.length === 0)
    tell(
      '/trigger/losses/products',
      '[]',
      'a kind of games',
      'No kind of games counts, so that nothing is ever lost. Name one in "products".',
    )
  for (const game of games.filter((one) => excludedGames.includes(one)))
    tell(
      '/trigger/losses/excludedGames',
      game,
      'no game of "games"',
      `The game "${game}" counts and is left out at once. Take it out of one of the two.`,
    )
}

function rewardFaults({ reward, wagering }: Campaign, tell: TellFault): void {
  const { kind = 'funds', percentE4 } = reward
  if (kind !== 'funds' && kind !== 'freebet') {
    tell(
      '/reward/kind',
      kind,
      'freebet or funds',
      'What is given is no share of a loss. Give a free bet or bonus money, and the share in "percentE4".',
    )
    return
  }
  if (percentE4 === 0)
    tell(
      '/reward/fixedMinor',
      reward.fixedMinor,
      '0 and a share',
      'A loss is given back by a share of it. Write "percentE4": 1000 for a tenth, and 0 for the amount.',
    )
  if (percentE4 > 10_000)
    tell(
      '/reward/percentE4',
      percentE4,
      'at most 10000',
      'More than the loss would be given back, so that players win by losing. Write 10000 or less.',
    )
  if (wagering.base !== 'bonus')
    tell('/wagering/base', wagering.base, 'bonus', 'There is no deposit that could be staked with it. Write "bonus".')
}
