import { useEffect, useRef, useState } from 'react'
import { JackpotStrip, type ShownJackpot } from '#renderers/casino/jackpots/JackpotStrip.tsx'
import { JackpotWin } from '#renderers/casino/jackpots/JackpotWin.tsx'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { Jackpot, JackpotsAnswer, JackpotWon } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { moneyText } from '../../page/money-text.ts'
import { offeredPath } from '../../page/paths.ts'
import { useClimbing, useJackpots } from './use-jackpots.ts'

/** Props of {@link Jackpots}. */
export interface JackpotsProps {
  readonly first: JackpotsAnswer
  /** Only those of a game. */
  readonly gameId?: string
}

/** The jackpots of the lobby or of a game, which climb while they are seen, and what the player has just won (CAS-12). */
export function Jackpots({ first, gameId }: JackpotsProps) {
  const t = useText()
  const { jackpots, won } = useJackpots(gameId, first)
  const minors = useClimbing(jackpots.map(({ amountMinor }) => amountMinor))
  const shownOf = useShown()
  if (jackpots.length === 0) return null
  return (
    <>
      <JackpotStrip
        title={t('casino.jackpots')}
        note={t('casino.jackpot_own_money')}
        jackpots={jackpots.map((jackpot, at) => shownOf(jackpot, minors[at] ?? jackpot.amountMinor))}
      />
      <JustWon won={won} />
    </>
  )
}

/** Says a jackpot in the words of the page. */
function useShown(): (jackpot: Jackpot, minor: number) => ShownJackpot {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  return ({ id, name, kind, currency, exponent, capMinor, dropsBy, last }, minor) => {
    const money = (amountMinor: number) => moneyText(app, amountMinor / 10 ** exponent, currency)
    const timed = dropsBy ? t('casino.jackpot_before_moment', { at: write(dropsBy) }) : t('casino.jackpot_by_chance')
    const byAmount = kind === 'must_drop_amount'
    return {
      ...{ id, name, amount: money(minor) },
      rule: byAmount ? t('casino.jackpot_before_amount', { amount: money(capMinor) }) : timed,
      ...(byAmount ? { nearness: minor / capMinor } : {}),
      ...(last ? { last: t('casino.jackpot_last', { amount: money(last.amountMinor), at: write(last.at) }) } : {}),
    }
  }
}

/** A win of before the page was opened is shown again only when it is that fresh. */
const FRESH_MS = 60_000

function JustWon({ won }: { readonly won: readonly JackpotWon[] }) {
  const app = useApp()
  const t = useText()
  const since = useRef(0)
  const [told, setTold] = useState<readonly number[]>([])
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    since.current = Date.now() - FRESH_MS
    setIsReady(true)
  }, [])
  const fresh = isReady
    ? won.find(({ roundId, at }) => !told.includes(roundId) && Date.parse(at) >= since.current)
    : undefined
  if (!fresh) return null
  const { roundId, name, amountMinor, exponent, currency } = fresh
  const history = offeredPath(app, 'office_casino')
  const amount = moneyText(app, amountMinor / 10 ** exponent, currency)
  return (
    // A press beside it is none to leave it: who presses round after round would never see it.
    <Dialog
      isOpen
      buttons={['ok']}
      closesOnEscape
      closesOnOutsidePress={false}
      title={t('casino.jackpot_won', { name })}
      okLabel={t('casino.jackpot_continue')}
      onClose={() => setTold([...told, roundId])}
    >
      <JackpotWin amount={amount} text={t('casino.jackpot_won_text', { amount })}>
        {history ? (
          <ButtonLink kind="plain" to={`${history}?round=${roundId}`}>
            {t('casino.jackpot_explain')}
          </ButtonLink>
        ) : null}
      </JackpotWin>
    </Dialog>
  )
}
