import { useLoaderData } from 'react-router'
import { getBingoRoom, getBingoRooms, getBingoRound, getBingoTickets } from '#calls/lotteries/bingo.calls.ts'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BingoProof, BingoRoomAnswer, BingoTicket, BingoView } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { BingoProofPanel } from './BingoProofPanel.tsx'
import { BingoRoom } from './BingoRoom.tsx'
import styles from './bingo.module.css'
import { bingoMoney } from './bingo-text.ts'

interface BingoPage {
  readonly rooms: readonly BingoView[]
  readonly answer: BingoRoomAnswer | null
  readonly tickets: readonly BingoTicket[]
  readonly proof: BingoProof | null
}

/** Loads the room that the address names, or the first one. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<BingoPage>> {
  const { rooms } = await app.call(getBingoRooms, {})
  const wanted = rooms.find(({ room }) => room === url.searchParams.get('room')) ?? rooms[0]
  const round = Number(url.searchParams.get('round'))
  const isRound = Number.isSafeInteger(round) && round > 0
  const isPlayer = app.state.visitor.player !== null
  const [answer, proof, mine] = await Promise.all([
    wanted ? app.call(getBingoRoom, { query: { room: wanted.room } }) : null,
    isRound ? app.call(getBingoRound, { query: { round } }) : null,
    wanted && isPlayer ? app.call(getBingoTickets, { query: { round: wanted.roundId } }) : null,
  ])
  const meta = () => ({
    ...{ title: app.texts.t('bingo.title'), description: app.texts.t('bingo.text'), isPrivate: isRound },
  })
  return { meta, data: { rooms, answer, tickets: mine?.tickets ?? [], proof } }
}

/** Bingo of the brand (LOT-2, LOT-5). */
export function Screen() {
  const t = useText()
  const { rooms, answer, tickets, proof } = useLoaderData<ScreenData<BingoPage>>().data
  return (
    <div className={styles.page}>
      <PageHeading title={t('bingo.title')} text={t('bingo.text')} />
      {!answer ? <EmptyState icon="lottery" title={t('bingo.no_rooms')} /> : null}
      {answer && rooms.length > 1 ? <RoomSwitch rooms={rooms} current={answer.view.room} /> : null}
      {proof ? (
        <BingoProofPanel key={proof.view.roundId} proof={proof} />
      ) : answer ? (
        <BingoRoom key={`${answer.view.room} ${answer.view.currency}`} {...{ answer, tickets }} />
      ) : null}
    </div>
  )
}

function RoomSwitch({ rooms, current }: { readonly rooms: readonly BingoView[]; readonly current: string }) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  return (
    <nav className={styles.switch} aria-label={t('bingo.rooms')}>
      {rooms.map((view) => (
        <Link
          key={view.room}
          to={`?room=${view.room}`}
          {...(view.room === current ? { 'aria-current': 'page' as const } : {})}
        >
          <strong>{view.name}</strong>
          <span>
            {t('bingo.balls', { balls: view.kind })} · {bingoMoney(app, view.priceMinor, view)}
          </span>
        </Link>
      ))}
    </nav>
  )
}
