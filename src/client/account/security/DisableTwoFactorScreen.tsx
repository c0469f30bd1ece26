import { useLoaderData, useNavigate } from 'react-router'
import { useText } from '#renderers/site/texts.tsx'
import type { TwoFactorState } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { ScreenData } from '../../page/screen.ts'
import { OffPanel, TwoFactor } from './TwoFactor.tsx'

export { loadScreen } from './EnableTwoFactorScreen.tsx'

/** Switches the second factor off; where it is off, it says so and makes no secret. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const { data } = useLoaderData<ScreenData<TwoFactorState>>()
  const enabling = offeredPath(app, 'office_enable_two_factor_auth') ?? '/'
  return (
    <OfficePage title={t('two_factor.title')} text={t('two_factor.text')}>
      {data.isOn ? <TwoFactor isOn asksSms={data.asksSms} /> : <OffPanel onSetUp={() => void navigate(enabling)} />}
    </OfficePage>
  )
}
