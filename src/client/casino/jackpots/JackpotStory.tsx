import { useState } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { JackpotProof } from '#schemas'
import { GameLines } from '../GameParts.tsx'

/** Props of {@link JackpotStory}. */
export interface JackpotStoryProps {
  readonly jackpot: JackpotProof
  /** ISO 4217 code of the prize. */
  readonly currency: string
  readonly money: (minor: number) => string
}

const MICRO = 1_000_000

/** How a jackpot was won: all that it follows from, verified in the browser. */
export function JackpotStory({ jackpot, currency, money }: JackpotStoryProps) {
  const t = useText()
  const [verdict, setVerdict] = useState<'unchecked' | 'proved' | 'wrong'>('unchecked')
  const { name, run, secret, commitment, startMicro, capMinor, beforeMicro, afterMicro, nonce, stakeRound } = jackpot
  const lines: readonly (readonly [string, string])[] = [
    [t('casino.jackpot_name'), name],
    [t('casino.jackpot_run'), String(run)],
    [t('casino.jackpot_commitment'), commitment],
    [t('casino.jackpot_secret'), secret],
    [t('casino.jackpot_start'), money(startMicro / MICRO)],
    [t('casino.jackpot_cap'), money(capMinor)],
    [t('casino.jackpot_amount_before'), money(beforeMicro / MICRO)],
    [t('casino.jackpot_amount_after'), money(afterMicro / MICRO)],
    [t('casino.jackpot_nonce'), String(nonce + 1)],
    [t('casino.jackpot_stake_round'), stakeRound],
  ]
  return (
    <>
      <GameLines>
        {lines.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </GameLines>
      <Button
        onClick={() => void verify(jackpot, currency).then((isProved) => setVerdict(isProved ? 'proved' : 'wrong'))}
      >
        {t('casino.jackpot_check')}
      </Button>
      <p role="status">{verdict === 'unchecked' ? '' : t(`casino.jackpot_${verdict}`)}</p>
    </>
  )
}

/** Whether the secret is that of the hash, and by it this stake wins and, where an amount decides, the one before it would not have. */
async function verify(jackpot: JackpotProof, currency: string): Promise<boolean> {
  const [{ isCommitted }, { isHit }] = await Promise.all([
    import('#machines/casino/fairness/replay.rules.ts'),
    import('#machines/casino/jackpots/jackpot.rules.ts'),
  ])
  const { id, kind, run, secret, commitment, dropsBy, beforeMicro, afterMicro } = jackpot
  const judged = {
    ...{ kind, startMicro: jackpot.startMicro, capMinor: jackpot.capMinor, oneInMinor: jackpot.oneInMinor },
    ...{ startedMs: Date.parse(jackpot.startedAt), dropsByMs: dropsBy ? Date.parse(dropsBy) : null },
    ...{ stakeMinor: jackpot.stakeMinor, nonce: jackpot.nonce, nowMs: Date.parse(jackpot.at) },
  }
  const of = { secret, jackpotId: id, currency, run }
  if (!isCommitted(secret, commitment) || !isHit(of, { ...judged, mainMicro: afterMicro })) return false
  return kind !== 'must_drop_amount' || beforeMicro === afterMicro || !isHit(of, { ...judged, mainMicro: beforeMicro })
}
