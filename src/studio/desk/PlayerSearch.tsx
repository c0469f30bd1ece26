import { useCallback } from 'react'
import { searchPlayers } from '#calls/studio/studio-desk.calls.ts'
import type { DeskPlayerCard } from '#schemas'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { Awaited } from '../parts/Awaited.tsx'
import styles from './DeskList.module.css'
import { DeskSearch } from './DeskSearch.tsx'
import type { DeskPlaceInAddress } from './desk-place.ts'
import { PlayerState } from './PlayerState.tsx'
import { moveBetweenRows } from './row-keys.ts'

interface PlayerSearchProps {
  readonly brand: string
  readonly place: DeskPlaceInAddress
  readonly turn: number
  readonly onGo: (change: Partial<DeskPlaceInAddress>) => void
}

/** Finds players by number, address or name. */
export function PlayerSearch({ brand, place: { text, item }, turn, onGo }: PlayerSearchProps) {
  return (
    <>
      <DeskSearch
        label={say('desk.search')}
        hint={say('desk.search_hint')}
        mostCharacters={100}
        text={text}
        onFind={(found) => onGo({ text: found })}
      />
      {text && (
        <Found key={text} brand={brand} text={text} turn={turn} item={item} onOpen={(id) => onGo({ item: id })} />
      )}
    </>
  )
}

interface FoundProps {
  readonly brand: string
  readonly text: string
  readonly turn: number
  readonly item: number | null
  readonly onOpen: (accountId: number) => void
}

function Found({ brand, text, turn, item, onOpen }: FoundProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    // biome-ignore lint/correctness/useExhaustiveDependencies: another turn loads again
    useCallback(() => call(searchPlayers, { segments: { brand }, query: { text } }), [call, brand, text, turn]),
  )
  return (
    <Awaited loaded={loaded}>
      {({ players, isMore }) => (
        <>
          {players.length === 0 ? (
            <p className={styles.none}>{say('desk.no_player', { text })}</p>
          ) : (
            <ul className={styles.rows} onKeyDown={moveBetweenRows}>
              {players.map((card) => (
                <li key={card.accountId}>
                  <button
                    type="button"
                    data-row
                    className={styles.row}
                    aria-current={card.accountId === item ? 'true' : undefined}
                    onClick={() => onOpen(card.accountId)}
                  >
                    <PlayerLine card={card} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {isMore && <p className={styles.none}>{say('desk.more_players')}</p>}
        </>
      )}
    </Awaited>
  )
}

function PlayerLine({ card }: { readonly card: DeskPlayerCard }) {
  const { accountId, name, email, phone } = card
  return (
    <>
      <span className={styles.who}>
        <strong>{name ?? accountId}</strong>
        {name && <code className={styles.number}>{accountId}</code>}
        <PlayerState state={card.state} />
      </span>
      <span className={styles.title}>{[email, phone].filter(Boolean).join(' · ')}</span>
    </>
  )
}
