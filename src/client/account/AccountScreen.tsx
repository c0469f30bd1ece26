import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { disconnect, getBalance, getUserInformation } from '#calls/account.calls.ts'
import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { Card } from '#renderers/site/Card.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BalanceAnswer, UserInformation } from '#schemas'
import { type App, useApp } from '../app/app-context.ts'
import { offeredPath } from '../app/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../app/screen.ts'
import { shellPort } from '../app/shell-port.ts'
import { messageOf } from './ActivationForm.tsx'
import styles from './account.module.css'

interface AccountData {
  readonly information: UserInformation['data']
  readonly accounts: BalanceAnswer['accounts']
}

/** Loads the profile and the currency accounts of the player. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<AccountData>> {
  const [{ data: information }, { accounts }] = await Promise.all([
    app.call(getUserInformation, {}),
    app.call(getBalance, {}),
  ])
  return { meta: () => ({ title: app.texts.t('account.title'), isPrivate: true }), data: { information, accounts } }
}

/** The player's account: number, addresses, profile and money. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<AccountData>>()
  return (
    <div className={styles.account}>
      <PageHeading
        title={t('account.title')}
        text={t('account.number_of', { number: data.information.id })}
        actions={<SignOutButton app={app} />}
      />
      <div className={styles.columns}>
        <section className={styles.block} aria-labelledby="account-money">
          <h2 id="account-money" className={styles.heading}>
            {t('account.money')}
          </h2>
          <ul className={styles.accounts}>
            {data.accounts.map((account) => (
              <li key={account.id}>
                <Card>
                  <span className={styles.currency}>
                    {app.site.config.global.currencies[account.currency]?.name ?? account.currency}
                  </span>
                  {account.isActive ? <Badge kind="accent">{t('account.active')}</Badge> : null}
                  <p className={styles.balance}>
                    <bdi>{moneyOf(app, account)}</bdi>
                  </p>
                </Card>
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.block} aria-labelledby="account-profile">
          <h2 id="account-profile" className={styles.heading}>
            {t('account.profile')}
          </h2>
          <dl className={styles.facts}>
            {factsOf(app, data.information.attributes).map(({ label, value }) => (
              <div key={label} className={styles.fact}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  )
}

function moneyOf({ site, state }: App, { currency: code, balanceMinor }: AccountData['accounts'][number]): string {
  const { currencies, languages } = site.config.global
  const currency = currencies[code]
  const { locale = 'en', direction = 'ltr' } = languages[state.visitor.language] ?? {}
  return currency
    ? formatAmount(balanceMinor, currency, { locale, direction, template: amountTemplate(site.config.global, code) })
    : code
}

interface Fact {
  readonly label: string
  readonly value: string
}

/** What is known of the player, in words; what is not known is left out. */
function factsOf({ site, state, texts }: App, profile: AccountData['information']['attributes']): Fact[] {
  const { t } = texts
  const { language } = state.visitor
  const entry = site.config.global.languages[language]
  const place = profile.country
    ? new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(profile.country.toUpperCase())
    : undefined
  const named = ['name', 'surname', 'nickname'].map((id) => ({
    label: t(`registration.${id}`),
    value: String(profile.fields[id] ?? ''),
  }))
  const since = entry
    ? formatInstant(Date.parse(profile.createdAt), 'dd.MM.yyyy', {
        language: entry,
        timeZone: site.config.global.timeZone,
      })
    : profile.createdAt.slice(0, 10)
  return [
    ...named,
    ...profile.identifiers.map(({ kind, value }) => ({ label: t(`account.${kind}`), value })),
    { label: t('account.country'), value: place ?? '' },
    { label: t('account.birthday'), value: profile.birthday ?? '' },
    { label: t('account.since'), value: since },
  ].filter(({ value }) => value !== '')
}

/** Signs out and leaves nothing of the player in the page: another document follows (SEC-12). */
function SignOutButton({ app }: { readonly app: App }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    try {
      await app.call(disconnect, {})
      const guest = { ...app, state: { ...app.state, visitor: { ...app.state.visitor, player: null } } }
      window.location.assign(offeredPath(guest, 'home') ?? '/')
    } catch (failure) {
      setBusy(false)
      shellPort.notify({ id: 'sign-out', kind: 'error', text: messageOf(failure, t) })
    }
  }
  return (
    <Button kind="quiet" icon="logout" type="button" isBusy={isBusy} onClick={() => void signOut()}>
      {t('account.sign_out')}
    </Button>
  )
}
