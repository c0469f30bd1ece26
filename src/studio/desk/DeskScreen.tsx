import { useCallback, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useAccount } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useBrandName } from '../brands/use-brand-name.ts'
import { ActionLink } from '../parts/ActionButton.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { AppealPane } from './AppealPane.tsx'
import { CampaignList } from './bonuses/CampaignList.tsx'
import { CampaignPane } from './bonuses/CampaignPane.tsx'
import { DoubtPane } from './casino/DoubtPane.tsx'
import { FreeRounds } from './casino/FreeRounds.tsx'
import { ProviderList } from './casino/ProviderList.tsx'
import { RoundPane } from './casino/RoundPane.tsx'
import { RoundSearch } from './casino/RoundSearch.tsx'
import { DeskList } from './DeskList.tsx'
import styles from './DeskScreen.module.css'
import { type DeskPlaceInAddress, deskQuery, deskViews, isDeskKind, readDeskPlace } from './desk-place.ts'
import { mayWorkAt } from './desk-right.ts'
import { DrawList } from './draws/DrawList.tsx'
import { BingoPane, DrawPane } from './draws/DrawPane.tsx'
import { IdentificationPane } from './IdentificationPane.tsx'
import { PaymentPane } from './PaymentPane.tsx'
import { PlayerSearch } from './PlayerSearch.tsx'
import { ProtectionPane } from './ProtectionPane.tsx'
import { PlayerPane } from './player/PlayerPane.tsx'
import { ExposureList } from './risk/ExposureList.tsx'
import { ExposurePane } from './risk/ExposurePane.tsx'
import { ResultPane } from './risk/ResultPane.tsx'
import { TalkPane } from './TalkPane.tsx'
import { TotoList } from './toto/TotoList.tsx'
import { TotoPane } from './toto/TotoPane.tsx'
import { useWaiting } from './use-waiting.ts'

/** `/brands/:brand/desk`: what waits for operators of a brand, and its players. */
export function DeskScreen() {
  const { brand = '' } = useParams()
  const mayWork = mayWorkAt(useAccount(), brand)
  const name = useBrandName(brand)
  const [query, setQuery] = useSearchParams()
  const place = readDeskPlace(query, mayWork)
  // What was done beside a list changes the list.
  const [turn, setTurn] = useState(0)
  const onChange = useCallback(() => setTurn((last) => last + 1), [])
  const waiting = useWaiting(mayWork ? brand : null, turn)
  const go = (change: Partial<DeskPlaceInAddress>) => setQuery(deskQuery({ ...place, item: null, ...change }))
  return (
    <>
      <ScreenHead title={say('desk.title', { brand: name })} lead={say('desk.lead')}>
        <ActionLink to={`/brands/${brand}`} glyph="edit">
          {say('desk.edit')}
        </ActionLink>
        <ActionLink to={`/brands/${brand}/events`}>{say('events.open')}</ActionLink>
        {mayWork && <ActionLink to={`/brands/${brand}/recordings`}>{say('recordings.open')}</ActionLink>}
      </ScreenHead>
      <nav className={styles.tabs} aria-label={say('desk.lists')}>
        {deskViews(mayWork).map((view) => (
          <button
            key={view}
            type="button"
            className={styles.tab}
            aria-current={view === place.view ? 'page' : undefined}
            onClick={() => go({ view, filter: 'waiting', text: '', queue: '', page: 1 })}
          >
            {say(`desk.list_${view}`)}
            {isDeskKind(view) && waiting && <span className={styles.count}>{waiting[view]}</span>}
          </button>
        ))}
      </nav>
      <div className={styles.desk}>
        <section className={styles.list} aria-label={say(`desk.list_${place.view}`)}>
          <ViewList brand={brand} place={place} turn={turn} onGo={go} />
        </section>
        {place.view !== 'providers' && place.view !== 'free' && (
          <section className={styles.detail} aria-label={say('desk.detail')} aria-live="polite">
            {place.view === 'bonuses' ? (
              <CampaignPane
                key={place.text}
                brand={brand}
                campaign={place.text}
                mayWork={mayWork}
                onChange={onChange}
              />
            ) : (
              <Detail key={`${place.view} ${place.item}`} brand={brand} place={place} onChange={onChange} />
            )}
          </section>
        )}
      </div>
    </>
  )
}

interface ViewListProps {
  readonly brand: string
  readonly place: DeskPlaceInAddress
  readonly turn: number
  readonly onGo: (change: Partial<DeskPlaceInAddress>) => void
}

/** The list of a view. */
function ViewList({ brand, place, turn, onGo }: ViewListProps) {
  return (
    <>
      {place.view === 'players' && <PlayerSearch brand={brand} place={place} turn={turn} onGo={onGo} />}
      {place.view === 'rounds' && <RoundSearch brand={brand} place={place} onGo={onGo} />}
      {place.view === 'bonuses' && <CampaignList brand={brand} place={place} turn={turn} onGo={onGo} />}
      {place.view === 'exposure' && <ExposureList brand={brand} place={place} turn={turn} onGo={onGo} />}
      {place.view === 'draws' && <DrawList brand={brand} kind="draw" place={place} turn={turn} onGo={onGo} />}
      {place.view === 'bingo' && <DrawList brand={brand} kind="bingo" place={place} turn={turn} onGo={onGo} />}
      {place.view === 'toto' && <TotoList brand={brand} place={place} turn={turn} onGo={onGo} />}
      {place.view === 'free' && <FreeRounds brand={brand} />}
      {place.view === 'providers' && <ProviderList brand={brand} />}
      {isDeskKind(place.view) && (
        <DeskList key={place.view} brand={brand} kind={place.view} place={place} turn={turn} onGo={onGo} />
      )}
    </>
  )
}

interface DetailProps {
  readonly brand: string
  readonly place: DeskPlaceInAddress
  readonly onChange: () => void
}

const PANES = {
  support: TalkPane,
  identification: IdentificationPane,
  appeal: AppealPane,
  payment: PaymentPane,
  protection: ProtectionPane,
  doubt: DoubtPane,
  result: ResultPane,
  exposure: ExposurePane,
  rounds: RoundPane,
  players: PlayerPane,
  toto: TotoPane,
  draws: DrawPane,
  bingo: BingoPane,
}

function Detail({ brand, place: { view, item }, onChange }: DetailProps) {
  if (item === null || view === 'providers' || view === 'free' || view === 'bonuses')
    return <p className={styles.nothing}>{say('desk.nothing_open')}</p>
  const Pane = PANES[view]
  return <Pane brand={brand} item={item} onChange={onChange} />
}
