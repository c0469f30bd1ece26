import { useLoaderData } from 'react-router'
import { getUserInformation } from '#calls/account.calls.ts'
import { repeatActivationPopup } from '#calls/contacts.calls.ts'
import { getBalance } from '#calls/money.calls.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import { WalletCard } from '#renderers/site/WalletCard.tsx'
import type { ActivationPopupAnswer, BalanceAnswer, UserInformation } from '#schemas'
import { type App, useApp } from '../app/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../app/screen.ts'
import { AccountContacts } from './AccountContacts.tsx'
import styles from './account.module.css'
import { OfficePage } from './OfficePage.tsx'
import { walletFacts } from './wallet.selectors.ts'

interface AccountData {
  readonly information: UserInformation['data']
  readonly accounts: BalanceAnswer['accounts']
  /** Which new address waits for its code. */
  readonly waiting: ActivationPopupAnswer['kind']
}

/** Loads the profile and the currency accounts of the player. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<AccountData>> {
  const [{ data: information }, { accounts }, { kind: waiting }] = await Promise.all([
    app.call(getUserInformation, {}),
    app.call(getBalance, {}),
    app.call(repeatActivationPopup, {}),
  ])
  return {
    meta: () => ({ title: app.texts.t('account.title'), isPrivate: true }),
    data: { information, accounts, waiting },
  }
}

/** The player's account: number, addresses, profile and money. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<AccountData>>()
  return (
    <OfficePage title={t('account.title')} text={t('account.number_of', { number: data.information.id })}>
      <div className={styles.columns}>
        <section className={styles.block} aria-labelledby="account-money">
          <h2 id="account-money" className={styles.heading}>
            {t('account.money')}
          </h2>
          <ul className={styles.accounts}>
            {data.accounts.map((account) => (
              <li key={account.id}>
                <WalletCard {...walletFacts(app, account)} />
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
          <AccountContacts waiting={data.waiting} />
        </section>
      </div>
    </OfficePage>
  )
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
