import { useCallback, useState } from 'react'
import { listDeskToto, makeDeskToto } from '#calls/studio/studio-toto.calls.ts'
import type { DeskTotoAnswer, TotoDraw, TotoPoolName } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { LabelledInput, LabelledSelect } from '../../parts/LabelledInput.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { ListFacts, ListNone, ListNumber, ListRow, ListRows, ListWho } from '../DeskListParts.tsx'
import type { DeskPlaceInAddress } from '../desk-place.ts'
import { minorMoney } from '../minor-money.ts'
import { ReasonBox } from '../ReasonBox.tsx'
import { moveBetweenRows } from '../row-keys.ts'
import styles from './TotoList.module.css'

interface TotoListProps {
  readonly brand: string
  readonly place: DeskPlaceInAddress
  /** Another number when something was done beside the list. */
  readonly turn: number
  readonly onGo: (change: Partial<DeskPlaceInAddress>) => void
}

/** The draws of toto of a brand, and the way to make one. */
export function TotoList({ brand, place: { item }, turn, onGo }: TotoListProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what was done beside the list changes it
    useCallback(() => call(listDeskToto, { segments: { brand } }), [call, brand, turn]),
  )
  return (
    <Awaited loaded={loaded}>
      {(answer) => (
        <>
          {answer.mayAct && answer.pools.length > 0 && (
            <MakeDraw brand={brand} answer={answer} onDone={loaded.reload} />
          )}
          {answer.draws.length === 0 ? (
            <ListNone>{say('desk.toto_none')}</ListNone>
          ) : (
            <ListRows onKeyDown={moveBetweenRows}>
              {answer.draws.map((draw) => (
                <li key={draw.drawId}>
                  <ListRow
                    type="button"
                    data-row
                    aria-current={draw.drawId === item ? 'true' : undefined}
                    onClick={() => onGo({ item: draw.drawId })}
                  >
                    <DrawLine draw={draw} />
                  </ListRow>
                </li>
              ))}
            </ListRows>
          )}
        </>
      )}
    </Awaited>
  )
}

function DrawLine({ draw }: { readonly draw: TotoDraw }) {
  const { pool, number, drawId, status, isCorrected, tickets, stakedMinor, currency, exponent, closesAt } = draw
  const staked = minorMoney(stakedMinor, currency, { [currency]: exponent })
  return (
    <>
      <ListWho>
        <strong>{say('desk.toto_draw', { pool: say(`desk.toto_pool_${pool}`), number })}</strong>
        <ListNumber>{drawId}</ListNumber>
        <Mark tone={status === 'open' ? 'accent' : 'calm'}>{say(`desk.toto_${status}`)}</Mark>
        {isCorrected && <Mark tone="warning">{say('desk.toto_corrected')}</Mark>}
      </ListWho>
      <ListFacts>{say('desk.toto_facts', { count: tickets, staked, closes: momentText(closesAt) })}</ListFacts>
    </>
  )
}

interface MakeDrawProps {
  readonly brand: string
  readonly answer: DeskTotoAnswer
  readonly onDone: () => void
}

function MakeDraw({ brand, answer: { pools }, onDone }: MakeDrawProps) {
  const { call } = useStudio()
  const [pool, setPool] = useState<TotoPoolName>(pools[0] ?? 'fifteen')
  const [games, setGames] = useState('')
  const [isAsked, setAsked] = useState(false)
  const gameIds = [...games.matchAll(/[1-9]\d{0,14}/g)].map(([number]) => Number(number))
  return (
    <div className={styles.make}>
      <LabelledSelect
        label={say('desk.toto_type')}
        value={pool}
        onChange={({ target }) => setPool(target.value as TotoPoolName)}
      >
        {pools.map((one) => (
          <option key={one} value={one}>
            {say(`desk.toto_pool_${one}`)}
          </option>
        ))}
      </LabelledSelect>
      <LabelledInput
        label={say('desk.toto_games')}
        hint={say('desk.toto_games_hint')}
        maxLength={500}
        value={games}
        onChange={(event) => setGames(event.target.value)}
      />
      <ActionButton kind="primary" isSmall onClick={() => setAsked(true)}>
        {say('desk.toto_make')}
      </ActionButton>
      {isAsked && (
        <ReasonBox
          title={say('desk.toto_make_title', { pool: say(`desk.toto_pool_${pool}`) })}
          submit={say('desk.toto_make')}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(false)}
          perform={async (reason) => {
            await call(makeDeskToto, { segments: { brand }, body: { pool, gameIds, reason } })
            setAsked(false)
            setGames('')
            onDone()
          }}
        />
      )}
    </div>
  )
}
