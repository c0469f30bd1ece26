import { shownBalance } from '#machines/money/currency-account.rules.ts'
import type { CurrencyAccountBalance } from '#schemas'
import type { App } from './app-context.ts'
import type { usePlayer } from './player.tsx'

/** Shows the balance of the active account wherever the page shows one. */
export function showActiveBalance(
  { site }: App,
  accounts: readonly CurrencyAccountBalance[],
  show: ReturnType<typeof usePlayer>['showBalance'],
): void {
  const active = accounts.find(({ isActive }) => isActive)
  const currency = active && site.config.global.currencies[active.iso]
  if (!active || !currency) return
  const shown = shownBalance(active, currency.exponent)
  const bonus = accounts.find(({ isBonusAccount, iso }) => isBonusAccount && iso === active.iso)
  const held = bonus && shownBalance(bonus, currency.exponent)
  if (shown.kind === 'money')
    show({
      ...{ currency: active.iso, balanceMinor: shown.minor },
      hasSeveralAccounts:
        accounts.filter((account) => !account.isBonusAccount && !account.isPointsTypeBalance).length > 1,
      ...(held?.kind === 'money' ? { bonusMinor: held.minor } : {}),
    })
}
