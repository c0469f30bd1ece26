import { useCallback } from 'react'
import { listDeskBonuses } from '#calls/studio/studio-bonuses.calls.ts'
import type { DeskBonusesAnswer, DeskCampaign } from '#schemas'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { Awaited } from '../../parts/Awaited.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { ListFacts, ListNumber, ListRow, ListRows, ListWho } from '../DeskListParts.tsx'
import type { DeskPlaceInAddress } from '../desk-place.ts'
import { minorMoney } from '../minor-money.ts'
import { moveBetweenRows } from '../row-keys.ts'
import styles from './BonusList.module.css'

interface CampaignListProps {
  readonly brand: string
  readonly place: DeskPlaceInAddress
  /** Another number when something was done beside the list. */
  readonly turn: number
  readonly onGo: (change: Partial<DeskPlaceInAddress>) => void
}

/** The campaigns of a brand with what they have given, and the way to the grants. */
export function CampaignList({ brand, place: { text }, turn, onGo }: CampaignListProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what was done beside the list changes it
    useCallback(() => call(listDeskBonuses, { segments: { brand } }), [call, brand, turn]),
  )
  return (
    <Awaited loaded={loaded}>
      {(answer) => (
        <ListRows onKeyDown={moveBetweenRows}>
          <li>
            <ListRow
              type="button"
              data-row
              aria-current={text === '' ? 'true' : undefined}
              onClick={() => onGo({ text: '' })}
            >
              <ListWho>
                <strong>{say('desk.grants')}</strong>
              </ListWho>
              <ListFacts>
                {say('desk.grants_waiting', { count: answer.grants.filter(({ state }) => state === 'waiting').length })}
              </ListFacts>
            </ListRow>
          </li>
          {answer.campaigns.map((campaign) => (
            <li key={campaign.id}>
              <ListRow
                type="button"
                data-row
                aria-current={campaign.id === text ? 'true' : undefined}
                onClick={() => onGo({ text: campaign.id })}
              >
                <CampaignLine answer={answer} campaign={campaign} />
              </ListRow>
            </li>
          ))}
        </ListRows>
      )}
    </Awaited>
  )
}

/** Writes amounts of the default currency. */
export function moneyOf({ currency, exponent }: Pick<DeskBonusesAnswer, 'currency' | 'exponent'>) {
  return (minor: number) => minorMoney(minor, currency, { [currency]: exponent })
}

function CampaignLine(props: { readonly answer: DeskBonusesAnswer; readonly campaign: DeskCampaign }) {
  const { answer, campaign } = props
  const { id, title, state, budgetMinor, usedMinor, given } = campaign
  const money = moneyOf(answer)
  return (
    <>
      <ListWho>
        <strong>{title}</strong>
        <ListNumber>{id}</ListNumber>
        {state !== 'on' && <Mark>{say(`desk.campaign_${state}`)}</Mark>}
      </ListWho>
      <ListFacts>
        <span>{say('desk.campaign_given', { count: given })}</span>
        <span>{say('desk.campaign_budget', { used: money(usedMinor), budget: money(budgetMinor) })}</span>
      </ListFacts>
      {budgetMinor > 0 && <progress className={styles.budget} max={budgetMinor} value={usedMinor} aria-hidden="true" />}
    </>
  )
}
