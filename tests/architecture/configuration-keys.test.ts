import { expect, test } from 'vitest'
import { unreadKeys } from '#cli/brand/reads/unread-keys.ts'

/** Keys that are still to be read or taken out. None may join them. */
const STILL_UNREAD = [
  'config/cyber.json/version',
  'config/dictionary.json/appCacheMs',
  'config/dictionary.json/cacheMs',
  'config/global.json/currencies/*/isCrypto',
  'config/global.json/globalEvent/firstGameStart',
  'config/global.json/globalEvent/id',
  'config/global.json/refId',
  'config/office.json/historyMonths',
  'config/office.json/pageSize',
  'config/application.json/fontSize',
  'config/banner-widgets.json/widgets/*/banners/*/imageDark',
  'config/betting.json/mediaPlayerMode',
  'config/boolean.json/isCouponDeleteAllowed',
  'config/boolean.json/isGameIdShown',
  'config/boolean.json/isLightVersion',
  'config/boolean.json/isNewHelper',
  'config/boolean.json/isVideoShown',
  'config/coupon.json/vipBetCountries',
  'config/customize.json/homeBlocks/*/menu/*/isHighlighted',
  'config/dictionary.json/fallbackLanguage',
  'config/footer.json/areSocialLinksShown',
  'config/footer.json/isAgeMarkShown',
  'config/global.json/nonMultiAccountSections',
  'config/header.json/serviceMenu',
  'config/information.json/contacts',
  'config/information.json/menu',
  'config/information.json/rules/*/icon',
  'config/information.json/rules/*/menuKey',
  'config/information.json/rules/*/page',
  'config/information.json/rules/*/tag',
  'config/licence.json/holderAddress',
  'config/licence.json/seal',
  'config/modules.json/cacheMs',
  'config/modules.json/fallbackImage',
  'config/modules.json/resources',
  'config/support.json/consultantIds',
  'config/support.json/defaultConsultantId',
  'config/third-party.json/agentPopupCountries',
  'config/third-party.json/cashAgentCountries',
]

test('OPS-26: a key of the configuration has an effect', { timeout: 600_000 }, async () => {
  const unread = (await unreadKeys()).map(({ file, pointer }) => `${file}${pointer}`)
  expect(unread.filter((key) => !STILL_UNREAD.includes(key))).toEqual([])
})
