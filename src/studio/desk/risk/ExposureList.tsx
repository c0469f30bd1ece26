import { useCallback } from 'react'
import { listDeskExposure } from '#calls/studio/studio-risk.calls.ts'
import type { DeskExposedGame } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { Awaited } from '../../parts/Awaited.tsx'
import { ListPager } from '../../parts/ListPager.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { ListFacts, ListNone, ListNumber, ListRow, ListRows, ListTitle, ListWho } from '../DeskListParts.tsx'
import { DeskSearch } from '../DeskSearch.tsx'
import type { DeskPlaceInAddress } from '../desk-place.ts'
import { minorMoney } from '../minor-money.ts'
import { moveBetweenRows } from '../row-keys.ts'
import { Unconverted } from './Unconverted.tsx'

interface ExposureListProps {
  readonly brand: string
  readonly place: DeskPlaceInAddress
  /** Another number when something was done beside the list. */
  readonly turn: number
  readonly onGo: (change: Partial<DeskPlaceInAddress>) => void
}

/** Games with open bets, the one that may cost the house most before the others. */
export function ExposureList({ brand, place: { item, text, page }, turn, onGo }: ExposureListProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what was done beside the list changes it
    useCallback(
      () => call(listDeskExposure, { segments: { brand }, query: { page, ...(text ? { text } : {}) } }),
      [call, brand, page, text, turn],
    ),
  )
  return (
    <>
      <DeskSearch
        label={say('desk.game_search')}
        hint={say('desk.game_search_hint')}
        mostCharacters={100}
        text={text}
        onFind={(found) => onGo({ text: found, page: 1 })}
      />
      <Awaited loaded={loaded}>
        {({ games, isMore, currency, exponent, unconverted }) => (
          <>
            <Unconverted of={unconverted} />
            {games.length === 0 ? (
              <ListNone>{say('desk.exposure_none')}</ListNone>
            ) : (
              <ListRows onKeyDown={moveBetweenRows}>
                {games.map((row) => (
                  <li key={row.game.gameId}>
                    <ListRow
                      type="button"
                      data-row
                      aria-current={row.game.gameId === item ? 'true' : undefined}
                      onClick={() => onGo({ item: row.game.gameId })}
                    >
                      <ExposedLine row={row} money={(minor) => minorMoney(minor, currency, { [currency]: exponent })} />
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

interface ExposedLineProps {
  readonly row: DeskExposedGame
  readonly money: (minor: number) => string
}

function ExposedLine({ row: { game, stakeMinor, worstMinor, worst, bets, limit }, money }: ExposedLineProps) {
  return (
    <>
      <ListWho>
        <strong>{game.name}</strong>
        <ListNumber>{game.gameId}</ListNumber>
        {limit && <Mark tone="warning">{say('desk.exposure_limited', { limit: money(limit.liabilityMinor) })}</Mark>}
      </ListWho>
      <ListTitle>{say('desk.exposure_line', { owed: money(worstMinor), worst })}</ListTitle>
      <ListFacts>
        <span>{say('desk.exposure_staked', { staked: money(stakeMinor), count: bets })}</span>
        <span>{momentText(game.startsAt)}</span>
      </ListFacts>
    </>
  )
}
