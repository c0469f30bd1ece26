import { useCallback } from 'react'
import { findDeskRounds } from '#calls/studio/studio-casino.calls.ts'
import type { DeskRound } from '#schemas'
import { agoText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { Awaited } from '../../parts/Awaited.tsx'
import { ListFacts, ListNone, ListRow, ListRows, ListTitle, ListWho } from '../DeskListParts.tsx'
import { DeskSearch } from '../DeskSearch.tsx'
import type { DeskPlaceInAddress } from '../desk-place.ts'
import { minorMoney } from '../minor-money.ts'
import { moveBetweenRows } from '../row-keys.ts'

interface RoundSearchProps {
  readonly brand: string
  readonly place: DeskPlaceInAddress
  readonly onGo: (change: Partial<DeskPlaceInAddress>) => void
}

/** Finds rounds by number, name or action. */
export function RoundSearch({ brand, place: { text, item }, onGo }: RoundSearchProps) {
  return (
    <>
      <DeskSearch
        label={say('desk.round_search')}
        hint={say('desk.round_search_hint')}
        mostCharacters={300}
        text={text}
        onFind={(found) => onGo({ text: found })}
      />
      {text && <Found key={text} brand={brand} text={text} item={item} onOpen={(id) => onGo({ item: id })} />}
    </>
  )
}

interface FoundProps {
  readonly brand: string
  readonly text: string
  readonly item: number | null
  readonly onOpen: (roundId: number) => void
}

function Found({ brand, text, item, onOpen }: FoundProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(findDeskRounds, { segments: { brand }, query: { text } }), [call, brand, text]),
  )
  return (
    <Awaited loaded={loaded}>
      {({ rounds }) =>
        rounds.length === 0 ? (
          <ListNone>{say('desk.no_round', { text })}</ListNone>
        ) : (
          <ListRows onKeyDown={moveBetweenRows}>
            {rounds.map((round) => (
              <li key={round.roundId}>
                <ListRow
                  type="button"
                  data-row
                  aria-current={round.roundId === item ? 'true' : undefined}
                  onClick={() => onOpen(round.roundId)}
                >
                  <RoundLine round={round} />
                </ListRow>
              </li>
            ))}
          </ListRows>
        )
      }
    </Awaited>
  )
}

function RoundLine({ round }: { readonly round: DeskRound }) {
  const { roundId, game, state, currency, exponent, stakeMinor, payoutMinor, openedAt } = round
  const money = (minor: number) => minorMoney(minor, currency, { [currency]: exponent })
  return (
    <>
      <ListWho>
        <strong>{say('desk.round_title', { number: roundId })}</strong>
      </ListWho>
      <ListTitle>{say('desk.round_line', { game, stake: money(stakeMinor), payout: money(payoutMinor) })}</ListTitle>
      <ListFacts>
        <span>{say(`desk.round_${state}`)}</span>
        <span>{agoText(openedAt, Date.now())}</span>
      </ListFacts>
    </>
  )
}
