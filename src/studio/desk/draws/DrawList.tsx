import { useCallback } from 'react'
import { listDeskDraws } from '#calls/studio/studio-draws.calls.ts'
import type { DeskDraw } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { ListPager } from '../../parts/ListPager.tsx'
import { ListFacts, ListNone, ListNumber, ListRow, ListRows, ListTitle, ListWho } from '../DeskListParts.tsx'
import type { DeskPlaceInAddress } from '../desk-place.ts'
import { moveBetweenRows } from '../row-keys.ts'
import styles from './draws.module.css'
import { stakedText } from './staked-text.ts'

interface DrawListProps {
  readonly brand: string
  readonly kind: DeskDraw['kind']
  readonly place: DeskPlaceInAddress
  /** Another number when something was done beside the list. */
  readonly turn: number
  readonly onGo: (change: Partial<DeskPlaceInAddress>) => void
}

const PARTS = ['waiting', 'done'] as const

/** Draws of lotto and keno, or rounds of bingo: those ahead, or those that are over. */
export function DrawList({ brand, kind, place: { filter, item, page }, turn, onGo }: DrawListProps) {
  const { call } = useStudio()
  const part = filter === 'done' ? 'over' : 'ahead'
  const loaded = useAnswer(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what was done beside the list changes it
    useCallback(
      () => call(listDeskDraws, { segments: { brand }, query: { kind, filter: part, page } }),
      [call, brand, kind, part, page, turn],
    ),
  )
  return (
    <>
      <fieldset className={styles.filters}>
        <legend className={styles.legend}>{say('desk.filter')}</legend>
        {PARTS.map((one) => (
          <ActionButton
            key={one}
            kind="quiet"
            isSmall
            aria-pressed={(one === 'done') === (part === 'over')}
            onClick={() => onGo({ filter: one, page: 1 })}
          >
            {say(one === 'done' ? 'desk.draws_over' : 'desk.draws_ahead')}
          </ActionButton>
        ))}
      </fieldset>
      <Awaited loaded={loaded}>
        {({ draws, isMore }) => (
          <>
            {draws.length === 0 ? (
              <ListNone>{say('desk.draws_none')}</ListNone>
            ) : (
              <ListRows onKeyDown={moveBetweenRows}>
                {draws.map((draw) => (
                  <li key={draw.item}>
                    <ListRow
                      type="button"
                      data-row
                      aria-current={draw.item === item ? 'true' : undefined}
                      onClick={() => onGo({ item: draw.item })}
                    >
                      <DrawLine draw={draw} />
                    </ListRow>
                  </li>
                ))}
              </ListRows>
            )}
            <ListPager page={page} isMore={isMore} onPage={(to) => onGo({ page: to })} />
          </>
        )}
      </Awaited>
    </>
  )
}

function DrawLine({ draw }: { readonly draw: DeskDraw }) {
  const { kind, item, name, number, state, tickets: count, drawsAt } = draw
  const staked = stakedText(draw)
  return (
    <>
      <ListWho>
        <strong>{say('desk.draw_title', { name, number })}</strong>
        <ListNumber>{item}</ListNumber>
      </ListWho>
      <ListTitle>{say(`desk.${kind}_line`, { count, staked })}</ListTitle>
      <ListFacts>
        <span>{say(`desk.draw_${state}`)}</span>
        {drawsAt && <span>{momentText(drawsAt)}</span>}
      </ListFacts>
    </>
  )
}
