import { appsFor, type OfferedApp } from '#machines/shell/app/device-apps.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { ContactList } from '#renderers/site/content/ContactList.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { type App, useApp } from '../page/app-context.ts'
import { isAsian, useDevicePlatform } from '../page/frame/device.ts'
import { contactGroups } from '../page/frame.selectors.ts'
import { inOrder } from '../page/paths.ts'
import { usePlayer, useTimeZone } from '../page/player.tsx'
import styles from './PageParts.module.css'
import { useTerms } from './use-terms.ts'

/** Which apps each page is about. */
const PAGES: Readonly<Record<string, readonly OfferedApp['kind'][]>> = {
  mobile_app: ['ios', 'android'],
  mobile_ios: ['ios'],
  mobile_ios_beta: ['ios_beta'],
  mobile_android: ['android'],
}

const ANDROID_KEYS = ['site.app_android', 'site.app_android_lite', 'site.app_android'] as const
const APP_KEYS = { ios: 'site.app_ios', ios_beta: 'site.app_ios_beta' } as const

/** What the configuration adds to the text of an information page: contacts, terminals, apps, and the terms to accept. */
export function PageParts({ page }: { readonly page: string }) {
  const app = useApp()
  switch (page) {
    case 'contacts':
      return <Contacts app={app} />
    case 'cash_terminals':
      return <Terminals app={app} />
    case 'confirm_terms':
      return <TermsPanel />
    default:
      return <Apps app={app} page={page} />
  }
}

/** The ways to reach the brand as its configuration names them (INFO-2). */
function Contacts({ app }: { readonly app: App }) {
  const { phones, emails, networks } = contactGroups(app)
  const { t } = app.texts
  return (
    <ContactList
      groups={[
        { id: 'phones', title: t('site.contacts_phones'), contacts: phones },
        { id: 'emails', title: t('site.contacts_emails'), contacts: emails },
        { id: 'networks', title: t('shell.networks'), contacts: networks },
      ]}
    />
  )
}

/** Where players pay in cash. */
function Terminals({ app }: { readonly app: App }) {
  const terminals = inOrder(app.site.config.information.cashTerminals)
  return (
    <dl>
      {terminals.map(({ id, name, address, hours }) => (
        <div key={id}>
          <dt>
            <strong>
              <bdi>{name}</bdi>
            </strong>
          </dt>
          <dd>
            <bdi>{address}</bdi>
            {hours ? (
              <>
                {' · '}
                <bdi>{hours}</bdi>
              </>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The buttons that lead to the apps of a page, those for the device first (APP-6). Visitors share pages, so that the device is known
 *  once the page is alive. */
function Apps({ app, page }: { readonly app: App; readonly page: string }) {
  const platform = useDevicePlatform(app)
  const kinds = PAGES[page] ?? []
  const { application } = app.site.config
  const shown = appsFor(application, platform, isAsian(app)).filter(({ kind }) => kinds.includes(kind))
  if (shown.length === 0) return null
  const isAnyFitting = shown.some(({ isFitting }) => isFitting)
  return (
    <div className={styles.apps}>
      {shown.map(({ kind, type, url, isFitting }) => (
        <ButtonLink key={url} kind={isFitting || !isAnyFitting ? 'primary' : 'quiet'} to={url}>
          {app.texts.t(kind === 'android' ? ANDROID_KEYS[type ?? 0] : APP_KEYS[kind])}
        </ButtonLink>
      ))}
    </div>
  )
}

/** Lets a signed-in player accept the terms in force, and says when they did. */
function TermsPanel() {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const { player } = usePlayer()
  const { answer, isSending, hasFailed, accept } = useTerms(player !== null)
  if (answer === null || answer.version === undefined) return null
  const { global } = app.site.config
  const language = global.languages[app.state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
  if (answer.isAccepted && answer.acceptedAt !== undefined) {
    const at = formatInstant(Date.parse(answer.acceptedAt), global.dateFormats.withYear, { language, timeZone })
    return <p role="status">{t('shell.terms_accepted', { version: answer.version, at })}</p>
  }
  return (
    <>
      {hasFailed ? <p role="alert">{t('shell.terms_failed')}</p> : null}
      <Button kind="primary" isBusy={isSending} onClick={accept}>
        {t('shell.terms_accept')}
      </Button>
    </>
  )
}
