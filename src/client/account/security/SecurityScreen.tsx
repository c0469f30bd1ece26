import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { getPasskeys } from '#calls/passkeys.calls.ts'
import { getSecurityState } from '#calls/security.calls.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import { CheckList, type CheckListItem } from '#renderers/site/content/CheckList.tsx'
import { type Translate, useText } from '#renderers/site/texts.tsx'
import type { PasskeysAnswer, RouteId, SecurityState } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { OwnData } from '../profile/OwnData.tsx'
import { PASSKEYS_ID, PasskeyPanel } from './PasskeyPanel.tsx'

interface SecurityData extends SecurityState {
  /** Whether the password is so old that it is worth a look. */
  readonly isPasswordOld: boolean
  /** Null where the brand has none. */
  readonly passkeys: PasskeysAnswer | null
}

const OLD_PASSWORD_MS = 365 * 86_400_000

/** Loads what protects the player's account. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<SecurityData>> {
  const [state, passkeys] = await Promise.all([
    app.call(getSecurityState, {}),
    app.site.config.auth.isPasskeyEnabled ? app.call(getPasskeys, {}) : null,
  ])
  const isPasswordOld = Date.now() - Date.parse(state.passwordChangedAt) > OLD_PASSWORD_MS
  return {
    meta: () => ({ title: app.texts.t('security.overview_title'), isPrivate: true }),
    data: { ...state, isPasswordOld, passkeys },
  }
}

/** What protects the account, what is missing, and the way to each. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<SecurityData>>()
  const [passkeys, setPasskeys] = useState(data.passkeys)
  const items = checks(app, { ...data, passkeys })
  const judged = items.filter(({ isDone }) => isDone !== null)
  const done = judged.filter(({ isDone }) => isDone === true).length
  return (
    <OfficePage title={t('security.overview_title')} text={t('security.overview_text')}>
      <CheckList score={t('security.score', { done, total: judged.length })} items={items} />
      {passkeys ? <PasskeyPanel state={passkeys} onChanged={setPasskeys} /> : null}
      <OwnData isTwoFactorOn={data.isTwoFactorOn} />
    </OfficePage>
  )
}

function checks(app: App, state: SecurityData): CheckListItem[] {
  const { t } = app.texts
  const date = dateOf(app, state.passwordChangedAt)
  const check = (id: string, routeId: RouteId, isDone: boolean) => ({
    id,
    isDone,
    mark: t(isDone ? 'security.is_done' : 'security.is_open'),
    to: offeredPath(app, routeId) ?? undefined,
    action: t(isDone ? 'security.to_change' : 'security.to_set_up'),
  })
  return [
    {
      ...check('password', 'office_change_password', !state.isPasswordOld),
      action: t('security.to_change'),
      icon: 'key',
      title: t('security.check_password'),
      text: t(state.isPasswordOld ? 'security.password_old' : 'security.password_fresh', { date }),
    },
    {
      ...check('two-factor', 'office_enable_two_factor_auth', state.isTwoFactorOn),
      icon: 'shield',
      title: t('security.check_two_factor'),
      text: t(state.isTwoFactorOn ? 'security.two_factor_on' : 'security.two_factor_off'),
    },
    {
      ...check('email', 'office_email_change', state.isEmailProved),
      icon: 'mail',
      title: t('security.check_email'),
      text: t(state.isEmailProved ? 'security.address_proved' : 'security.address_open'),
    },
    {
      ...check('phone', state.isPhoneProved ? 'office_phone_change' : 'office_phone_binding', state.isPhoneProved),
      icon: 'phone',
      title: t('security.check_phone'),
      text: t(state.isPhoneProved ? 'security.address_proved' : 'security.phone_open'),
    },
    ...(state.passkeys ? [passkeyCheck(state.passkeys, check, t)] : []),
    ...(app.site.config.auth.secretQuestion === 'off' ? [] : [questionCheck(state, check, t)]),
    {
      id: 'sessions',
      isDone: null,
      icon: 'monitor',
      title: t('security.sessions_title'),
      text: t('security.signed_in', { number: state.sessions }),
      to: offeredPath(app, 'office_session_history') ?? undefined,
      action: t('security.to_look'),
    },
  ]
}

type Check = (id: string, routeId: RouteId, isDone: boolean) => Omit<CheckListItem, 'icon' | 'title' | 'text'>

/** Where to make a passkey is further down on the same page. */
function passkeyCheck({ passkeys }: PasskeysAnswer, check: Check, t: Translate): CheckListItem {
  const isDone = passkeys.length > 0
  return {
    ...check('passkey', 'office_security', isDone),
    to: `#${PASSKEYS_ID}`,
    icon: 'key',
    title: t('passkey.title'),
    text: t(isDone ? 'security.passkey_on' : 'security.passkey_off'),
  }
}

/** The secret question is a help beside other proofs: to have none is no fault of an account. */
function questionCheck({ isSecretQuestionSet: isSet }: SecurityData, check: Check, t: Translate): CheckListItem {
  const { mark: _mark, ...entry } = check('question', 'office_security_question', isSet)
  return {
    ...entry,
    isDone: null,
    icon: 'question',
    title: t('security.check_question'),
    text: t(isSet ? 'security.question_is_set' : 'security.question_is_open'),
  }
}

function dateOf({ site, state }: App, instant: string): string {
  const { languages, timeZone } = site.config.global
  const language = languages[state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
  return formatInstant(Date.parse(instant), 'dd.MM.yyyy', { language, timeZone })
}
