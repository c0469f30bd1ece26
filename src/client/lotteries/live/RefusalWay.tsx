import { useLocation } from 'react-router'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { depositPath, offeredPath } from '../../page/paths.ts'
import { usePlayer } from '../../page/player.tsx'

/** Props of {@link RefusalWay}. */
export interface RefusalWayProps {
  /** Of the refusal, such as `balance.too_low`. */
  readonly code: string
  /** What was to be bought costs so much, in minor units of the currency. */
  readonly priceMinor: number
  readonly money: { readonly currency: string; readonly exponent: number }
}

/** Leads from a refused purchase to what mends it: to the deposit, with what is missing filled in and the way back, or to the wallets. Nothing for any
 *  other refusal, and where the brand has no such page (PAY-17). */
export function RefusalWay({ code, priceMinor, money: { currency, exponent } }: RefusalWayProps) {
  const app = useApp()
  const t = useText()
  const { pathname, search } = useLocation()
  const { player } = usePlayer()
  const isShort = code === 'balance.too_low'
  const hasMinor = player?.currency === currency ? player.balanceMinor : 0
  const missing = minorToDecimal(Math.max(priceMinor - hasMinor, 0), exponent)
  const wallets = code === 'draws.no_account' ? offeredPath(app, 'office_settings_wallets') : null
  const way = isShort ? depositPath(app, pathname + search, missing) : wallets
  if (way === null) return null
  return (
    <ButtonLink to={way} kind="primary" isWide>
      {t(isShort ? 'shell.deposit' : 'shell.open_wallets')}
    </ButtonLink>
  )
}
