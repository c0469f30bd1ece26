import { useCallback } from 'react'
import { listDesk } from '#calls/studio/studio-desk.calls.ts'
import type { DeskItem, DeskKind } from '#schemas'
import { agoText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say, sayIfKnown } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { ListPager } from '../parts/ListPager.tsx'
import { Mark } from '../parts/Mark.tsx'
import styles from './DeskList.module.css'
import { DeskSearch } from './DeskSearch.tsx'
import { DESK_FILTERS, type DeskPlaceInAddress } from './desk-place.ts'
import { moveBetweenRows } from './row-keys.ts'

interface DeskListProps {
  readonly brand: string
  readonly kind: DeskKind
  readonly place: DeskPlaceInAddress
  /** Another one loads the list again. */
  readonly turn: number
  readonly onGo: (change: Partial<DeskPlaceInAddress>) => void
}

/** A list of the desk, whose rows are reached by the arrow keys. */
export function DeskList({ brand, kind, place: { filter, item, queue, text, page }, turn, onGo }: DeskListProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    // biome-ignore lint/correctness/useExhaustiveDependencies: another turn loads again
    useCallback(
      () =>
        call(listDesk, {
          segments: { brand },
          query: { kind, filter, page, ...(queue ? { queue } : {}), ...(text ? { text } : {}) },
        }),
      [call, brand, kind, filter, queue, text, page, turn],
    ),
  )
  return (
    <>
      <div className={styles.head}>
        <fieldset className={styles.filters}>
          <legend className={styles.legend}>{say('desk.filter')}</legend>
          {DESK_FILTERS.map((one) => (
            <ActionButton
              key={one}
              kind="quiet"
              isSmall
              aria-pressed={one === filter && text === ''}
              onClick={() => onGo({ filter: one, text: '', page: 1 })}
            >
              {say(`desk.filter_${one}`)}
            </ActionButton>
          ))}
        </fieldset>
        <ActionButton kind="quiet" glyph="reload" isBare isSmall disabled={loaded.isLoading} onClick={loaded.reload}>
          {say('desk.reload')}
        </ActionButton>
      </div>
      {kind === 'result' && (
        <DeskSearch
          label={say('desk.game_search')}
          hint={say('desk.game_search_hint')}
          mostCharacters={100}
          text={text}
          onFind={(found) => onGo({ text: found, page: 1 })}
        />
      )}
      {kind === 'support' && loaded.value && (
        <Queues queues={loaded.value.queues ?? []} shown={queue} onShow={(one) => onGo({ queue: one, page: 1 })} />
      )}
      <Awaited loaded={loaded}>
        {({ items, isMore }) => (
          <>
            {items.length === 0 ? (
              <p className={styles.none}>{say(text ? 'desk.no_game' : `desk.none_${filter}`, { text })}</p>
            ) : (
              <ul className={styles.rows} onKeyDown={moveBetweenRows}>
                {items.map((row) => (
                  <Row key={row.item} row={row} isOpen={row.item === item} onOpen={() => onGo({ item: row.item })} />
                ))}
              </ul>
            )}
            <ListPager page={page} isMore={isMore} onPage={(to) => onGo({ page: to })} />
          </>
        )}
      </Awaited>
    </>
  )
}

interface QueuesProps {
  readonly queues: readonly string[]
  /** Empty where all are shown. */
  readonly shown: string
  readonly onShow: (queue: string) => void
}

/** Chooses the talks of one queue, where there are several. */
function Queues({ queues, shown, onShow }: QueuesProps) {
  const all = shown === '' || queues.includes(shown) ? queues : [...queues, shown]
  if (all.length < 2 && shown === '') return null
  return (
    <fieldset className={styles.filters}>
      <legend className={styles.legend}>{say('desk.queue')}</legend>
      {['', ...all].map((one) => (
        <ActionButton key={one} kind="quiet" isSmall aria-pressed={one === shown} onClick={() => onShow(one)}>
          {one === '' ? say('desk.queue_all') : one}
        </ActionButton>
      ))}
    </fieldset>
  )
}

interface RowProps {
  readonly row: DeskItem
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function Row({ row: { kind, item, state, since, title, player, claim, queue }, isOpen, onOpen }: RowProps) {
  const number =
    kind === 'appeal' || kind === 'payment' || kind === 'doubt' || kind === 'result' || kind === 'protection'
      ? say(`desk.${kind}_number`, { number: item })
      : String(item)
  return (
    <li>
      <button type="button" data-row className={styles.row} aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        <span className={styles.who}>
          <strong>{player?.name ?? number}</strong>
          {player?.name && <code className={styles.number}>{number}</code>}
        </span>
        {title && <span className={styles.title}>{title}</span>}
        <span className={styles.facts}>
          <span>{sayIfKnown(`desk.state_${state}`) ?? state}</span>
          <span>{agoText(since, Date.now())}</span>
          {queue && <span>{queue}</span>}
          {claim && (
            <Mark tone={claim.isMine ? 'accent' : 'warning'}>
              {claim.isMine ? say('desk.yours') : say('desk.theirs', { by: claim.by })}
            </Mark>
          )}
        </span>
      </button>
    </li>
  )
}
