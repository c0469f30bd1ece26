import { useCallback } from 'react'
import { getDeskCampaign, listDeskBonuses } from '#calls/studio/studio-bonuses.calls.ts'
import type { DeskBonusesAnswer, DeskCampaign } from '#schemas'
import { useStudio } from '../../app/studio-context.tsx'
import { say, sayIfKnown } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { Awaited } from '../../parts/Awaited.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { BulkCodes } from './BulkCodes.tsx'
import { moneyOf } from './CampaignList.tsx'
import { type CampaignForecast, campaignForecast } from './campaign-forecast.ts'
import { GrantForm } from './GrantForm.tsx'
import { GrantRows } from './GrantRows.tsx'
import { PreviewFacts } from './PreviewFacts.tsx'
import { SignalRows } from './SignalRows.tsx'

interface CampaignPaneProps {
  readonly brand: string
  /** Id of the campaign; empty: the grants of all. */
  readonly campaign: string
  /** Whether the operator gives bonuses. */
  readonly mayWork: boolean
  readonly onChange: () => void
}

/** A campaign at the desk: its sums, codes or grants, and what should be looked at. */
export function CampaignPane({ brand, campaign: id, mayWork, onChange }: CampaignPaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(useCallback(() => call(listDeskBonuses, { segments: { brand } }), [call, brand]))
  const { reload } = loaded
  const onDone = useCallback(() => {
    reload()
    onChange()
  }, [reload, onChange])
  return (
    <Awaited loaded={loaded}>
      {(answer) => {
        if (id === '') return <GrantRows brand={brand} answer={answer} onDone={onDone} />
        const campaign = answer.campaigns.find((one) => one.id === id)
        if (!campaign) return <p>{say('desk.campaign_unknown', { id })}</p>
        return (
          <>
            <h2>{campaign.title}</h2>
            <Sums answer={answer} campaign={campaign} />
            {campaign.on === 'desk' && campaign.state === 'on' && mayWork && (
              <GrantForm brand={brand} answer={answer} campaign={campaign} onDone={onDone} />
            )}
            <CampaignFacts brand={brand} answer={answer} campaign={campaign} />
          </>
        )
      }}
    </Awaited>
  )
}

interface OfCampaign {
  readonly answer: DeskBonusesAnswer
  readonly campaign: DeskCampaign
}

function Sums({ answer, campaign }: OfCampaign) {
  const money = moneyOf(answer)
  const { given, open, converted, forfeited, on, type } = campaign
  const forecast = campaignForecast(campaign)
  const of = (count: number, minor: number) => say('desk.campaign_sum', { count, amount: money(minor) })
  return (
    <DeskFacts
      title={say('desk.campaign_sums')}
      facts={[
        [say('desk.campaign_on'), sayIfKnown(`desk.campaign_on_${on}`) ?? on],
        [say('desk.campaign_type'), sayIfKnown(`desk.campaign_type_${type}`) ?? type],
        [say('desk.campaign_given_sum'), of(given, campaign.givenMinor)],
        [say('desk.campaign_open_sum'), of(open, campaign.openMinor)],
        [say('desk.campaign_converted_sum'), of(converted, campaign.convertedMinor)],
        [say('desk.campaign_forfeited_sum'), of(forfeited, campaign.forfeitedMinor)],
        [
          say('desk.campaign_used_sum'),
          say('desk.campaign_budget', { used: money(campaign.usedMinor), budget: money(campaign.budgetMinor) }),
        ],
        ...(forecast ? forecastFacts(forecast, money) : []),
      ]}
    />
  )
}

/** What a bonus of the campaign comes to, and what the rest of the budget can cost. */
function forecastFacts(
  { averageMinor, keptMinor, worstMinor, expectedMinor }: CampaignForecast,
  money: (minor: number) => string,
): readonly (readonly [string, string])[] {
  return [
    [
      say('desk.campaign_average'),
      say('desk.campaign_average_value', { given: money(averageMinor), kept: money(keptMinor) }),
    ],
    [
      say('desk.campaign_left'),
      say('desk.campaign_left_value', { left: money(worstMinor), expected: money(expectedMinor) }),
    ],
  ]
}

function CampaignFacts({ brand, answer, campaign }: OfCampaign & { readonly brand: string }) {
  const { call } = useStudio()
  const { id } = campaign
  const loaded = useAnswer(
    useCallback(() => call(getDeskCampaign, { segments: { brand }, query: { campaign: id } }), [call, brand, id]),
  )
  return (
    <Awaited loaded={loaded}>
      {({ batches, signals, preview }) => (
        <>
          {preview && <PreviewFacts preview={preview} money={moneyOf(answer)} />}
          {(campaign.on === 'code' || batches.length > 0) && (
            <BulkCodes
              brand={brand}
              campaign={campaign}
              batches={batches}
              mayMake={answer.mayDecide}
              onDone={loaded.reload}
            />
          )}
          <SignalRows signals={signals} />
        </>
      )}
    </Awaited>
  )
}
