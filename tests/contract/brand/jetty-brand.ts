import type { ContractBrands } from '../scenes/contract-brands.ts'

/** Host of the brand whose settings are its own. */
export const JETTY_HOST = 'jetty.example'

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"></svg>'
const MARK = { image: 'logo.svg' }
const BANNER = { image: 'night.svg', widthPx: 90, heightPx: 60 }

/** Texts that the brand alone has. */
const WORDS = {
  badge: 'Fresh today',
  banner_alt: 'A boat at the jetty',
  copyright: 'All rights of the harbour',
  document: 'Seaman’s book',
  modal_alt: 'A lighthouse at night',
  registration_alt: 'A ticket office',
  row: 'What the harbour plays',
}

/** What the brand sets, each to what no other brand has. */
export const JETTY_SECTIONS = {
  application: { webAppShortName: 'Jet' },
  auth: { userTokenMs: 123_000 },
  betting: { riskLimits: { savedCouponDays: 19 } },
  boolean: { isCouponSaveLoadAllowed: true },
  'banner-widgets': {
    widgets: {
      home: {
        banners: {
          boat: { order: 1, image: 'night.svg', altKey: 'jetty.banner_alt', titleKey: 'jetty.badge', routeId: 'about' },
        },
      },
    },
  },
  'bring-a-friend': {
    ...{ rulesPage: 'contacts', minimumDepositMinor: 4300, refCodeDays: 17 },
    banners: { boat: { order: 1, ...BANNER, altKey: 'jetty.banner_alt' } },
    ...{ isPartnerProgrammeOffered: true, partnerEarnForMs: 7_776_000_000, partnerTermsPage: 'cookies' },
    partnerBanners: { light: { order: 1, ...BANNER, altKey: 'jetty.modal_alt' } },
  },
  casino: {
    rows: { harbour: { order: 1, titleKey: 'jetty.row', by: 'category', value: 'slots', pages: ['casino'], most: 9 } },
    games: { dice: { volatility: 'high' } },
  },
  customize: {
    ...{ boardStyle: 'cards', cardStyle: 'flat', density: 'compact', headerStyle: 'stacked' },
    ...{ logo: 'logo.svg', logoDark: 'night.svg' },
    homeBlocks: {
      tiles: {
        ...{ order: 1, kind: 'menu-tiles' },
        menu: { about: { order: 1, labelKey: 'site.page_about', routeId: 'about', badgeKey: 'jetty.badge' } },
      },
    },
  },
  footer: {
    copyrightKey: 'jetty.copyright',
    partnerMarks: {
      second: { order: 2, name: 'Second league', ...MARK },
      first: { order: 1, name: 'First league', ...MARK, href: 'https://first.example/' },
    },
  },
  iframe: { statisticsOrigins: ['https://host.example'], statisticsMinHeightPx: 345 },
  information: {
    ...{ smsNumber: '55512', ussdCode: '*512#' },
    cashTerminals: {
      north: { order: 2, name: 'North station', address: '2 Station Square' },
      south: { order: 1, name: 'South station', address: '1 Station Square' },
    },
  },
  licence: { number: 'JET-1', authority: 'Harbour board', validatorUrl: 'https://board.example/jet-1' },
  modules: { resources: { 'error-page': { main: 'lost.svg' } } },
  office: {
    profileMenu: { mine: { order: 1, labelKey: 'jetty.row', routeId: 'office_account_edit' } },
    settingsMenu: { mine: { order: 1, labelKey: 'jetty.badge', routeId: 'office_settings_account' } },
    ...{ documentMaxBytes: 1_234_567, documentMaxFiles: 2 },
    profileFields: { postal_code: { order: 1, required: true } },
    promoMenu: { mine: { order: 1, labelKey: 'jetty.modal_alt', routeId: 'office_rewards' } },
  },
  promo: {
    loyaltyTiers: { copper: { keepXp: 3, periodDays: 11, capMinor: 7700, minimumMinor: 210 } },
    navigationBanner: { textKey: 'jetty.badge', routeId: 'main_section', params: { kind: 'live' } },
  },
  registration: {
    banner: { image: 'night.svg', altKey: 'jetty.registration_alt' },
    ...{ bonusAmountMinor: 12_300, paymentsShown: 1 },
  },
  responsible: {
    ...{ limitPeriods: ['month', 'day'], limitConfirmMs: 11 * 3_600_000 },
    helpOrganisations: {
      buoy: { order: 2, name: 'Buoy', url: 'https://buoy.example', countries: ['de'] },
      anchor: { order: 1, name: 'Anchor', url: 'https://anchor.example', countries: ['de'] },
      reef: { order: 3, name: 'Reef', url: 'https://reef.example', countries: ['ae'] },
    },
  },
}

/** The brand's choices for the registration. */
const REGISTRATION = {
  data: { documentTypes: { seaman: { order: -5, title: 'jetty.document' } } },
  full_reg: { fields: { document_type_id: { order: 5 } } },
}

/** Writes a brand below `pier` that sets what no other brand of the tests sets, each to a value of its own. */
export async function writeJetty(write: ContractBrands['write']): Promise<void> {
  const made = { id: 'jetty', name: 'Jetty', extends: 'pier', schemaVersion: 3, revision: 1 }
  await write('jetty/brand.json', { ...made, hosts: [JETTY_HOST] })
  for (const picture of ['logo', 'night', 'lost']) await write(`jetty/assets/${picture}.svg`, PICTURE)
  const texts = Object.fromEntries(Object.entries(WORDS).map(([key, text]) => [`jetty.${key}`, text]))
  for (const language of ['en', 'de', 'ar']) await write(`jetty/locales/${language}/jetty.json`, texts)
  for (const [section, content] of Object.entries(JETTY_SECTIONS)) await write(`jetty/config/${section}.json`, content)
  for (const [file, content] of Object.entries(REGISTRATION)) await write(`jetty/registration/${file}.json`, content)
}
