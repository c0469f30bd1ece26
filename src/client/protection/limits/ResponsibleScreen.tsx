import { useLoaderData } from 'react-router'
import { getAvailableLimits, getExclusionReasons, getLimits, getStatement } from '#calls/limits.calls.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { AvailableLimitsAnswer, ExclusionReasonsAnswer, LimitsAnswer, StatementAnswer } from '#schemas'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { Breaks, Comeback, StandingBreak } from './Breaks.tsx'
import { HelpList } from './HelpList.tsx'
import { LimitList } from './LimitList.tsx'
import styles from './limits.module.css'
import { SelfTest } from './SelfTest.tsx'
import { SetLimit } from './SetLimit.tsx'
import { StatementPanel } from './StatementPanel.tsx'
import { useExclusion } from './use-exclusion.ts'
import { useLimits } from './use-limits.ts'

interface Protection {
  readonly mine: LimitsAnswer
  readonly available: AvailableLimitsAnswer
  readonly reasons: ExclusionReasonsAnswer['reasons']
  readonly statement: StatementAnswer
}

/** Loads the player's limits, the break that holds, and what can be set. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<Protection>> {
  const [mine, available, { reasons }, statement] = await Promise.all([
    app.call(getLimits, {}),
    app.call(getAvailableLimits, {}),
    app.call(getExclusionReasons, {}),
    app.call(getStatement, { query: { period: 'month' } }),
  ])
  return {
    meta: () => ({ title: app.texts.t('site.office_responsible'), isPrivate: true }),
    data: { mine, available, reasons, statement },
  }
}

/** Limits, breaks, exclusion and help: what makes things stricter is one press away, and holds at once (OFF-13). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<Protection>>()
  const { mine, available, reasons, statement } = data
  const player = useLimits(mine)
  const exclusion = useExclusion(available, mine.comeback)
  return (
    <OfficePage title={t('site.office_responsible')} text={t('limits.text')}>
      <div className={styles.page}>
        {mine.break ? <StandingBreak standing={mine.break} /> : null}
        <Comeback exclusion={exclusion} />
        <LimitList {...player} isRolling={available.isRolling} />
        <div className={styles.tasks}>
          {available.kinds.length > 0 ? <SetLimit player={player} available={available} /> : null}
          <Breaks exclusion={exclusion} available={available} reasons={reasons} />
          <HelpList />
          <StatementPanel loaded={statement} />
          <SelfTest />
        </div>
      </div>
    </OfficePage>
  )
}
