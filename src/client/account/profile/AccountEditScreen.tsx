import { useLoaderData, useNavigate } from 'react-router'
import { getAccountData, saveAccountFields } from '#calls/office.calls.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { AccountDataAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import { ProfileForm } from './ProfileForm.tsx'
import styles from './profile.module.css'

type AccountData = AccountDataAnswer['data']['attributes']

/** Loads the profile and its form. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<AccountData>> {
  const { data } = await app.call(getAccountData, {})
  return { meta: () => ({ title: app.texts.t('office.account_edit'), isPrivate: true }), data: data.attributes }
}

/** Changing the profile: what is verified or answered once is shown and cannot be edited (OFF-22). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const { data } = useLoaderData<ScreenData<AccountData>>()
  const leave = () => {
    shellPort.notify({ id: 'profile', kind: 'success', text: 'profile.saved' })
    void navigate(offeredPath(app, 'office_account') ?? '/')
  }
  return (
    <OfficePage title={t('office.account_edit')} text={t('profile.edit_text')}>
      <ProfileForm
        data={data}
        variants={['profile']}
        fieldsOf={() => data.fields}
        known={data.answers}
        save={(_variant, fields) => app.call(saveAccountFields, { body: { fields } })}
        submitLabel={t('profile.save')}
        onSaved={leave}
      />
      {data.fields.some(({ disabled }) => disabled) ? <p className={styles.note}>{t('profile.closed')}</p> : null}
    </OfficePage>
  )
}
