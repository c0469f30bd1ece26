import { useState } from 'react'
import { createCurrencyAccount, deleteCurrencyAccount, setActiveAccount } from '#calls/money.calls.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { BalanceAnswer, CurrencyAccountBalance } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { usePlayer } from '../../page/player.tsx'
import { shellPort } from '../../page/shell-port.ts'
import { showActiveBalance } from '../../page/show-active-balance.ts'
import { type CurrencyChoice, walletName } from './wallet.selectors.ts'

type Accounts = readonly CurrencyAccountBalance[]

/** The player's currency accounts and what can be done with them, one thing at a time. */
export interface Wallets {
  readonly accounts: Accounts
  /** The id of the account that is being changed, `new` for one that is being opened; null when nothing is under way. */
  readonly busy: number | 'new' | null
  readonly activate: (account: CurrencyAccountBalance) => Promise<void>
  /** @returns whether it was removed */
  readonly remove: (account: CurrencyAccountBalance) => Promise<boolean>
  /** @returns why it was refused, or null */
  readonly add: (choice: CurrencyChoice) => Promise<Failure | null>
}

/** Holds the accounts of a screen. Every change is answered by all of them, and the balance above the page follows. */
export function useWallets(loaded: Accounts): Wallets {
  const app = useApp()
  const { showBalance } = usePlayer()
  const [accounts, setAccounts] = useState(loaded)
  const [busy, setBusy] = useState<Wallets['busy']>(null)

  async function change(which: number | 'new', name: string, done: string, send: () => Promise<BalanceAnswer>) {
    setBusy(which)
    try {
      const answer = await send()
      setAccounts(answer.accounts)
      showActiveBalance(app, answer.accounts, showBalance)
      shellPort.notify({ id: 'wallet', kind: 'success', text: done, params: { name } })
      return null
    } catch (failure) {
      return readFailure(failure)
    } finally {
      setBusy(null)
    }
  }

  return {
    accounts,
    busy,
    activate: async (account) => {
      const send = () => app.call(setActiveAccount, { body: { account: account.id } })
      tell(await change(account.id, walletName(app, account), 'wallet.activated', send))
    },
    remove: async (account) => {
      const send = () => app.call(deleteCurrencyAccount, { body: { account_id: account.id } })
      const failure = await change(account.id, walletName(app, account), 'wallet.removed', send)
      tell(failure)
      return failure === null
    },
    add: ({ id, name }) =>
      change('new', name, 'wallet.added', () => app.call(createCurrencyAccount, { body: { currency_id: id } })),
  }
}

function tell(failure: Failure | null): void {
  if (failure) shellPort.notify({ id: 'wallet', kind: 'error', text: failure.code, params: failure.params })
}
