import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { getBalance } from '#calls/money.calls.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { WalletCard } from '#renderers/site/content/WalletCard.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BalanceAnswer, CurrencyAccountBalance } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { AddWallet } from './AddWallet.tsx'
import { useWallets, type Wallets } from './use-wallets.ts'
import { currencyChoices, isCash, isEmpty, walletFacts, walletName } from './wallet.selectors.ts'
import styles from './wallets.module.css'

/** Loads the currency accounts of the player. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<BalanceAnswer>> {
  const data = await app.call(getBalance, {})
  return { meta: () => ({ title: app.texts.t('wallet.title'), isPrivate: true }), data }
}

/** The player's accounts: which one is in use, more of them, fewer of them (ACC-24 to ACC-26). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<BalanceAnswer>>()
  const wallets = useWallets(data.accounts)
  const heading = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState<CurrencyAccountBalance | null>(null)

  const [removed, setRemoved] = useState(0)
  useEffect(() => {
    // The button that was pressed was removed with its card.
    if (removed > 0) heading.current?.focus()
  }, [removed])

  async function remove(account: CurrencyAccountBalance) {
    const isGone = await wallets.remove(account)
    setLeaving(null)
    if (isGone) setRemoved((count) => count + 1)
  }

  return (
    <OfficePage title={t('wallet.title')} text={t('wallet.text')}>
      <section className={styles.list} aria-labelledby="wallets">
        <h2 id="wallets" ref={heading} className={styles.heading} tabIndex={-1}>
          {t('wallet.list')}
        </h2>
        <ul className={styles.cards}>
          {wallets.accounts.map((account) => (
            <li key={account.id}>
              <Wallet account={account} wallets={wallets} onRemove={() => setLeaving(account)} />
            </li>
          ))}
        </ul>
      </section>
      <AddWallet choices={currencyChoices(app, wallets.accounts)} isBusy={wallets.busy === 'new'} onAdd={wallets.add} />
      <Dialog
        isOpen={leaving !== null}
        title={t('wallet.remove_title')}
        buttons={['ok', 'close']}
        okLabel={t('wallet.remove')}
        okKind="danger"
        closeLabel={t('wallet.keep')}
        isBusy={wallets.busy !== null}
        onClose={(way) => (way === 'ok-button' && leaving ? void remove(leaving) : setLeaving(null))}
      >
        <p>{leaving ? t('wallet.remove_text', { name: walletName(app, leaving) }) : null}</p>
      </Dialog>
    </OfficePage>
  )
}

interface WalletProps {
  readonly account: CurrencyAccountBalance
  readonly wallets: Wallets
  readonly onRemove: () => void
}

function Wallet({ account, wallets: { busy, activate }, onRemove }: WalletProps) {
  const app = useApp()
  const t = useText()
  const facts = walletFacts(app, account)
  if (account.isActive || account.isPointsTypeBalance) return <WalletCard {...facts} />
  const isRemovable = isCash(account) && isEmpty(account)
  const named = { 'aria-description': facts.name }
  return (
    <WalletCard
      {...facts}
      note={isCash(account) && !isRemovable ? t('wallet.only_empty') : undefined}
      actions={
        <>
          <Button {...named} isBusy={busy === account.id} onClick={() => void activate(account)}>
            {t('wallet.activate')}
          </Button>
          {isRemovable && (
            <Button {...named} kind="plain" onClick={onRemove}>
              {t('wallet.remove')}
            </Button>
          )}
        </>
      }
    />
  )
}
