import { isJsonObject, pointerStep } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { Banner, BrandProblem, HomeBlock, MenuEntry, SiteConfig } from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import { type BrandLevel, locateFault, sectionPath, writerOf } from '../brands/brand-level.ts'
import { listed, quoted } from '../faults/problem-words.ts'
import { CATALOGUE_FILE } from './check-registration.ts'
import { causeIn, type SectionFault, type Sections, sectionsOf } from './site-sections.ts'

/** Blocks, entries and switches that do not go together: what a block needs and does not have, an entry that leads nowhere, a feature
 *  that is on without what it works by. What the engine's own folder leaves over is no fault of a brand. */
export function checkComposition(level: BrandLevel): readonly BrandProblem[] {
  const sections = sectionsOf(level)
  const catalogue = Object.keys((level.documents.get(CATALOGUE_FILE)?.value as object | undefined) ?? {})
  const faults = [
    ...blockFaults(sections),
    ...entryFaults(sections),
    ...bannerFaults(sections),
    ...contactFaults(sections),
    ...switchFaults(sections),
    ...closedFaults(sections),
    ...captchaFaults(sections),
    ...fieldFaults(sections, catalogue),
  ]
  return faults.flatMap(({ section, suggestion = null, ...fault }) => {
    const path = sectionPath(section)
    const isLeftOver = fault.level === 'warning' && writerOf(level, path, fault.pointer)?.layer.id === BASE_ID
    const told = locateFault(level, path, { ...fault, suggestion })
    return isLeftOver && told.every(({ brand }) => brand === BASE_ID) ? [] : told
  })
}

type BlockKind = HomeBlock['kind']

interface BlockKeys {
  /** Without these a block shows nothing. */
  readonly needed: readonly (keyof HomeBlock)[]
  readonly read: readonly (keyof HomeBlock)[]
}

/** What each kind of block is made of. */
const BLOCK_KEYS: Readonly<Record<BlockKind, BlockKeys>> = {
  'banner-carousel': { needed: ['widget'], read: ['titleKey'] },
  'promo-section': { needed: ['widget'], read: ['titleKey'] },
  'menu-tiles': { needed: ['menu'], read: ['titleKey', 'columns'] },
  'feature-cards': { needed: ['cards'], read: ['titleKey', 'textKey'] },
  'welcome-bonus': { needed: [], read: ['titleKey', 'textKey'] },
  'rich-text': { needed: ['page'], read: [] },
  games: { needed: [], read: ['titleKey', 'feed', 'count'] },
  'top-champs': { needed: [], read: ['titleKey', 'feed', 'count'] },
  favorites: { needed: [], read: ['titleKey', 'count'] },
  express: { needed: [], read: ['titleKey', 'count'] },
  'casino-banner': { needed: [], read: [] },
  'casino-row': { needed: ['row'], read: ['titleKey', 'count'] },
  'casino-wins': { needed: [], read: ['titleKey', 'count'] },
  'lottery-draws': { needed: [], read: ['titleKey', 'count'] },
}
const EVERY_BLOCK: readonly string[] = ['order', 'kind', 'visibleFor', 'countries', 'startsAt', 'endsAt']

const BLOCK_EXAMPLES: Readonly<Record<string, string>> = {
  widget: '"home"',
  menu: '{"live": {"order": 10, "labelKey": "site.menu_live", "routeId": "main_section", "params": {"kind": "live"}}}',
  cards: '{"safe": {"order": 10, "icon": "shield", "titleKey": "…", "textKey": "…"}}',
  page: '"about"',
  row: '"popular"',
}

function blockFaults({ customize }: Sections): readonly SectionFault[] {
  return Object.entries(customize?.homeBlocks ?? {}).flatMap(([id, block]) => {
    const pointer = `/homeBlocks/${id}`
    const { needed, read } = BLOCK_KEYS[block.kind]
    const missing = needed.filter((key) => isEmpty(block[key]))
    const unread = Object.keys(block).filter((key) => ![...EVERY_BLOCK, ...needed, ...read].includes(key))
    return [
      ...missing.map((key): SectionFault => {
        const expected = `the key ${quoted(key)}`
        const message = `${pointer} is a block of the kind ${quoted(block.kind)}, which shows nothing without ${quoted(key)}. Add it, for example ${quoted(key)}: ${BLOCK_EXAMPLES[key]}, or take the block away with null.`
        const causes = [causeIn('customize', `${pointer}/${key}`), causeIn('customize', `${pointer}/kind`)]
        return { section: 'customize', pointer, found: `no ${quoted(key)}`, expected, message, causes }
      }),
      ...unread.map((key): SectionFault => {
        const expected = [...needed, ...read].length > 0 ? `one of ${listed([...needed, ...read])}` : 'no more keys'
        const message = `${pointer}/${key} has no effect: a block of the kind ${quoted(block.kind)} does not read it. Take it away, or choose another kind.`
        return {
          section: 'customize',
          pointer: `${pointer}/${key}`,
          found: quoted(key),
          expected,
          message,
          level: 'warning',
        }
      }),
    ]
  })
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0)
}

/** An entry of a menu, and where it stands. */
export interface FoundEntry {
  readonly section: keyof SiteConfig
  readonly pointer: string
  readonly entry: MenuEntry
}

/** Entries of menus have a label; what else has one, such as a contact, has a value too. */
export function entriesIn(section: keyof SiteConfig, value: unknown, pointer = ''): readonly FoundEntry[] {
  if (!isJsonObject(value)) return []
  if (typeof value.labelKey === 'string' && !('value' in value))
    return [{ section, pointer, entry: value as unknown as MenuEntry }]
  return Object.entries(value).flatMap(([key, child]) => entriesIn(section, child, `${pointer}/${pointerStep(key)}`))
}

/** The sections that have menus. */
export const WITH_MENUS = ['header', 'footer', 'office', 'information', 'customize', 'third-party'] as const

function entryFaults(sections: Sections): readonly SectionFault[] {
  return WITH_MENUS.flatMap((section) => entriesIn(section, sections[section])).flatMap(
    ({ section, pointer, entry }) => {
      const { routeId, href, action } = entry
      const aims = Object.entries({ action, routeId, href }).flatMap(([key, aim]) => (aim === undefined ? [] : [key]))
      if (aims.length === 0) {
        const message = `${pointer} leads nowhere, so it is left out. Add a "routeId", an "href" or an "action".`
        const expected = 'a routeId, an href or an action'
        return [{ section, pointer, found: 'none of them', expected, message, level: 'warning' as const }]
      }
      return [...spareAims(section, pointer, aims), ...spareParams({ section, pointer, entry }, aims)]
    },
  )
}

/** Of several aims the first is taken: what opens goes before the page, and the page before the address. */
function spareAims(
  section: keyof SiteConfig,
  pointer: string,
  [taken = '', ...spare]: readonly string[],
): readonly SectionFault[] {
  return spare.map((key) => ({
    section,
    pointer: `${pointer}/${key}`,
    found: quoted(key),
    expected: `either ${quoted(taken)} or ${quoted(key)}`,
    message: `${pointer} has both ${quoted(taken)} and ${quoted(key)}; it follows ${quoted(taken)}, and ${quoted(key)} has no effect. Take one of them away.`,
    level: 'warning',
  }))
}

function spareParams({ section, pointer, entry }: FoundEntry, [taken]: readonly string[]): readonly SectionFault[] {
  if (entry.params === undefined || taken === 'routeId') return []
  const message = `${pointer}/params has no effect: parameters belong to a "routeId", and the entry follows its ${quoted(taken ?? '')}. Write the whole address there, or take params away.`
  return [
    {
      section,
      pointer: `${pointer}/params`,
      found: '"params"',
      expected: 'params beside a routeId',
      message,
      level: 'warning',
    },
  ]
}

function bannerFaults({ 'banner-widgets': section, customize }: Sections): readonly SectionFault[] {
  const promos = Object.values(customize?.homeBlocks ?? {}).flatMap(({ kind, widget }) =>
    kind === 'promo-section' && widget !== undefined ? [widget] : [],
  )
  return Object.entries(section?.widgets ?? {}).flatMap(([id, { banners }]) =>
    Object.entries(banners).flatMap(([banner, own]) =>
      aimlessBanner(`/widgets/${id}/banners/${banner}`, own, promos.includes(id)),
    ),
  )
}

function aimlessBanner(pointer: string, banner: Banner, isPromo: boolean): readonly SectionFault[] {
  const { routeId, href, buttonKey } = banner
  if (routeId !== undefined || href !== undefined) return []
  const expected = 'a routeId or an href'
  const section = 'banner-widgets'
  if (isPromo) {
    const message = `${pointer} leads nowhere, and a card of a promo section is left out without a link. Add ${expected}.`
    return [{ section, pointer, found: 'no link', expected, message, level: 'warning' }]
  }
  if (buttonKey === undefined) return []
  const message = `${pointer} has a button that leads nowhere, so it is not drawn. Add ${expected}, or take buttonKey away.`
  return [{ section, pointer: `${pointer}/buttonKey`, found: quoted(buttonKey), expected, message, level: 'warning' }]
}

const CONTACTS = {
  emails: { form: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, expected: 'a mail address such as "help@northstar.example"' },
  phones: { form: /^(?:[^\d]*\d){5,15}[^\d]*$/, expected: 'a telephone number such as "+357 22 000000"' },
  networks: { form: /^https:\/\/[^\s\\]+$/, expected: 'a web address such as "https://t.me/northstar"' },
} as const

function contactFaults({ information }: Sections): readonly SectionFault[] {
  if (!information) return []
  return Object.entries(CONTACTS).flatMap(([group, { form, expected }]) =>
    Object.entries(information.contacts[group as keyof typeof CONTACTS]).flatMap(([id, { value }]): SectionFault[] => {
      if (form.test(value)) return []
      const pointer = `/contacts/${group}/${pointerStep(id)}/value`
      const message = `${pointer} is ${quoted(value)}, so the link of the contact would lead nowhere. Write ${expected}.`
      return [{ section: 'information', pointer, found: quoted(value), expected, message }]
    }),
  )
}

function switchFaults({
  auth,
  boolean,
  betting,
  registration,
  application,
  manifest,
}: Sections): readonly SectionFault[] {
  const faults: SectionFault[] = []
  if (betting && betting.asianViewCountries.length > 0 && boolean?.isAsianViewAllowed === false) {
    const message =
      '/asianViewCountries has no effect, since isAsianViewAllowed of config/boolean.json is false: visitors from there see the European view. Switch it on, or take the countries away.'
    const causes = [causeIn('boolean', '/isAsianViewAllowed')]
    faults.push({
      section: 'betting',
      pointer: '/asianViewCountries',
      found: 'countries',
      expected: '[]',
      message,
      level: 'warning',
      causes,
    })
  }
  if (registration && boolean?.isRegistrationAllowed && noneOffered(registration.types)) {
    const message =
      '/types offers no way to register, though isRegistrationAllowed of config/boolean.json is true: the form would be empty. Offer one of them, or switch isRegistrationAllowed off.'
    const causes = Object.keys(registration.types).map((id) => causeIn('registration', `/types/${id}/isAvailable`))
    faults.push({
      section: 'registration',
      pointer: '/types',
      found: 'none of them is available',
      expected: 'one type that is available',
      message,
      causes,
    })
  }
  if (auth && boolean?.isAuthAllowed && noneOffered(auth.types)) {
    const message =
      '/types offers no way to sign in, though isAuthAllowed of config/boolean.json is true. Offer one of them, or switch isAuthAllowed off.'
    const causes = Object.keys(auth.types).map((id) => causeIn('auth', `/types/${id}/isAvailable`))
    faults.push({
      section: 'auth',
      pointer: '/types',
      found: 'none of them is available',
      expected: 'one way that is available',
      message,
      causes,
    })
  }
  if (application?.routes.home?.isAvailable === false) {
    const message =
      '/routes/home is switched off, so visitors who open the brand’s address are shown that the page is missing. Switch it on, or set the blocks of the page in config/customize.json.'
    faults.push({
      section: 'application',
      pointer: '/routes/home/isAvailable',
      found: 'false',
      expected: 'true',
      message,
      suggestion: 'true',
      level: 'warning',
    })
  }
  return [...faults, ...vipFaults({ auth, boolean, manifest })]
}

/** Where neither registration nor sign-in is there, be it by a switch or by its page, nobody can be a player. */
function closedFaults({ application, boolean }: Sections): readonly SectionFault[] {
  const switchedOff = (flag: 'isRegistrationAllowed' | 'isAuthAllowed', route: string) =>
    [
      { section: 'boolean' as const, pointer: `/${flag}`, isOff: boolean?.[flag] === false },
      {
        section: 'application' as const,
        pointer: `/routes/${route}/isAvailable`,
        isOff: application?.routes[route]?.isAvailable === false,
      },
    ].find(({ isOff }) => isOff)
  const registration = switchedOff('isRegistrationAllowed', 'registration')
  const signIn = switchedOff('isAuthAllowed', 'login')
  if (!registration || !signIn) return []
  const message = `${signIn.pointer} is false, and so is ${registration.pointer} of config/${registration.section}.json: nobody can register or sign in, so that the site has no players. Switch one of them on, unless it is to be looked at only.`
  const { section, pointer } = signIn
  const causes = [causeIn(registration.section, registration.pointer), causeIn(section, pointer)]
  return [{ section, pointer, found: 'false', expected: 'true', message, suggestion: 'true', level: 'warning', causes }]
}

function noneOffered(types: Readonly<Record<string, { readonly isAvailable?: boolean }>>): boolean {
  return Object.values(types).every(({ isAvailable }) => isAvailable === false)
}

function vipFaults({
  auth,
  boolean,
  manifest,
}: {
  readonly [Section in 'auth' | 'boolean' | 'manifest']: Sections[Section] | undefined
}): readonly SectionFault[] {
  if (!auth || !boolean?.isVipDomainGeoAuth) return []
  const hosts = manifest?.hosts ?? []
  if (auth.vipDomains.length === 0) {
    const message =
      '/isVipDomainGeoAuth has no effect: vipDomains of config/auth.json names no host. Name one, or switch it off.'
    return [
      {
        section: 'boolean',
        pointer: '/isVipDomainGeoAuth',
        found: 'true',
        expected: 'hosts in vipDomains',
        message,
        level: 'warning',
      },
    ]
  }
  return auth.vipDomains.flatMap((host, index): SectionFault[] => {
    if (hosts.includes(host)) return []
    const pointer = `/vipDomains/${index}`
    const expected = `one of the hosts of brand.json: ${listed(hosts)}`
    const message = `${pointer} names the host ${quoted(host)}, which the brand does not have, so nobody ever comes by it. Add it to "hosts" of brand.json, or take it away.`
    return [
      {
        section: 'auth',
        pointer,
        found: quoted(host),
        expected,
        suggestion: nearest(host, hosts),
        message,
        level: 'warning',
      },
    ]
  })
}

const PROVIDED_CAPTCHAS = ['hcaptcha', 'google', 'hunt'] as const

function captchaFaults({ captcha }: Sections): readonly SectionFault[] {
  const type = PROVIDED_CAPTCHAS.find((provided) => provided === captcha?.type)
  if (!captcha || !type || captcha.isForceDisabled) return []
  if (Object.values(captcha.guards).every((guard) => guard === 'never')) return []
  const missing = (['siteKeys', 'secretKeys'] as const).filter((keys) => captcha[keys][type] === undefined)
  return missing.map((keys) => {
    const example = keys === 'siteKeys' ? 'the key of your site there' : 'LIVERY_CAPTCHA_SECRET'
    const expected = `${keys} with ${quoted(type)}`
    const message = `/type is ${quoted(type)}, which works by keys of yours, and ${keys} has none of ${quoted(type)}: nobody could pass. Add "${keys}": {${quoted(type)}: ${quoted(example)}}, or take another type.`
    const causes = [causeIn('captcha', `/${keys}/${type}`)]
    return { section: 'captcha', pointer: '/type', found: quoted(type), expected, message, causes }
  })
}

/** Fields that the profile shows, or that an address answers, and no catalogue has. */
function fieldFaults({ office, registration }: Sections, catalogue: readonly string[]): readonly SectionFault[] {
  if (catalogue.length === 0) return []
  const named: readonly (readonly [SectionFault['section'], string, string])[] = [
    ...Object.keys(office?.profileFields ?? {}).map(
      (id) => ['office', `/profileFields/${pointerStep(id)}`, id] as const,
    ),
    ...Object.entries(registration?.prefills ?? {}).map(
      ([parameter, id]) => ['registration', `/prefills/${pointerStep(parameter)}`, id] as const,
    ),
  ]
  return named.flatMap(([section, pointer, id]): SectionFault[] => {
    if (catalogue.includes(id)) return []
    const suggestion = nearest(id, catalogue)
    const fix = suggestion === null ? `Add it there, or take it away.` : `Did you mean ${quoted(suggestion)}?`
    const message = `${pointer} names the field ${quoted(id)}, which ${CATALOGUE_FILE} does not have. ${fix}`
    const causes = [{ path: CATALOGUE_FILE, pointer: `/${pointerStep(id)}` }]
    return [
      { section, pointer, found: quoted(id), expected: `a field of ${CATALOGUE_FILE}`, suggestion, message, causes },
    ]
  })
}
