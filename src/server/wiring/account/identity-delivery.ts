import type { Logger } from 'pino'
import { textWriter } from '#machines/site/text.rules.ts'
import type { MailingLinks } from '#server/account/office/mailing-links.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { createDeliveryService, type DeliveryService } from '#server/delivery/delivery.service.ts'
import { createLogAdapter, type DeliveryAdapter } from '#server/delivery/delivery-adapter.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { makeLetter } from '../pages/letter.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'

/** What messages are made of and carried by. */
export interface DeliveryPorts {
  readonly database: OpenDatabase
  readonly brands: BrandStore
  readonly log: Logger
  readonly clock: () => Date
  /** Keeps codes and links of sent messages for the development page. */
  readonly keepsSecrets: boolean
  /** Carries SMS; they are only logged when left out. */
  readonly sms?: DeliveryAdapter | undefined
  /** Carries mail; it is only logged when left out. */
  readonly mail?: DeliveryAdapter | undefined
}

/** The delivery of messages, in the words and the look of their brand. What has no carrier is only logged. */
export function createDelivery(ports: DeliveryPorts, mailings: MailingLinks): DeliveryService {
  const { database, brands, log, clock, keepsSecrets, sms, mail } = ports
  const adapter = createLogAdapter(log)
  return createDeliveryService({
    db: database.db,
    adapters: { mail: mail ?? adapter, sms: sms ?? adapter },
    clock,
    log,
    keepsSecrets,
    text: async (brandId, language, key, params) => {
      const site = await siteOfBrand(brands, brandId)
      const spoken = site.languages.includes(language) ? language : site.config.global.defaultLanguage
      return textWriter(spoken, pageTexts(site, spoken))(key, params)
    },
    smsSender: async (brandId) => (await siteOfBrand(brands, brandId)).config['third-party'].smsSender,
    letter: async (brandId, language, { mailing, ...text }) => {
      const token = mailing && mailings.tokenOf(brandId, mailing)
      return makeLetter(await siteOfBrand(brands, brandId), language, { ...text, ...(token ? { token } : {}) })
    },
  })
}
