import { useLoaderData } from 'react-router'
import { getTwoFactorState } from '#calls/two-factor.calls.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { TwoFactorState } from '#schemas'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { TwoFactor } from './TwoFactor.tsx'

/** Loads what the player's second factor is like. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<TwoFactorState>> {
  const data = await app.call(getTwoFactorState, {})
  return { meta: () => ({ title: app.texts.t('two_factor.title'), isPrivate: true }), data }
}

/** Sets the second factor up; where it is on, it may be switched off here too. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<TwoFactorState>>()
  return (
    <OfficePage title={t('two_factor.title')} text={t('two_factor.text')}>
      {data.isOn ? <p>{t('two_factor.codes_left', { number: data.recoveryCodesLeft })}</p> : null}
      <TwoFactor isOn={data.isOn} asksSms={data.asksSms} />
    </OfficePage>
  )
}
