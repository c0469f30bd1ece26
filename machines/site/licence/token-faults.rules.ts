import type { Campaign } from '#schemas'
import type { TellFault } from './bet-task-faults.rules.ts'
import { isTokenKind, type TokenKind } from './token-kinds.ts'

/** What a kind of bonus gives that is put on a bet (PROMO-2). */
const KINDS = { double: 'double', boost: 'powerbet', insurance: 'insurance' } as const satisfies Partial<
  Record<Campaign['type'], TokenKind>
>

/** Faults of a bonus that is put on a bet: terms that are missing, are not those of its kind, or could never hold (PROMO-15). */
export function tokenFaults(campaign: Campaign, tell: TellFault): void {
  const { type, reward } = campaign
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : undefined
  if (kind !== undefined && reward.kind !== kind)
    tell(
      '/reward/kind',
      reward.kind ?? 'funds',
      kind,
      `A bonus of the type "${type}" gives "${kind}". Write it, or another type.`,
    )
  if (!isTokenKind(reward.kind)) plainFaults(reward, tell)
  else termFaults(campaign, reward.kind, tell)
}

function plainFaults({ kind = 'funds', bet, premiumMinor }: Campaign['reward'], tell: TellFault): void {
  if (bet !== undefined)
    tell(
      '/reward/bet',
      'a bet',
      'none',
      `It gives "${kind}", which is put on no bet, so that this is never asked. Take "bet" out.`,
    )
  if (premiumMinor !== undefined)
    tell(
      '/reward/premiumMinor',
      premiumMinor,
      'none',
      'Players pay for an insurance alone. Take "premiumMinor" out, or write "kind": "insurance".',
    )
}

function termFaults({ reward, trigger, wagering }: Campaign, kind: TokenKind, tell: TellFault): void {
  const { percentE4, fixedMinor, maximumMinor, premiumMinor } = reward
  if (reward.bet === undefined)
    tell(
      '/reward/bet',
      'none',
      'which bets it can be put on',
      'It is put on a bet, and does not say on which. Write "bet" with the least stake, odds and selections.',
    )
  if (kind === 'double' ? percentE4 > 0 : fixedMinor > 0)
    tell(
      kind === 'double' ? '/reward/percentE4' : '/reward/fixedMinor',
      kind === 'double' ? percentE4 : fixedMinor,
      '0',
      kind === 'double'
        ? 'A double pays the winnings once more, up to "fixedMinor". Write 0 for the share.'
        : 'It pays a share, up to "maximumMinor". Write 0 for the amount, and the share in "percentE4".',
    )
  if (kind === 'insurance' && percentE4 > 10_000)
    tell(
      '/reward/percentE4',
      percentE4,
      'at most 10000',
      'More than the loss would come back, so that players win by losing. Write 10000 or less.',
    )
  if (wagering.timesE2 > 0)
    tell(
      '/wagering/timesE2',
      wagering.timesE2,
      '0',
      'What it pays beside the bet is money at once and is never staked again. Write 0.',
    )
  if (kind === 'insurance') premiumFaults({ on: trigger.on, premiumMinor, maximumMinor }, tell)
  else if (premiumMinor !== undefined)
    tell(
      '/reward/premiumMinor',
      premiumMinor,
      'none',
      'Players pay for an insurance alone. Take "premiumMinor" out, or write "kind": "insurance".',
    )
}

function premiumFaults(
  {
    on,
    premiumMinor,
    maximumMinor,
  }: {
    readonly on: Campaign['trigger']['on']
    readonly premiumMinor: number | undefined
    readonly maximumMinor: number
  },
  tell: TellFault,
): void {
  if (premiumMinor === undefined)
    tell(
      '/reward/premiumMinor',
      'none',
      'a price',
      'An insurance is paid for, and has no price. Write "premiumMinor", or give "risk_free" for nothing.',
    )
  else if (premiumMinor >= maximumMinor)
    tell(
      '/reward/premiumMinor',
      premiumMinor,
      `below ${maximumMinor}`,
      'It costs as much as it can pay at most, so that nobody gains by it. Lower the price, or raise "maximumMinor".',
    )
  if (on !== 'day' && on !== 'segment')
    tell(
      '/trigger/on',
      on,
      'day or segment',
      'Players pay for an insurance when they take it, so that nothing is taken from them unasked. Write "day" for once a day, or "segment".',
    )
}
