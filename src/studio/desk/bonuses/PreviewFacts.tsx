import type { DeskCampaignPreview } from '#schemas'
import { say } from '../../app/studio-texts.ts'
import { DeskFacts } from '../DeskFacts.tsx'

/** What a campaign would have cost lately, so that it is known before it runs. */
export function PreviewFacts({
  preview,
  money,
}: {
  readonly preview: DeskCampaignPreview
  /** Writes minor units of the default currency. */
  readonly money: (minor: number) => string
}) {
  const { days, players, givenMinor, costMinor, budgetDays } = preview
  return (
    <DeskFacts
      title={say('desk.campaign_preview', { count: days })}
      facts={[
        [say('desk.campaign_preview_given'), say('desk.campaign_sum', { count: players, amount: money(givenMinor) })],
        [say('desk.campaign_preview_cost'), money(costMinor)],
        [
          say('desk.campaign_preview_budget'),
          budgetDays === null
            ? say('desk.campaign_preview_lasts')
            : say('desk.campaign_preview_spent', { count: budgetDays }),
        ],
      ]}
    />
  )
}
