import { textWriter } from '#machines/site/text.rules.ts'
import type { MailingLinks } from '#server/account/office/mailing-links.ts'
import { createDeliveryService, type DeliveryService } from '#server/delivery/delivery.service.ts'
import { createLogAdapter } from '#server/delivery/delivery-adapter.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { IdentityPorts } from './identity.wiring.ts'
import { makeLetter } from './letter.ts'
import { siteOfBrand } from './site-of-brand.ts'

/** The delivery of messages, in the words and the look of their brand. What has no carrier is only logged. */
export function createDelivery(ports: IdentityPorts, mailings: MailingLinks): DeliveryService {
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
