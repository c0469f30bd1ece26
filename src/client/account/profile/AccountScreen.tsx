import { useLoaderData } from 'react-router'
import { getUserInformation } from '#calls/account.calls.ts'
import { repeatActivationPopup } from '#calls/contacts.calls.ts'
import { getBalance } from '#calls/money.calls.ts'
import { getAccountData } from '#calls/office.calls.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { WalletCard } from '#renderers/site/content/WalletCard.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { AccountDataAnswer, ActivationPopupAnswer, BalanceAnswer, UserInformation } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { AccountContacts } from '../contacts/AccountContacts.tsx'
import { walletFacts } from '../wallets/wallet.selectors.ts'
import styles from './account.module.css'
import profile from './profile.module.css'
import { lacksDocument, type ProfileFact, profileFacts } from './profile.selectors.ts'

interface AccountData {
  readonly information: UserInformation['data']
  readonly accounts: BalanceAnswer['accounts']
  readonly profile: AccountDataAnswer['data']['attributes']
  /** Which new address waits for its code. */
  readonly waiting: ActivationPopupAnswer['kind']
}

/** Loads the profile and the currency accounts of the player. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<AccountData>> {
  const [{ data: information }, { accounts }, { data: known }, { kind: waiting }] = await Promise.all([
    app.call(getUserInformation, {}),
    app.call(getBalance, {}),
    app.call(getAccountData, {}),
    app.call(repeatActivationPopup, {}),
  ])
  return {
    meta: () => ({ title: app.texts.t('site.office_account'), isPrivate: true }),
    data: { information, accounts, profile: known.attributes, waiting },
  }
}

/** The player's account: number, addresses, profile and money. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<AccountData>>()
  const timeZone = useTimeZone()
  const edit = offeredPath(app, 'office_account_edit')
  const facts = [...profileFacts(app, data.profile), ...accountFacts(app, data.information.attributes, timeZone)]
  return (
    <OfficePage title={t('site.office_account')} text={t('account.number_of', { number: data.information.id })}>
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
          {lacksDocument(data.profile) ? <MissingDocument /> : null}
          <dl className={styles.facts}>
            {facts.map(({ id, label, value, isVerified }) => (
              <div key={id} className={styles.fact}>
                <dt>{label}</dt>
                <dd className={profile.value}>
                  <bdi>{value}</bdi>
                  {isVerified ? <Badge kind="positive">{t('profile.verified')}</Badge> : null}
                </dd>
              </div>
            ))}
          </dl>
          {edit ? (
            <div>
              <ButtonLink to={edit} icon="edit">
                {t('office.account_edit')}
              </ButtonLink>
            </div>
          ) : null}
          <AccountContacts waiting={data.waiting} />
        </section>
      </div>
    </OfficePage>
  )
}

/** Says that a document is missing, and links to the page about it. */
function MissingDocument() {
  const app = useApp()
  const t = useText()
  const to = offeredPath(app, 'clarify_data')
  return (
    <div className={profile.missing}>
      <div>
        <p className={profile.missingTitle}>{t('profile.missing_title')}</p>
        <p>{t('profile.missing_text')}</p>
      </div>
      {to ? <ButtonLink to={to}>{t('profile.clarify_title')}</ButtonLink> : null}
    </div>
  )
}

/** What is known beside the profile: addresses, and since when there is the account. */
function accountFacts(
  app: App,
  information: AccountData['information']['attributes'],
  timeZone: string,
): ProfileFact[] {
  const { site, state, texts } = app
  const language = site.config.global.languages[state.visitor.language]
  const since = language
    ? formatInstant(Date.parse(information.createdAt), 'dd.MM.yyyy', { language, timeZone })
    : information.createdAt.slice(0, 10)
  return [
    ...information.identifiers.map(({ kind, value, isVerified }) => ({
      id: kind,
      label: texts.t(`account.${kind}`),
      value,
      isVerified,
    })),
    { id: 'since', label: texts.t('account.since'), value: since, isVerified: false },
  ]
}
