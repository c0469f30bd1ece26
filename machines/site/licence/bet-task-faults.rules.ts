import type { Campaign } from '#schemas'

/** Says a fault of a campaign: where, what was found, what is expected, and the mend. */
export type TellFault = (pointer: string, found: string | number, expected: string, message: string) => void

/** The rule that a kind of bonus for bets goes by (PROMO-2). */
const RULES = {
  lost_first_bet: 'first_lost',
  risk_free: 'risk_free',
  first_bets_cashback: 'net_loss',
  sport_betting: 'staked',
  distribution_of_profits: 'pool',
} as const

/** Faults of what a campaign asks of bets: terms that are missing, contradict each other, or are not those of its kind (PROMO-15). */
export function betTaskFaults(campaign: Campaign, tell: TellFault): void {
  const { trigger, type } = campaign
  const { on, bets } = trigger
  const rule = Object.hasOwn(RULES, type) ? RULES[type as keyof typeof RULES] : undefined
  if (on !== 'bets') {
    if (bets !== undefined)
      tell(
        '/trigger/bets',
        bets.rule,
        'none',
        `It is given on "${on}", and its bets are never looked at. Take "bets" out, or write "on": "bets".`,
      )
    if (rule !== undefined)
      tell(
        '/trigger/on',
        on,
        'bets',
        `A bonus of the type "${type}" is given for bets. Write "on": "bets", or another type.`,
      )
    return
  }
  if (bets === undefined)
    tell(
      '/trigger/bets',
      'none',
      'what is asked of bets',
      'It is given for bets, and does not say for which. Write "bets".',
    )
  else taskFaults(campaign, bets, rule, tell)
}

function taskFaults(
  { type, reward, wagering, endsAt }: Campaign,
  bets: NonNullable<Campaign['trigger']['bets']>,
  rule: (typeof RULES)[keyof typeof RULES] | undefined,
  tell: TellFault,
): void {
  const isStaked = bets.rule === 'staked'
  const isPool = bets.rule === 'pool'
  const isGivable = [undefined, 'funds', 'freebet', ...(isStaked ? ['points'] : [])].includes(reward.kind)
  if (rule !== undefined && rule !== bets.rule)
    tell(
      '/trigger/bets/rule',
      bets.rule,
      rule,
      `A bonus of the type "${type}" goes by the rule "${rule}". Write it, or another type.`,
    )
  if (isStaked && bets.stakedMinor === 0)
    tell(
      '/trigger/bets/stakedMinor',
      0,
      'an amount',
      'It is given for an amount that is staked, and names none. Write the amount.',
    )
  if (isPool && endsAt === undefined)
    tell(
      '/endsAt',
      'none',
      'an end',
      'A pool is shared out when the campaign ends, and it has no end: nobody would get anything. Write "endsAt".',
    )
  if (!isStaked && bets.stakedMinor > 0)
    tell(
      '/trigger/bets/stakedMinor',
      bets.stakedMinor,
      '0',
      'It gives a loss back, whatever was staked. Write 0, or "rule": "staked".',
    )
  if (bets.rule !== 'net_loss' && bets.count !== 1)
    tell(
      '/trigger/bets/count',
      bets.count,
      '1',
      'Bets are added up by the rule "net_loss" alone. Write 1, or that rule.',
    )
  if (isStaked && reward.percentE4 > 0)
    tell(
      '/reward/percentE4',
      reward.percentE4,
      '0',
      'Nothing is lost of which a share could be given. Write "fixedMinor" instead.',
    )
  if (!isStaked && !isPool && reward.percentE4 === 0 && isGivable)
    tell(
      '/reward/fixedMinor',
      reward.fixedMinor,
      '0 and a share',
      'A loss is given back by a share of it. Write "percentE4": 10000 for all of it, and 0 for the amount.',
    )
  if (!isStaked && reward.percentE4 > 10_000)
    tell(
      '/reward/percentE4',
      reward.percentE4,
      'at most 10000',
      isPool
        ? 'More than the whole profit would be shared out. Write 10000 or less.'
        : 'More than the loss would be given back, so that players win by losing. Write 10000 or less.',
    )
  if (!isGivable)
    tell(
      '/reward/kind',
      reward.kind ?? 'funds',
      'freebet or funds',
      'What is given is no share of a loss or of stakes, and is not taken back when a bet is settled again. Give a free bet or bonus money.',
    )
  if (wagering.base !== 'bonus')
    tell('/wagering/base', wagering.base, 'bonus', 'There is no deposit that could be staked with it. Write "bonus".')
}
