import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { fromPromise } from 'xstate'
import {
  buyDrawTickets,
  getDrawGame,
  getDrawGames,
  getDrawProof,
  getDrawReceipt,
} from '#calls/lotteries/draws.calls.ts'
import { type AskedTickets, drawCartMachine } from '#machines/lotteries/draws/draw-cart.machine.ts'
import { DrawShow } from '#renderers/lotteries/DrawShow.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawBoughtAnswer, DrawCard, DrawGameAnswer, DrawLine, DrawProof } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { usePlayer } from '../../page/player.tsx'
import { newGuid } from '../../page/request-keys.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { useBalanceAfter } from '../live/use-fresh-balance.ts'
import { Countdown } from './Countdown.tsx'
import { DrawCart } from './DrawCart.tsx'
import { DrawProofPanel } from './DrawProofPanel.tsx'
import { DrawResults } from './DrawResults.tsx'
import { drawMoney } from './draw-text.ts'
import styles from './draws.module.css'
import { LineEditor } from './LineEditor.tsx'
import { PrizeTable } from './PrizeTable.tsx'
import { useDrawGame } from './use-draw-game.ts'

type Kind = DrawCard['kind']

interface GamePage {
  readonly kind: Kind
  readonly games: readonly DrawCard[]
  readonly answer: DrawGameAnswer | null
  readonly proof: DrawProof | null
  /** Lines of a ticket that is played again. */
  readonly lines: readonly DrawLine[]
  readonly page: number
}

/** The page of a kind of draw games: the game that the address names, or the first one (LOT-2, LOT-5). */
export function screenOf(kind: Kind): ScreenModule {
  return {
    Screen: GameScreen,
    loadScreen: async ({ app, url }: ScreenRequest): Promise<LoadedScreen<GamePage>> => {
      const whole = (name: string) => {
        const value = Number(url.searchParams.get(name))
        return Number.isSafeInteger(value) && value > 0 ? value : null
      }
      const page = Math.min(whole('page') ?? 1, 10_000)
      const games = (await app.call(getDrawGames, {})).games.filter((game) => game.kind === kind)
      const wanted = games.find(({ id }) => id === url.searchParams.get('game')) ?? games[0]
      const [draw, again] = [whole('draw'), whole('again')]
      const isPlayer = app.state.visitor.player !== null
      const [answer, proof, receipt] = await Promise.all([
        wanted ? app.call(getDrawGame, { query: { game: wanted.id, page } }) : null,
        draw ? app.call(getDrawProof, { query: { draw } }) : null,
        again && isPlayer ? app.call(getDrawReceipt, { query: { ticket: again } }) : null,
      ])
      const lines = receipt?.ticket.game === wanted?.id ? (receipt?.ticket.lines ?? []) : []
      const title = () => wanted?.name ?? app.texts.t(`draws.kind_${kind}`)
      const meta = () => ({ title: title(), isPrivate: draw !== null || again !== null })
      return { meta, data: { kind, games, answer, proof, lines, page } }
    },
  }
}

function GameScreen() {
  const t = useText()
  const { kind, games, answer, proof, lines, page } = useLoaderData<ScreenData<GamePage>>().data
  if (!answer) return <EmptyState icon="lottery" title={t('draws.no_games')} />
  return (
    <div className={styles.page}>
      <PageHeading title={answer.game.name} text={t(`draws.${kind}_text`)} />
      {games.length > 1 ? <GameSwitch games={games} current={answer.game.id} /> : null}
      {proof ? (
        <DrawProofPanel key={proof.result.drawId} proof={proof} />
      ) : (
        <Game key={`${answer.game.id} ${answer.game.currency}`} first={answer} lines={lines} page={page} />
      )}
    </div>
  )
}

function GameSwitch({ games, current }: { readonly games: readonly DrawCard[]; readonly current: string }) {
  const t = useText()
  const Link = useLink()
  return (
    <nav className={styles.switch} aria-label={t('draws.games')}>
      {games.map(({ id, name }) => (
        <Link key={id} to={`?game=${id}`} {...(id === current ? { 'aria-current': 'page' as const } : {})}>
          {name}
        </Link>
      ))}
    </nav>
  )
}

interface GameProps {
  readonly first: DrawGameAnswer
  readonly lines: readonly DrawLine[]
  readonly page: number
}

function Game({ first, lines, page }: GameProps) {
  const app = useApp()
  const t = useText()
  const { answer, shown, closeShow } = useDrawGame(first)
  const { game, draws, maxLines, now } = answer
  const [next] = draws
  const { player } = usePlayer()
  const showBalance = useBalanceAfter(player && game.last?.state === 'paid' ? game.last.drawId : 0)
  const actor = useCart(first, lines, showBalance)
  const [count, setCount] = useState(lines.length)
  useEffect(() => {
    const subscription = actor.subscribe(({ context }) => setCount(context.lines.length))
    return () => subscription.unsubscribe()
  }, [actor])
  return (
    <>
      {shown ? (
        <DrawShow
          key={shown.drawId}
          title={t('draws.draw_number', { number: shown.number })}
          {...{ numbers: shown.numbers, bonus: shown.bonus, second: shown.second }}
          onClose={closeShow}
        />
      ) : null}
      <p className={styles.hero}>
        {game.jackpotMinor > 0 ? (
          <span>
            {t('draws.jackpot')} <strong>{drawMoney(app, game.jackpotMinor, game)}</strong>
          </span>
        ) : null}
        <span>{t('draws.line_price', { price: drawMoney(app, game.priceMinor, game) })}</span>
        {next ? <Countdown draw={next} now={now} /> : <span>{t('draws.no_draw')}</span>}
      </p>
      <div className={styles.table}>
        <LineEditor game={game} isFull={count >= maxLines} onAdd={(line) => actor.send({ type: 'line.added', line })} />
        <DrawCart game={game} actor={actor} />
      </div>
      {next ? (
        <p className={styles.quiet}>
          {t('draws.next_commitment', { number: next.number })} <code className={styles.code}>{next.commitment}</code>
        </p>
      ) : null}
      <PrizeTable answer={answer} />
      <DrawResults answer={page === 1 ? answer : first} page={page} />
    </>
  )
}

/** The cart of a game; what it buys is for the draw that is sold next when it is bought. */
function useCart(first: DrawGameAnswer, lines: readonly DrawLine[], onBought: () => void) {
  const { call } = useApp()
  const named = useRef(new Map<string, number>())
  const [machine] = useState(() =>
    drawCartMachine.provide({
      actors: {
        buy: fromPromise<DrawBoughtAnswer, AskedTickets>(async ({ input }) => {
          // Asked again under its name, a purchase is for the draw that it was for.
          const known = named.current.get(input.guid)
          const draw = known ?? (await call(getDrawGame, { query: { game: input.game } })).draws[0]?.drawId ?? 1
          named.current.set(input.guid, draw)
          const bought = await call(buyDrawTickets, { body: { ...input, draw, lines: [...input.lines] } })
          onBought()
          return bought
        }),
      },
    }),
  )
  const { game, maxLines, draws } = first
  const { id, currency, priceMinor, pool, picksLeast, picksMost, secondPool, secondDrawn } = game
  const [input] = useState(() => ({
    ...{ guid: newGuid(), game: id, currency, priceMinor, maxLines, mostDraws: Math.max(1, draws.length), lines },
    limits: { pool, picksLeast, picksMost, secondPool, secondDrawn },
  }))
  return useActorRef(machine, { input })
}
