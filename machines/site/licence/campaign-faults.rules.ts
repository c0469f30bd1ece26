import type { Campaign } from '#schemas'
import { betTaskFaults, type TellFault as Tell } from './bet-task-faults.rules.ts'
import { type BonusLaw, bonusLaw } from './bonus-law.rules.ts'
import { lossFaults } from './loss-faults.rules.ts'
import { pointsFaults, strayPointsFault } from './points-faults.rules.ts'
import { tokenFaults } from './token-faults.rules.ts'
import { isTokenKind } from './token-kinds.ts'

/** What is wrong with a campaign. */
export interface CampaignFault {
  /** JSON Pointer inside the campaign. */
  readonly pointer: string
  readonly found: string
  readonly expected: string
  /** What is wrong, and what to write instead. */
  readonly message: string
}

/** Faults of a campaign: terms that contradict each other, promise more than there is, can be held only at a withdrawal, or break the
 *  licence (PROMO-15, PROMO-16).
 *  @param pack the licence of the brand, as `gb` */
export function campaignFaults(campaign: Campaign, pack: Parameters<typeof bonusLaw>[0]): readonly CampaignFault[] {
  const faults: CampaignFault[] = []
  const tell: Tell = (pointer, found, expected, message) =>
    faults.push({ pointer, found: String(found), expected, message })
  triggerFaults(campaign, tell)
  betTaskFaults(campaign, tell)
  lossFaults(campaign, tell)
  tokenFaults(campaign, tell)
  rewardFaults(campaign, tell)
  wageringFaults(campaign, tell)
  if (campaign.isOffered) lawFaults(campaign, bonusLaw(pack), tell)
  return faults
}

function triggerFaults({ trigger, audience, startsAt, endsAt }: Campaign, tell: Tell): void {
  const { on, code, depositNumber, minimumDepositMinor } = trigger
  if (on !== 'code' && code !== '')
    tell(
      '/trigger/code',
      code,
      '""',
      `Nobody enters the code: it is given on "${on}". Leave the code empty, or write "on": "code".`,
    )
  if (on !== 'deposit' && on !== 'code' && (depositNumber > 0 || minimumDepositMinor > 0))
    tell(
      depositNumber > 0 ? '/trigger/depositNumber' : '/trigger/minimumDepositMinor',
      depositNumber > 0 ? depositNumber : minimumDepositMinor,
      '0',
      `No deposit is asked for: it is given on "${on}". Write 0, or "on": "deposit".`,
    )
  if (trigger.after !== undefined && on !== 'deposit')
    tell(
      '/trigger/after',
      trigger.after,
      'none',
      `Stages are given on deposits: it is given on "${on}". Take "after" out, or write "on": "deposit".`,
    )
  if (trigger.streakDays !== undefined && on !== 'day')
    tell(
      '/trigger/streakDays',
      trigger.streakDays,
      'none',
      `Days in a row are counted where it is given on a day: it is given on "${on}". Take "streakDays" out, or write "on": "day".`,
    )
  if (trigger.every !== undefined && on !== 'segment' && on !== 'losses' && !(on === 'deposit' && depositNumber === 0))
    tell(
      '/trigger/every',
      trigger.every,
      'none',
      on === 'deposit'
        ? `A player makes deposit number ${depositNumber} once, so it cannot be had each ${trigger.every}. Write "depositNumber": 0 for any deposit, or take "every" out.`
        : `What can be had again is given on any deposit, on losses or to a segment: it is given on "${on}". Take "every" out, or write "on": "deposit".`,
    )
  if (trigger.excludedMethods !== undefined && !asksForDeposit(trigger))
    tell(
      '/trigger/excludedMethods',
      trigger.excludedMethods.join(', '),
      'none',
      `No deposit is asked for, so no payment method can be left out: it is given on "${on}". Take "excludedMethods" out, or write "on": "deposit".`,
    )
  if (on === 'segment' && Object.keys(audience ?? {}).length === 0)
    tell(
      '/audience',
      'none',
      'at least one condition',
      'It is given to a part of the players, and does not say to which. Write a condition in "audience".',
    )
  const { minimumDeposits = 0, maximumDeposits } = audience ?? {}
  if (maximumDeposits !== undefined && maximumDeposits < minimumDeposits)
    tell(
      '/audience/maximumDeposits',
      maximumDeposits,
      `at least ${minimumDeposits}`,
      'No player has made so many deposits and so few at once. Change one of the two.',
    )
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(endsAt) <= Date.parse(startsAt))
    tell('/endsAt', endsAt, `later than ${startsAt}`, 'It ends before it begins. Move one of the two.')
}

function asksForDeposit({ on, minimumDepositMinor }: Campaign['trigger']): boolean {
  return on === 'deposit' || (on === 'code' && minimumDepositMinor > 0)
}

function rewardFaults(campaign: Campaign, tell: Tell): void {
  const { reward } = campaign
  if (reward.kind !== 'points') strayPointsFault(reward, tell)
  if (reward.kind === 'points') pointsFaults(campaign, tell)
  else if (reward.kind === 'free_rounds') freeRoundsFaults(campaign, tell)
  else {
    if (reward.freeRounds)
      tell(
        '/reward/freeRounds',
        'free rounds',
        'none',
        'It names free rounds, and its kind is another one: nobody would get them. Write "kind": "free_rounds", or take them out.',
      )
    amountFaults(campaign, tell)
  }
}

function freeRoundsFaults({ reward, budgetMinor, trigger }: Campaign, tell: Tell): void {
  const { freeRounds, fixedMinor, percentE4, maximumMinor } = reward
  if (!freeRounds)
    tell(
      '/reward/kind',
      'free_rounds',
      'free rounds',
      'It gives free rounds and names none. Write "freeRounds" with their game, how many they are and their stake.',
    )
  for (const [key, value] of Object.entries({ fixedMinor, percentE4, maximumMinor }))
    if (value > 0)
      tell(`/reward/${key}`, value, '0', `Free rounds give no amount of money, so "${key}" would be ignored. Write 0.`)
  if (trigger.on === 'code' && trigger.minimumDepositMinor > 0)
    tell(
      '/trigger/minimumDepositMinor',
      trigger.minimumDepositMinor,
      '0',
      'Free rounds for a code are given at once, whatever was deposited. Write 0, or "on": "deposit".',
    )
  const costMinor = freeRounds ? freeRounds.rounds * freeRounds.stakeMinor : 0
  if (costMinor > budgetMinor)
    tell(
      '/budgetMinor',
      budgetMinor,
      `at least ${costMinor}`,
      `The free rounds of a single player, ${costMinor}, are more than the whole budget: nobody could be given them. Raise "budgetMinor", or give fewer rounds.`,
    )
}

function amountFaults({ trigger, reward, budgetMinor }: Campaign, tell: Tell): void {
  const { fixedMinor, percentE4, maximumMinor } = reward
  const takesShare = ['deposit', 'code', 'bets', 'losses'].includes(trigger.on) || isTokenKind(reward.kind)
  if (percentE4 > 0 && fixedMinor > 0)
    tell(
      '/reward/fixedMinor',
      fixedMinor,
      '0',
      'It gives an amount and a share of the deposit; only the share would be given. Write 0 for one of them.',
    )
  if (percentE4 === 0 && fixedMinor === 0)
    tell(
      '/reward',
      '0',
      'an amount or a share',
      'It gives nothing. Write "fixedMinor", or "percentE4" for a share of the deposit.',
    )
  if (percentE4 > 0 && !takesShare)
    tell(
      '/reward/percentE4',
      percentE4,
      '0',
      `A share of a deposit is promised, and none is asked for: it is given on "${trigger.on}". Write "fixedMinor" instead.`,
    )
  if ((percentE4 === 0 || isTokenKind(reward.kind)) && trigger.on === 'code' && trigger.minimumDepositMinor > 0)
    tell(
      '/trigger/minimumDepositMinor',
      trigger.minimumDepositMinor,
      '0',
      'An amount for a code is given at once, whatever was deposited. Write 0, or "percentE4" for a share of the deposit.',
    )
  if (maximumMinor === 0 || (percentE4 === 0 && fixedMinor > maximumMinor))
    tell(
      '/reward/maximumMinor',
      maximumMinor,
      `at least ${Math.max(fixedMinor, 1)}`,
      'It promises more than the most that is given. Raise "maximumMinor".',
    )
  if (Math.max(maximumMinor, fixedMinor) > budgetMinor)
    tell(
      '/budgetMinor',
      budgetMinor,
      `at least ${maximumMinor}`,
      `A single bonus of ${maximumMinor} is more than the whole budget: nobody could be given it. Raise "budgetMinor", or lower "maximumMinor".`,
    )
}

function wageringFaults({ wagering, type, reward }: Campaign, tell: Tell): void {
  const { timesE2, productsPpm, gamesPpm, capTimesE2, maximumStakeMinor } = wagering
  releaseFaults({ wagering, reward }, tell)
  winningsFaults({ wagering, reward }, tell)
  const counts = (share: number | undefined) => (share ?? 0) > 0
  const isSport = counts(productsPpm.sport)
  const isCasino = Object.entries(productsPpm).some(([product, share]) => product !== 'sport' && counts(share))
  const hasGames = Object.values(gamesPpm).some(counts)
  if (timesE2 === 0) {
    const late = [
      ['capTimesE2', capTimesE2],
      ['maximumStakeMinor', maximumStakeMinor],
    ] as const
    for (const [key, value] of late)
      if (value > 0)
        tell(
          `/wagering/${key}`,
          value,
          '0',
          `The bonus is money at once, so "${key}" could only be held against the player at a withdrawal. Write 0, or a wagering in "timesE2".`,
        )
    return
  }
  if (!isSport && !isCasino && !hasGames)
    tell(
      '/wagering/productsPpm',
      '{}',
      'a product that counts',
      'It has to be staked, and nothing counts: nobody could play it through. Name a product in "productsPpm", or write "timesE2": 0.',
    )
  if (type === 'sport' && !isSport)
    tell(
      '/wagering/productsPpm',
      Object.keys(productsPpm).join(', '),
      'sport',
      'A bonus for sport on which no bet counts. Add "sport", or write "type": "casino".',
    )
  if (type === 'casino' && !isCasino && !hasGames)
    tell(
      '/wagering/productsPpm',
      Object.keys(productsPpm).join(', '),
      'a kind of games',
      'A bonus for the casino at which no game counts. Add a kind of games, or write "type": "sport".',
    )
  if (capTimesE2 > 0 && capTimesE2 < 100)
    tell(
      '/wagering/capTimesE2',
      capTimesE2,
      'at least 100',
      'Less than the bonus itself would become money. Write 100 or more, or 0 for no bound.',
    )
}

/** Winnings alone can be released only of a bonus that is money and has to be played through. */
function releaseFaults({ wagering, reward }: Pick<Campaign, 'wagering' | 'reward'>, tell: Tell): void {
  const { release, timesE2 } = wagering
  if (release !== 'winnings') return
  if ((reward.kind ?? 'funds') !== 'funds')
    tell(
      '/wagering/release',
      release,
      '"whole"',
      `Only bonus money can be kept back from its winnings: it gives "${reward.kind}". Take "release" out, or give "funds".`,
    )
  else if (timesE2 === 0)
    tell(
      '/wagering/release',
      release,
      '"whole"',
      'The bonus is money at once, before anything could be won with it: nobody would get anything. Take "release" out, or write a wagering in "timesE2".',
    )
}

/** What a free bet wins has to be played through, or is money at once: both cannot be. */
function winningsFaults({ wagering, reward }: Pick<Campaign, 'wagering' | 'reward'>, tell: Tell): void {
  const { kind = 'funds', winnings = 'cash' } = reward
  const { timesE2, base } = wagering
  if (kind !== 'freebet') {
    if (reward.winnings !== undefined)
      tell(
        '/reward/winnings',
        winnings,
        'none',
        kind === 'free_rounds'
          ? 'What free rounds win has to be played through by "timesE2" alone. Take "winnings" out.'
          : `Only a free bet wins something: it gives "${kind}". Take "winnings" out, or write "kind": "freebet".`,
      )
    return
  }
  if (winnings === 'cash' && timesE2 > 0)
    tell(
      '/reward/winnings',
      winnings,
      '"bonus"',
      'It asks for a wagering, and what the free bet wins is money at once: nothing would have to be staked. Write "winnings": "bonus", or "timesE2": 0.',
    )
  if (winnings === 'cash') return
  if (timesE2 === 0)
    tell(
      '/wagering/timesE2',
      timesE2,
      'at least 1',
      'What the free bet wins is to be played through, and nothing has to be staked for it. Write how often in "timesE2", or "winnings": "cash".',
    )
  if (base !== 'bonus')
    tell(
      '/wagering/base',
      base,
      '"bonus"',
      'What the free bet has won is to be staked so often; a deposit is no part of it. Write "base": "bonus".',
    )
}

function lawFaults({ trigger, reward, wagering, minimumAge }: Campaign, law: BonusLaw, tell: Tell): void {
  const { clause, mostTimesE2, minimumAge: years } = law
  const { timesE2, base, productsPpm } = wagering
  if (law.isForbidden) {
    tell(
      '/isOffered',
      'true',
      'false',
      `The licence of the brand allows no such bonus (${clause}). Write "isOffered": false.`,
    )
    return
  }
  // A deposit that counts too is taken for as much as the bonus.
  const asked = base === 'deposit_and_bonus' ? 2 * timesE2 : timesE2
  if (mostTimesE2 !== undefined && asked > mostTimesE2)
    tell(
      '/wagering/timesE2',
      timesE2,
      `at most ${base === 'bonus' ? mostTimesE2 : mostTimesE2 / 2}`,
      `The licence of the brand allows a bonus to be staked ${mostTimesE2 / 100} times at most (${clause}). Lower "timesE2".`,
    )
  // A free bet is a bet on sport, whatever its winnings are staked on.
  const isOnSport = (productsPpm.sport ?? 0) > 0 || (reward.kind === 'freebet' && reward.winnings === 'bonus')
  const isMixed = isOnSport && Object.entries(productsPpm).some(([product, share]) => product !== 'sport' && share > 0)
  if (law.isMixedForbidden && isMixed)
    tell(
      '/wagering/productsPpm',
      Object.keys(productsPpm).join(', '),
      'sport alone, or games alone',
      `The licence of the brand lets one bonus ask for one kind of gambling (${clause}). Make two campaigns of it.`,
    )
  const isFirst = trigger.on === 'registration' || (trigger.on === 'deposit' && trigger.depositNumber === 1)
  if (law.isOnce && !isFirst)
    tell(
      '/trigger/on',
      trigger.on,
      'registration, or the first deposit',
      `The licence of the brand allows a bonus at the first play alone (${clause}). Give it on "registration", or on "deposit" with "depositNumber": 1.`,
    )
  if (years !== undefined && (minimumAge ?? 0) < years)
    tell(
      '/minimumAge',
      minimumAge ?? 'none',
      `at least ${years}`,
      `The licence of the brand allows no bonus below ${years} years (${clause}). Write "minimumAge": ${years}, so that players read it.`,
    )
}
