import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { GlobalConfig } from '#schemas'
import { sendToPlayer } from '#server/account/office/messages.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { createLoyalty } from '#server/promo/loyalty/loyalty.service.ts'
import type { PaidCashback } from '#server/promo/loyalty/loyalty-ports.ts'
import { standingBreak } from '#server/protection/breaks.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { siteOfBrand } from '../../pages/site-of-brand.ts'
import { createRounds } from '../../rounds.ts'
import { createBonusRounds } from '../free-rounds.ts'
import { productOfGame } from '../game-products.ts'
import { loyaltyHandlers } from './loyalty.handlers.ts'
import { openStakes, playersDue, sourcesDue } from './loyalty-sources.ts'

/** What loyalty is joined with. */
export interface LoyaltyWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly moneyGuard: MoneyGuard
}

const EVERY_MS = 10_000

/** Joins loyalty with the brands, the players and what they play. */
export function createLoyaltyWiring({ database, brands, clock, log, moneyGuard }: LoyaltyWiringPorts) {
  const configOf = async (brandId: string) => (await siteOfBrand(brands, brandId)).config
  const productOf = productOfGame(configOf)
  const onPaid = async (tx: BrandTransaction, { accountId, currency, amountMinor, now }: PaidCashback) => {
    const site = await siteOfBrand(brands, tx.brandId)
    const profile = await tx.select('profile').select('language').where('account_id', '=', accountId).executeTakeFirst()
    const language = profile?.language ?? site.config.global.defaultLanguage
    const t = textWriter(language, pageTexts(site, language))
    const amount = moneyText(site.config.global, { language, currency, minor: amountMinor })
    const words = { title: t('loyalty.paid_message_title'), text: t('loyalty.paid_message_text', { amount }) }
    await sendToPlayer(tx, { accountId, ...words, now }, async () => undefined)
  }
  const loyalty = createLoyalty({
    onPaid,
    ...{ db: database.db, clock, log, guard: moneyGuard, sections: configOf, owner: randomUUID(), playersDue },
    freeRounds: createBonusRounds(configOf),
    sourcesDue: (tx, accountId, since) => sourcesDue(tx, { accountId, since, productOf }),
    openStakes: (tx, accountId) => openStakes(tx, { accountId, productOf }),
    hadBreak: async (tx, accountId, at) => {
      const { exclusionGroup: group } = (await configOf(tx.brandId)).responsible
      const found = await standingBreak(tx, { accountId, group, now: at })
      return found !== undefined && found.startsAt <= at
    },
  })

  /** Counts and pays what is due in all brands that are served; one brand's trouble does not keep the others'. */
  async function run(): Promise<void> {
    for (const brandId of brands.loadedIds())
      await loyalty
        .keep(brandId)
        .catch((error: unknown) => logFailure(log, error, { brandId }, 'loyalty: a brand was left as it is'))
  }

  const rounds = createRounds('loyalty', run, EVERY_MS)
  return { loyalty, handlers: loyaltyHandlers(loyalty), rounds: { ...rounds, run } }
}

/** An amount as a player reads it. */
function moneyText(
  global: GlobalConfig,
  { language, currency, minor }: { readonly language: string; readonly currency: string; readonly minor: number },
): string {
  const known = global.currencies[currency]
  const locale = global.languages[language]?.locale ?? language
  return known ? formatAmount(minor, known, { locale, template: amountTemplate(global, currency) }) : String(minor)
}

/** Loyalty as the server has it. */
export type LoyaltyWiring = ReturnType<typeof createLoyaltyWiring>
