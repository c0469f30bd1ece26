import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { buyBingoCards } from '#calls/lotteries/bingo.calls.ts'
import { type AskedBingoCards, bingoCardsMachine } from '#machines/lotteries/bingo/bingo-cards.machine.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BingoTicket, BingoView } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { usePlayer } from '../../page/player.tsx'
import { newGuid } from '../../page/request-keys.ts'
import { RefusalWay } from '../live/RefusalWay.tsx'
import styles from './bingo.module.css'
import { bingoMoney } from './bingo-text.ts'

/** Props of {@link BingoShop}. */
export interface BingoShopProps {
  readonly view: BingoView
  /** How many cards the player has in the round. */
  readonly held: number
  readonly onBought: () => void
}

/** Buys cards of the round that is sold (LOT-5, LOT-7). */
export function BingoShop({ view, held, onBought }: BingoShopProps) {
  const app = useApp()
  const t = useText()
  const { player } = usePlayer()
  const actor = useShop(view, held)
  useEffect(() => {
    const subscription = actor.on('cards.bought', onBought)
    return () => subscription.unsubscribe()
  }, [actor, onBought])
  const { count, most, priceMinor, failure } = useSelector(actor, (state) => state.context)
  const value = useSelector(actor, (state) => String(state.value))
  const signIn = offeredPath(app, 'login')
  const isSold = view.state === 'open'
  const buy = () => actor.send({ type: 'purchase.asked' })
  const choose = (next: number) => actor.send({ type: 'count.chosen', count: next })
  const price = bingoMoney(app, priceMinor * count, view)
  if (!player)
    return signIn ? (
      <ButtonLink to={signIn} kind="primary" size="large" isWide>
        {t('bingo.sign_in')}
      </ButtonLink>
    ) : null
  return (
    <section className={styles.shop} aria-label={t('bingo.how_many')}>
      {value === 'bought' ? <p role="status">{t('bingo.bought')}</p> : null}
      {failure ? (
        <p role="alert" className={styles.warning}>
          {value === 'unsure' ? t('bingo.unsure') : t(failure.code, { ...failure.params })}
        </p>
      ) : null}
      {value === 'refused' ? (
        <>
          {failure ? <RefusalWay code={failure.code} priceMinor={priceMinor * count} money={view} /> : null}
          <Button isWide size="large" onClick={() => actor.send({ type: 'refusal.read' })}>
            {t('bingo.back')}
          </Button>
        </>
      ) : value === 'unsure' ? (
        <Button kind="primary" isWide size="large" onClick={buy}>
          {t('bingo.ask_again')}
        </Button>
      ) : value === 'bought' ? (
        <Button isWide size="large" onClick={() => actor.send({ type: 'more.asked', guid: newGuid() })}>
          {t('bingo.more_cards')}
        </Button>
      ) : !isSold ? (
        <p className={styles.quiet}>{t('bingo.sale_closed')}</p>
      ) : most === 0 ? (
        <p className={styles.quiet}>{t('bingo.full')}</p>
      ) : (
        <>
          <div className={styles.stepper}>
            <span>{t('bingo.how_many')}</span>
            <Button aria-label={t('bingo.fewer')} disabled={count <= 1} onClick={() => choose(count - 1)}>
              −
            </Button>
            <output>{count}</output>
            <Button aria-label={t('bingo.more')} disabled={count >= most} onClick={() => choose(count + 1)}>
              +
            </Button>
          </div>
          <Button kind="primary" size="large" isWide isBusy={value === 'buying'} onClick={buy}>
            {t('bingo.buy', { price })}
          </Button>
        </>
      )}
    </section>
  )
}

/** The purchase, which follows the round that the room shows. */
function useShop({ room, roundId, priceMinor, maxCards }: BingoView, held: number) {
  const { call } = useApp()
  const most = Math.max(0, maxCards - held)
  const [machine] = useState(() =>
    bingoCardsMachine.provide({
      actors: {
        buy: fromPromise<BingoTicket, AskedBingoCards>(({ input }) => call(buyBingoCards, { body: input })),
      },
    }),
  )
  const [input] = useState(() => ({ guid: newGuid(), room, round: roundId, priceMinor, most }))
  const actor = useActorRef(machine, { input })
  const value = useSelector(actor, (state) => state.value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a purchase that is over takes the round that is shown then
  useEffect(() => actor.send({ type: 'round.shown', round: roundId, room: most }), [actor, roundId, most, value])
  return actor
}
