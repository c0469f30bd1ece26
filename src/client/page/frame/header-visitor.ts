import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import type { HeaderProps } from '#renderers/site/frame/Header.tsx'
import type { PlayerSummary } from '#schemas'
import type { App } from '../app-context.ts'
import { depositPath, offeredPath } from '../paths.ts'

/** What the head of a page shows of the visitor: a player's balance with the money of their bonus, unless the brand or the player
 *  leaves that out; a guest's ways to sign in and register, and to the promotions where the brand says so (PROMO-8). */
export function headerVisitor(app: App, player: PlayerSummary | null, returnUrl: string): HeaderProps['visitor'] {
  const { boolean, other, promo } = app.site.config
  if (player) {
    const balance = amountOf(app, player, player.balanceMinor)
    const isBonusShown = boolean.isBonusInHeader && player.settings?.bonus_header !== 'off'
    const bonuses = isBonusShown ? offeredPath(app, 'office_promotion') : null
    const bonus = bonuses ? { to: bonuses, amount: amountOf(app, player, player.bonusMinor ?? 0) } : undefined
    const deposit = depositPath(app, returnUrl) ?? undefined
    const accountPath = offeredPath(app, 'office_account') ?? '/'
    return { kind: 'player', accountPath, balance, depositPath: deposit, bonus }
  }
  const signIn = boolean.isAuthAllowed ? offeredPath(app, 'login', { [other.returnUrlParameter]: returnUrl }) : null
  const registration = offeredPath(app, 'registration', registrationQuery(app, returnUrl))
  const promotions = promo.isBonusInHeaderForGuests ? offeredPath(app, 'promotions') : null
  return {
    kind: 'guest',
    signIn: signIn ? { to: signIn } : undefined,
    registration: registration ? { to: registration } : undefined,
    bonus: promotions ? { to: promotions } : undefined,
  }
}

/** An amount of the player's currency. */
function amountOf({ site, visitor }: App, { currency: code }: PlayerSummary, minor: number): string {
  const { global } = site.config
  const currency = global.currencies[code]
  const { locale, direction } = visitor
  return currency ? formatAmount(minor, currency, { locale, template: amountTemplate(global, code), direction }) : ''
}

/** A brand that takes new players back to where they came from needs to know where that was (REG-40). */
function registrationQuery({ site }: App, returnUrl: string): Readonly<Record<string, string>> {
  const { registration, other } = site.config
  return registration.afterRegistration === 'return_url' ? { [other.returnUrlParameter]: returnUrl } : {}
}
