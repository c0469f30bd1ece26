import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { getBalance } from '#calls/money.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Dropdown } from '#renderers/shell/Dropdown.tsx'
import { DropdownItem } from '#renderers/shell/DropdownItem.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { CurrencyAccountBalance } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { usePlayer } from '../../page/player.tsx'
import { noteFault } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'
import styles from './HeaderWallets.module.css'
import { useWallets } from './use-wallets.ts'
import { isCash, walletFacts } from './wallet.selectors.ts'

/** The switch between a player's currency accounts in the head of the page; absent for a player of one account (CFG-12). */
export function HeaderWallets() {
  const app = useApp()
  const call = useCall()
  const { player } = usePlayer()
  const currency = player?.currency
  const [accounts, setAccounts] = useState<readonly CurrencyAccountBalance[]>([])
  useEffect(() => {
    // Another account in use is another list, wherever it was chosen; who signs out has none.
    if (currency === undefined) return
    Promise.all([call(getBalance, {}), app.texts.need(['wallet'])]).then(
      ([answer]) => setAccounts(answer.accounts),
      (error: unknown) => {
        const { code } = readFailure(error)
        if (code !== 'request.cancelled') noteFault('wallets.not_read', { code })
      },
    )
  }, [app, call, currency])
  const key = accounts.find(({ isActive }) => isActive)?.id
  return accounts.filter(isCash).length > 1 ? <Switch key={key} loaded={accounts} /> : null
}

function Switch({ loaded }: { readonly loaded: readonly CurrencyAccountBalance[] }) {
  const app = useApp()
  const t = useText()
  const { accounts, busy, activate } = useWallets(loaded)
  const { revalidate } = useRevalidator()
  const office = offeredPath(app, 'office_settings_wallets')

  async function choose(account: CurrencyAccountBalance) {
    if (account.isActive || busy !== null) return
    await activate(account)
    // What the page shows may be of the account.
    await revalidate()
  }

  return (
    <div data-account-switch="">
      <Dropdown trigger={{ kind: 'plain', icon: 'swap' }} label={t('wallet.switch')} alignment="end">
        <ul>
          {accounts.filter(isCash).map((account) => {
            const { name, amount } = walletFacts(app, account)
            return (
              <li key={account.id}>
                <DropdownItem isCurrent={account.isActive} onPress={() => void choose(account)}>
                  <span className={styles.account}>
                    <span>{name}</span>
                    <bdi className={styles.amount}>{amount}</bdi>
                  </span>
                </DropdownItem>
              </li>
            )
          })}
          {office && (
            <li>
              <DropdownItem to={office} icon="wallet">
                {t('wallet.title')}
              </DropdownItem>
            </li>
          )}
        </ul>
      </Dropdown>
    </div>
  )
}
