import { useState } from 'react'
import { previewCampaign } from '#calls/studio/studio-bonuses.calls.ts'
import { valueAt } from '#machines/site/merge-patch.rules.ts'
import type { Campaign, DeskPreviewAnswer } from '#schemas'
import { failureText } from '../../app/failure-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useDeed } from '../../app/use-answer.ts'
import { PreviewFacts } from '../../desk/bonuses/PreviewFacts.tsx'
import { minorMoney } from '../../desk/minor-money.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Remark } from '../../parts/Remark.tsx'
import { useFormPlace } from '../form-place.ts'
import styles from './CampaignCost.module.css'

const CAMPAIGN = /^\/campaigns\/[^/]+$/

/** What the campaign that is being edited would have cost lately, as the draft has it; nothing at any other place. */
export function CampaignCost() {
  const { document, pointer } = useFormPlace()
  if (document.path !== 'config/promo.json' || !CAMPAIGN.test(pointer)) return null
  const campaign = valueAt(document.resolved, pointer) as Campaign | undefined
  return campaign && <Cost key={pointer} campaign={campaign} />
}

/** An answer with the campaign that it is for. */
interface Worked {
  readonly answer: DeskPreviewAnswer
  readonly of: string
}

function Cost({ campaign }: { readonly campaign: Campaign }) {
  const { call } = useStudio()
  const { brand, isReadOnly, problems } = useFormPlace()
  const [worked, setWorked] = useState<Worked | null>(null)
  const now = JSON.stringify(campaign)
  const work = useDeed(async () => {
    setWorked({ answer: await call(previewCampaign, { segments: { brand }, body: { campaign } }), of: now })
  })
  const answer = worked?.of === now ? worked.answer : null
  return (
    <section className={styles.cost}>
      <ActionButton disabled={work.isBusy} onClick={() => work.run()}>
        {say('rows.campaign_cost')}
      </ActionButton>
      <div role="status" className={styles.answer}>
        {answer?.preview && (
          <PreviewFacts
            preview={answer.preview}
            money={(minor) => minorMoney(minor, answer.currency, { [answer.currency]: answer.exponent })}
          />
        )}
        {answer && !answer.preview && <p>{say('rows.campaign_cost_unknown')}</p>}
        {worked && !answer && <p>{say('rows.campaign_cost_stale')}</p>}
      </div>
      {work.error ? (
        <Remark kind="problem">
          {problems.length > 0 && !isReadOnly ? say('rows.campaign_cost_faulty') : failureText(work.error)}
        </Remark>
      ) : null}
    </section>
  )
}
