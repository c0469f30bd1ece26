import type { DeskUnconverted } from '#schemas'
import { say } from '../../app/studio-texts.ts'
import { Remark } from '../../parts/Remark.tsx'
import { minorMoney } from '../minor-money.ts'

/** What is owed in currencies that the brand has no more, and so has no rate for; nothing where there is none. */
export function Unconverted({ of }: { readonly of: readonly DeskUnconverted[] }) {
  if (of.length === 0) return null
  return (
    <Remark kind="problem">
      {of
        .map(({ currency, stakeMinor, worstMinor }) =>
          say('desk.exposure_unconverted', {
            currency,
            staked: minorMoney(stakeMinor, currency, {}),
            owed: minorMoney(worstMinor, currency, {}),
          }),
        )
        .join(' ')}
    </Remark>
  )
}
