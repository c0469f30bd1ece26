import type { Banner, BrandProblem } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { entriesIn, WITH_MENUS } from './check-composition.ts'
import { causeIn, type SectionFault, type Sections, sectionsOf } from './site-sections.ts'

/** Numbers that contradict each other: a least above a most, a limit that another one makes useless, times in the wrong order. */
export function checkLimits(level: BrandLevel): readonly BrandProblem[] {
  const sections = sectionsOf(level)
  return [stakeFaults, sessionFaults, rateFaults, bannerFaults, showingFaults, maskFaults, ageFaults, breakFaults]
    .flatMap((faultsIn) => faultsIn(sections))
    .flatMap(({ section, suggestion = null, ...fault }) =>
      locateFault(level, sectionPath(section), { ...fault, suggestion }),
    )
}

/** Two numbers of which the first may not be above the second. */
interface Pair {
  readonly section: SectionFault['section']
  readonly pointer: string
  readonly value: number
  readonly most: number
  /** The other number as a message names it. */
  readonly mostName: string
  /** What comes of it. */
  readonly why: string
  readonly causes?: SectionFault['causes']
  readonly level?: SectionFault['level'] | undefined
}

function above({ section, pointer, value, most, mostName, why, causes, level }: Pair): readonly SectionFault[] {
  if (value <= most) return []
  const expected = `at most ${most}`
  const message = `${pointer} is ${value}, and ${mostName} is ${most}: ${why}. Make ${pointer} ${expected}, or ${mostName} at least ${value}.`
  return [
    { section, pointer, found: String(value), expected, message, ...(causes && { causes }), ...(level && { level }) },
  ]
}

function stakeFaults({ coupon, global, boolean, betting }: Sections): readonly SectionFault[] {
  if (!coupon || !global) return []
  const { maximumStakeMinor: most, maximumPayoutMinor, quickStakesMinor } = coupon
  const least = global.currencies[global.defaultCurrency]?.minimumBetMinor ?? 0
  const leastPointer = `/currencies/${global.defaultCurrency}/minimumBetMinor`
  const causes = [causeIn('coupon', '/maximumStakeMinor'), causeIn('global', '/defaultCurrency')]
  const isAnyPossible = least <= most
  return [
    ...(isAnyPossible ? quickStakeFaults(quickStakesMinor, { least, most, leastPointer }) : []),
    ...above({
      section: 'global',
      pointer: leastPointer,
      value: least,
      most,
      mostName: 'maximumStakeMinor of config/coupon.json',
      causes,
      why: 'no bet could be placed',
    }),
    ...above({
      section: 'coupon',
      pointer: '/maximumStakeMinor',
      value: most,
      most: maximumPayoutMinor,
      mostName: 'maximumPayoutMinor',
      causes: [causeIn('coupon', '/maximumPayoutMinor')],
      why: 'a bet that is won would pay less than its stake',
    }),
    ...(boolean?.isVipBetAllowed && betting
      ? above({
          section: 'coupon',
          pointer: '/maximumStakeMinor',
          value: most,
          most: betting.vipBets.maximumStakeMinor,
          mostName: 'vipBets.maximumStakeMinor of config/betting.json',
          causes: [causeIn('betting', '/vipBets/maximumStakeMinor'), causeIn('boolean', '/isVipBetAllowed')],
          why: 'a VIP bet would be no larger than any other',
          level: 'warning',
        })
      : []),
  ]
}

/** Quick stakes that a bet cannot have: reported together, at the first of them. */
function quickStakeFaults(
  stakes: readonly number[],
  { least, most, leastPointer }: { readonly least: number; readonly most: number; readonly leastPointer: string },
): readonly SectionFault[] {
  const told = (
    wrong: readonly number[],
    why: string,
    expected: string,
    causes: SectionFault['causes'],
  ): SectionFault[] => {
    const [first] = wrong
    if (first === undefined) return []
    const pointer = `/quickStakesMinor/${stakes.indexOf(first)}`
    const found = wrong.join(', ')
    const message = `/quickStakesMinor offers ${found} as one press, and ${why}: players would be refused. Write stakes of ${expected}.`
    return [{ section: 'coupon', pointer, found, expected, message, level: 'warning', ...(causes && { causes }) }]
  }
  const currency = causeIn('global', '/defaultCurrency')
  const high = stakes.filter((stake) => stake > most)
  const low = stakes.filter((stake) => stake < least)
  return [
    ...told(high, `the largest stake is ${most} (maximumStakeMinor)`, `at most ${most}`, [
      causeIn('coupon', '/maximumStakeMinor'),
      currency,
    ]),
    ...told(low, `the least bet is ${least} (${leastPointer} of config/global.json)`, `at least ${least}`, [
      causeIn('global', leastPointer),
      currency,
    ]),
  ]
}

function sessionFaults({ auth, other }: Sections): readonly SectionFault[] {
  const faults: SectionFault[] = []
  if (auth) {
    const { sessionIdleMs, sessionAbsoluteMs, rememberedSessionMs, codeResendMs, codeLifetimeMs } = auth
    faults.push(
      ...above({
        section: 'auth',
        pointer: '/sessionIdleMs',
        value: sessionIdleMs,
        most: sessionAbsoluteMs,
        mostName: 'sessionAbsoluteMs',
        causes: [causeIn('auth', '/sessionAbsoluteMs')],
        why: 'a session ends before it could be idle for so long',
        level: 'warning',
      }),
      ...above({
        section: 'auth',
        pointer: '/sessionAbsoluteMs',
        value: sessionAbsoluteMs,
        most: rememberedSessionMs,
        mostName: 'rememberedSessionMs',
        causes: [causeIn('auth', '/rememberedSessionMs')],
        why: 'players who ask to stay signed in would be signed out earlier than the others',
      }),
      ...above({
        section: 'auth',
        pointer: '/codeResendMs',
        value: codeResendMs,
        most: codeLifetimeMs,
        mostName: 'codeLifetimeMs',
        causes: [causeIn('auth', '/codeLifetimeMs')],
        why: 'a code ends before another may be asked for, and the player could do nothing but wait',
        level: 'warning',
      }),
    )
  }
  if (other?.cookieConsent.isAsked && other.cookieConsent.levels.length === 0) {
    const message =
      '/cookieConsent asks visitors and offers no level to choose. Write levels, for example [0, 3], or set isAsked to false.'
    faults.push({
      section: 'other',
      pointer: '/cookieConsent/levels',
      found: '[]',
      expected: 'levels such as [0, 3]',
      message,
      causes: [causeIn('other', '/cookieConsent/isAsked')],
    })
  }
  return faults
}

function rateFaults({ auth }: Sections): readonly SectionFault[] {
  const limits = Object.entries(auth?.rateLimits ?? {}).flatMap(([tried, budgets]) =>
    Object.entries(budgets).map(([counted, windows]) => ({ at: `/rateLimits/${tried}/${counted}`, windows })),
  )
  return limits.flatMap(({ at, windows: { short, long } }) => {
    if (!short || !long) return []
    const pair = (key: 'windowMs' | 'attempts', why: string, level?: SectionFault['level']) =>
      above({
        section: 'auth',
        pointer: `${at}/short/${key}`,
        value: short[key],
        most: long[key],
        mostName: `long.${key}`,
        causes: [causeIn('auth', `${at}/long/${key}`)],
        why,
        level,
      })
    return [
      ...pair('windowMs', 'the short limit counts over a longer time than the long one'),
      ...pair('attempts', 'the long limit refuses before the short one can', 'warning'),
    ]
  })
}

/** Fastest change of banners that people can read, in ms. */
const LEAST_INTERVAL_MS = 1000

function bannerFaults({ 'banner-widgets': section }: Sections): readonly SectionFault[] {
  return Object.entries(section?.widgets ?? {}).flatMap(([id, { intervalMs = 0, banners }]) => {
    const at = `/widgets/${id}`
    const isTooFast = intervalMs > 0 && intervalMs < LEAST_INTERVAL_MS
    const times = Object.entries(banners).flatMap(([banner, own]) =>
      timeFaults('banner-widgets', `${at}/banners/${banner}`, own),
    )
    return isTooFast ? [tooFast(`${at}/intervalMs`, intervalMs), ...times] : times
  })
}

function tooFast(pointer: string, intervalMs: number): SectionFault {
  const expected = `at least ${LEAST_INTERVAL_MS} ms, or 0 for banners that stand still`
  const message = `${pointer} is ${intervalMs}, so banners would change every ${intervalMs} ms, which nobody can read. Write ${expected}.`
  return { section: 'banner-widgets', pointer, found: String(intervalMs), expected, message }
}

/** Entries of menus, blocks of the home page and the event of the season have times too. */
function showingFaults(sections: Sections): readonly SectionFault[] {
  const entries = WITH_MENUS.flatMap((section) => entriesIn(section, sections[section]))
  const firstGame = sections.global?.globalEvent?.firstGameStart
  return [
    ...momentFaults('global', '/globalEvent/firstGameStart', firstGame),
    ...entries.flatMap(({ section, pointer, entry }) => timeFaults(section, pointer, entry)),
    ...Object.entries(sections.promo?.modals ?? {}).flatMap(([name, modal]) =>
      timeFaults('promo', `/modals/${name}`, modal),
    ),
    ...timeFaults('promo', '/navigationBanner', sections.promo?.navigationBanner ?? {}),
    ...Object.entries(sections.customize?.homeBlocks ?? {}).flatMap(([id, block]) =>
      timeFaults('customize', `/homeBlocks/${id}`, block),
    ),
  ]
}

function momentFaults(
  section: SectionFault['section'],
  pointer: string,
  time: string | undefined,
): readonly SectionFault[] {
  if (time === undefined || Number.isFinite(Date.parse(time))) return []
  const expected = 'a moment such as "2026-11-21T18:30:00Z"'
  const message = `${pointer} is ${JSON.stringify(time)}, a moment that clocks do not have. Write ${expected}.`
  return [{ section, pointer, found: JSON.stringify(time), expected, message }]
}

function timeFaults(
  section: SectionFault['section'],
  at: string,
  { startsAt, endsAt }: Pick<Banner, 'startsAt' | 'endsAt'>,
): readonly SectionFault[] {
  const impossible = Object.entries({ startsAt, endsAt }).flatMap(([key, time]) =>
    momentFaults(section, `${at}/${key}`, time),
  )
  if (impossible.length > 0 || startsAt === undefined || endsAt === undefined) return impossible
  if (Date.parse(startsAt) < Date.parse(endsAt)) return []
  const expected = `a moment after startsAt, ${JSON.stringify(startsAt)}`
  const message = `${at} ends at ${JSON.stringify(endsAt)} and begins at ${JSON.stringify(startsAt)}, so nobody ever sees it. Write ${expected}, or swap the two.`
  const causes = [causeIn(section, `${at}/startsAt`)]
  return [{ section, pointer: `${at}/endsAt`, found: JSON.stringify(endsAt), expected, message, causes }]
}

/** A mask with fewer or more places for digits than a number may have. */
function maskFaults({ registration }: Sections): readonly SectionFault[] {
  return Object.entries(registration?.phoneNumbers ?? {}).flatMap(([code, { mask, minDigits, maxDigits }]) => {
    const digits = mask?.replaceAll('-', '').length
    if (digits === undefined) return []
    const pointer = `/phoneNumbers/${code}/mask`
    const isShort = minDigits !== undefined && digits < minDigits
    if (!isShort && (maxDigits === undefined || digits <= maxDigits)) return []
    const limit = isShort ? `minDigits, ${minDigits}` : `maxDigits, ${maxDigits}`
    const expected = `a mask with ${minDigits ?? 'up'} to ${maxDigits ?? 'more'} zeros`
    const message = `${pointer} has places for ${digits} digits, ${isShort ? 'less' : 'more'} than ${limit}: no number could be right. Give it as many zeros as a number has digits.`
    const causes = [causeIn('registration', `/phoneNumbers/${code}/${isShort ? 'minDigits' : 'maxDigits'}`)]
    return [{ section: 'registration', pointer, found: `${digits} digits`, expected, message, causes }]
  })
}

/** Youngest player that a licence is known to allow. */
const YOUNGEST = 18

/** Ages of single countries; the age of the whole site is a rule of each licence. */
function ageFaults({ global, registration }: Sections): readonly SectionFault[] {
  const ages: readonly (readonly [SectionFault['section'], string, number | undefined])[] = [
    ...Object.entries(global?.countries ?? {}).map(
      ([code, { minimumAge }]) => ['global', `/countries/${code}/minimumAge`, minimumAge] as const,
    ),
    ...Object.entries(registration?.minAgesInCountries ?? {}).map(
      ([code, years]) => ['registration', `/minAgesInCountries/${code}`, years] as const,
    ),
  ]
  return ages.flatMap(([section, pointer, years]): SectionFault[] => {
    if (years === undefined || years >= YOUNGEST) return []
    const expected = `at least ${YOUNGEST}`
    const who = years === 0 ? 'people of any age' : `people of ${years}`
    const message = `${pointer} lets ${who} register. Betting is for adults: write ${expected}, unless the licence says otherwise.`
    return [{ section, pointer, found: String(years), expected, message, level: 'warning' }]
  })
}

/** A button for a break that no player may take. */
function breakFaults({ responsible }: Sections): readonly SectionFault[] {
  if (!responsible) return []
  const { breakButtonHours: hours, timeOutHours } = responsible
  if (hours === 0 || timeOutHours.includes(hours)) return []
  const expected = `0, or one of ${timeOutHours.join(', ')}`
  const message = `/breakButtonHours is ${hours}, and no break of ${hours} hours is among timeOutHours: the button would be refused. Make it ${expected}, or add ${hours} to timeOutHours.`
  const causes = [causeIn('responsible', '/timeOutHours')]
  return [{ section: 'responsible', pointer: '/breakButtonHours', found: String(hours), expected, message, causes }]
}
