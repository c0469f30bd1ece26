import { isJsonObject, type JsonObject, type JsonValue } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { CustomizeConfig, HeaderConfig, RegistrationConfig } from '#schemas'
import { type BrandLevel, sectionPath } from '../brands/brand-level.ts'
import { combinedFiles, type FilePatches } from './file-patches.ts'
import { MakingFailure } from './making-failure.ts'
import { sectionOf } from './making-sections.ts'

const PRESETS: Readonly<Record<string, (level: BrandLevel) => FilePatches>> = { sports, casino, regulated }

/** What a preset writes. @throws MakingFailure `preset_unknown` */
export function presetPatches(level: BrandLevel, asked: string | undefined): FilePatches {
  if (asked === undefined) return {}
  const make = Object.hasOwn(PRESETS, asked) ? PRESETS[asked] : undefined
  if (make) return make(level)
  const known = Object.keys(PRESETS).join(', ')
  const meant = nearest(asked, Object.keys(PRESETS))
  if (meant === null) throw new MakingFailure('preset_unknown', 'preset', asked, { known })
  throw new MakingFailure('preset_unknown', 'meant', asked, { meant })
}

/** Pages of games that are no sport. */
const CASINO_ROUTES = [
  ...['casino', 'live_casino', 'slots', 'poker', 'bingo', 'lotto', 'lotteries', 'third_party_games', 'office_casino'],
]

/** Sport alone: no casino and no lottery in any menu, now or once they are built; what is played now in front on the home page, and
 *  every help that the coupon has. */
function sports(level: BrandLevel): FilePatches {
  return combinedFiles(withoutRoutes(level, CASINO_ROUTES), {
    [sectionPath('customize')]: {
      homeBlocks: ownBlocks(level, {
        live_games: { order: 11, count: 8 },
        line_games: { order: 13, count: 8 },
        top_champs: { order: 15 },
        discover: null,
      }),
    },
    [sectionPath('boolean')]: {
      isDuelsShown: true,
      isCouponPrintAllowed: true,
      isCouponSaveLoadAllowed: true,
      isCouponSellAllowed: true,
      isInsuranceAllowed: true,
      isOneClickBetAllowed: true,
      isAutoBetAllowed: true,
    },
  })
}

/** The casino in front: its pages come first in the menus, sport after them. */
function casino(level: BrandLevel): FilePatches {
  const first = { casino: { order: 1 }, slots: { order: 2 }, other_games: { order: 3 }, poker: { order: 4 } }
  const { menu } = sectionOf<HeaderConfig>(level, 'header')
  const known = Object.entries(first).filter(([entry]) => Object.hasOwn(menu, entry))
  return { [sectionPath('header')]: { menu: Object.fromEntries(known) } }
}

/** Changes of the blocks that the parent has. */
function ownBlocks(level: BrandLevel, changes: JsonObject): JsonObject {
  const { homeBlocks } = sectionOf<CustomizeConfig>(level, 'customize')
  return Object.fromEntries(Object.entries(changes).filter(([block]) => Object.hasOwn(homeBlocks, block)))
}

const DAY_MS = 86_400_000
const QUARTER_HOUR_MS = 900_000

/** What a licence usually asks for and the engine has: the whole form with proof of age, address and political office, then the
 *  identification; long passwords, short sessions, passkeys; no bets on credit, none by one press or by themselves; the marks of age
 *  and licence, and cookies only after a yes. */
function regulated(level: BrandLevel): FilePatches {
  const { types } = sectionOf<RegistrationConfig>(level, 'registration')
  const others = Object.keys(types).filter((type) => type !== 'full_reg')
  return {
    [sectionPath('registration')]: {
      types: {
        full_reg: { isAvailable: true },
        ...Object.fromEntries(others.map((type) => [type, { isAvailable: false }])),
      },
      defaultType: 'full_reg',
      afterRegistration: 'identification',
    },
    'registration/full_reg.json': {
      fields: {
        address: { order: 72, required: true },
        postal_code: { order: 74, required: true },
        adult: { order: 152 },
        checkbox_pep: { order: 154 },
      },
    },
    [sectionPath('auth')]: {
      passwordMinLength: 12,
      isAutoLogoffEnabled: true,
      autoLogoffMs: QUARTER_HOUR_MS,
      isPasskeyEnabled: true,
      sessionAbsoluteMs: DAY_MS,
      rememberedSessionMs: DAY_MS,
    },
    [sectionPath('boolean')]: {
      isAdvanceBetAllowed: false,
      isAutoBetAllowed: false,
      isOneClickBetAllowed: false,
      isVipBetAllowed: false,
    },
    [sectionPath('coupon')]: { pricePolicy: 'none' },
    [sectionPath('footer')]: { isAgeMarkShown: true, isLicenceShown: true, isResponsibleGamingShown: true },
    [sectionPath('other')]: { cookieConsent: { isAsked: true, defaultLevel: 0 } },
    [sectionPath('header')]: {
      serviceMenu: {
        responsible: { order: 5, labelKey: 'site.page_responsible_gaming', routeId: 'responsible_gaming' },
      },
    },
  }
}

/** Switches pages off, and takes their entries out of every menu that the brand would inherit. */
function withoutRoutes(level: BrandLevel, routes: readonly string[]): FilePatches {
  const patches: Record<string, JsonObject> = {}
  for (const section of ['header', 'footer', 'office', 'customize']) {
    const path = sectionPath(section)
    const patch = entriesTo(level.documents.get(path)?.value ?? null, routes)
    if (isJsonObject(patch)) patches[path] = patch
  }
  const off = Object.fromEntries(routes.map((route) => [route, { isAvailable: false }]))
  return { ...patches, [sectionPath('application')]: { routes: off } }
}

/** The patch that deletes the entries of maps which lead to a route; undefined when there is none. */
function entriesTo(value: JsonValue, routes: readonly string[]): JsonObject | null | undefined {
  if (!isJsonObject(value)) return undefined
  if (typeof value.routeId === 'string' && routes.includes(value.routeId)) return null
  const inner = Object.entries(value).flatMap(([key, child]) => {
    const patch = entriesTo(child, routes)
    return patch === undefined ? [] : [[key, patch] as const]
  })
  return inner.length > 0 ? Object.fromEntries(inner) : undefined
}
