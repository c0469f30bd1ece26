import { useState } from 'react'
import { getBalance } from '#calls/money.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ReferralBalanceShown } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { usePlayer } from '../../page/player.tsx'
import { shellPort } from '../../page/shell-port.ts'
import { showActiveBalance } from '../../page/show-active-balance.ts'
import { type Money, minorText } from '../promo-text.ts'
import styles from './referral.module.css'
import { TransferDialog } from './TransferDialog.tsx'

/** Props of {@link BalancePanel}. */
export interface BalancePanelProps {
  readonly balance: ReferralBalanceShown
  readonly money: Money
  readonly onChanged: (balance: ReferralBalanceShown) => void
}

/** What a referrer has, and the way to the main account. */
export function BalancePanel({ balance, money, onChanged }: BalancePanelProps) {
  const app = useApp()
  const t = useText()
  const { showBalance } = usePlayer()
  const [isOpen, setOpen] = useState(false)
  const amount = (minor: number) => minorText(app, minor, money)
  const { totalMinor, heldMinor, transferableMinor, minimumMinor, transferredMinor } = balance
  const canTransfer = transferableMinor >= minimumMinor

  const transferred = (next: ReferralBalanceShown, minor: number) => {
    setOpen(false)
    onChanged(next)
    shellPort.notify({
      ...{ id: 'referral', kind: 'success', text: 'referral.transfer_done' },
      params: { amount: amount(minor) },
    })
    // What the header shows is old until then, and right again with the next page.
    void app.call(getBalance, {}).then(
      ({ accounts }) => showActiveBalance(app, accounts, showBalance),
      () => undefined,
    )
  }

  return (
    <Panel className={styles.panel} aria-label={t('referral.balance')}>
      <dl className={styles.balances}>
        <Figure label={t('referral.available')} value={amount(transferableMinor)} isMain />
        <Figure label={t('referral.held')} value={amount(heldMinor)} />
        <Figure label={t('referral.transferred')} value={amount(transferredMinor)} />
      </dl>
      {totalMinor < 0 ? (
        <p className={styles.warning}>{t('referral.below_zero', { amount: amount(-totalMinor) })}</p>
      ) : null}
      {canTransfer ? (
        <div>
          <Button kind="primary" icon="wallet" onClick={() => setOpen(true)}>
            {t('referral.transfer')}
          </Button>
        </div>
      ) : (
        <p className={styles.text}>{t('referral.transfer_from', { amount: amount(minimumMinor) })}</p>
      )}
      {isOpen ? (
        <TransferDialog balance={balance} money={money} onClose={() => setOpen(false)} onTransferred={transferred} />
      ) : null}
    </Panel>
  )
}

function Figure({
  label,
  value,
  isMain,
}: {
  readonly label: string
  readonly value: string
  readonly isMain?: boolean
}) {
  return (
    <div data-main={isMain || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
