import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { matchPath } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { BooleanConfig, RouteId } from '#schemas'
import { isReservedPath, RESERVED_SEGMENTS } from './reserved-segments.ts'
import { parseReturnUrl } from './return-url.rules.ts'
import { matchPattern } from './route-pattern.rules.ts'
import { asAuthorized, buildPath, isRouteOffered, RETURN_URL_PARAMETER, ROUTES, routeAccess } from './routes.ts'

const readJson = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
const baseConfig = (section: string) => readJson(`brands/_base/config/${section}.json`)

const ids = readJson('schemas/site/route-id.schema.json').enum as RouteId[]
const everyRoute = Object.fromEntries(ids.map((id) => [id, { isAvailable: true }]))
const sampleOf = (name: string) => ({ kind: 'live', '*': 'a/b', id: 'gift', type: 'full_reg' })[name] ?? '12-name'
const paramsOf = (id: RouteId) => {
  const names = [...ROUTES[id].path.matchAll(/:(\w+)|\*/g)].map(([star, name]) => name ?? star)
  const kind = id === 'statistic_popup' || id === 'statistics_kind' ? { kind: 'game' } : {}
  const digits = id === 'toto_draw' ? { drawId: 7 } : {}
  return { ...Object.fromEntries(names.map((name) => [name, sampleOf(name)])), ...kind, ...digits }
}

describe('route table', () => {
  test('CFG-33: every route identifier has exactly one path and no two share one', () => {
    expect(Object.keys(ROUTES).sort()).toEqual([...ids].sort())
    const shapes = ids.map((id) => ROUTES[id].path.replace(/\/$/, '').replace(/:\w+\??/g, ':'))
    expect(new Set(shapes).size).toBe(ids.length)
  })

  test('CFG-33, CAS-1, PROMO-5: the paths that the specification gives stand as they are', () => {
    expect(buildPath('office_casino', {}, 'ru')).toBe('/ru/office/casino')
    expect(buildPath('bonus_rules', {}, 'ru')).toBe('/ru/bonus/rules/1st')
    expect(buildPath('block_appeal', {}, 'ru')).toBe('/ru/block-appeal/')
    expect(buildPath('seo_page', { '*': 'football/world cup' }, 'ru')).toBe('/ru/seo/football/world%20cup')
    expect(buildPath('statistic_popup', { kind: 'game', '*': '1/2/main' }, 'en')).toBe(
      '/en/statisticpopup/game/1/2/main',
    )
  })

  test('CFG-33: every built path is matched by its own pattern, here and in React Router', () => {
    for (const id of ids) {
      const path = buildPath(id, paramsOf(id), 'ru')
      expect(matchPattern(ROUTES[id].path, path.slice(3)), id).not.toBeNull()
      expect(matchPath(`/:lng/${ROUTES[id].path}`, path), id).not.toBeNull()
      expect(routeAccess(id, { language: 'ru', isSignedIn: ROUTES[id].access === 'authorized', requested: path })).toBe(
        'show',
      )
    }
  })

  test('CFG-33: no page collides with a call, an asset or a probe', () => {
    const languages = Object.keys(baseConfig('global').languages)
    expect(languages.filter((code) => RESERVED_SEGMENTS.has(code))).toEqual([])
    expect(ids.filter((id) => isReservedPath(`/${ROUTES[id].path}`))).toEqual([])
    expect(isReservedPath('/web-api/user/getuserconfig')).toBe(true)
    expect(isReservedPath('/ru/office')).toBe(false)
  })

  test('routes of the rules menu can be built, and the return url is named as by default', () => {
    const rules = Object.values(baseConfig('information').rules) as { routeId?: RouteId }[]
    const built = rules.flatMap(({ routeId }) => (routeId ? [buildPath(routeId, {}, 'ru')] : []))
    expect(built).toContain('/ru/information/main-rules')
    expect(RETURN_URL_PARAMETER).toBe(baseConfig('other').returnUrlParameter)
  })
})

describe('building and matching', () => {
  test('parameters without a place in the path become the query', () => {
    expect(buildPath('toto_draw', { page: 2, drawId: 7, drawStatus: 'a b' }, 'ru')).toBe(
      '/ru/toto/draw/7?page=2&drawStatus=a%20b',
    )
    expect(buildPath('registration', {}, 'en')).toBe('/en/registration')
    expect(buildPath('registration', { type: 'fast_reg' }, 'en')).toBe('/en/registration/fast_reg')
    expect(buildPath('home', { modal: undefined }, 'en')).toBe('/en')
  })

  test('a missing or malformed parameter is an error of the caller', () => {
    expect(() => buildPath('game', { kind: 'live' }, 'ru')).toThrow('sport')
    expect(() => buildPath('main_section', { kind: 'later' }, 'ru')).toThrow('kind')
  })

  test('every text survives a path segment', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => value.isWellFormed())
    fc.assert(
      fc.property(text, (value) => {
        const encoded = encodeURIComponent(value)
        expect(matchPattern('a/:b', `/a/${encoded}?x#y`)).toEqual({ b: value })
      }),
    )
  })

  test('a path with broken percent signs matches nothing', () => {
    expect(matchPattern('a/:b', '/a/%E0%A4%A')).toBeNull()
  })
})

describe('who may see what', () => {
  const offer = { routes: everyRoute }

  test('CFG-32: a route that the list of available routes does not hold is not offered and is not found', () => {
    for (const routes of [{}, { cyber: { isAvailable: false } }]) {
      expect(isRouteOffered('cyber', { routes })).toBe(false)
      expect(routeAccess('cyber', { routes, language: 'ru', isSignedIn: true, requested: '/ru/cyber' })).toBe(
        'not-found',
      )
    }
    expect(isRouteOffered('cyber', offer)).toBe(true)
    expect(isRouteOffered('cyber', { ...offer, screens: { home: {} } })).toBe(false)
  })

  test('ROLE-1: an audience is any, guests or authorized', () => {
    expect(new Set(ids.map((id) => ROUTES[id].access))).toEqual(new Set(['any', 'guests', 'authorized']))
  })

  test('ROLE-2: a guest on a player route goes to sign-in with the way back', () => {
    const requested = '/ru/office/history?page=2&sort=a'
    const decision = routeAccess('office_history', { language: 'ru', isSignedIn: false, requested })
    expect(decision).toEqual({ redirect: `/ru/login?returnUrl=${encodeURIComponent(requested)}` })
    expect(parseReturnUrl(requested)).toBe(requested)
    expect(isRouteOffered('office_history', { ...offer, isSignedIn: false })).toBe(false)
  })

  test('ROLE-2: without sign-in there is nowhere to go, so the page is not found', () => {
    const flags = { ...baseConfig('boolean'), isAuthAllowed: false } as BooleanConfig
    const request = { routes: everyRoute, flags, language: 'ru', isSignedIn: false, requested: '/ru/office' }
    expect(routeAccess('office', request)).toBe('not-found')
  })

  test('ROLE-3: a player on a guest route goes home', () => {
    expect(routeAccess('login', { language: 'ar', isSignedIn: true, requested: '/ar/login' })).toEqual({
      redirect: '/ar',
    })
    expect(isRouteOffered('login', { ...offer, isSignedIn: true })).toBe(false)
  })

  test('ROLE-4: a route with restricted languages is not offered in them', () => {
    const routes = { poker: { isAvailable: true, hiddenLanguages: ['ar'] } }
    expect(isRouteOffered('poker', { routes, language: 'ar' })).toBe(false)
    expect(isRouteOffered('poker', { routes, language: 'ru' })).toBe(true)
    expect(routeAccess('poker', { routes, language: 'ar', isSignedIn: true, requested: '/ar/poker' })).toBe('not-found')
  })

  test('ROLE-5: a route hidden in a country or without its flag is not offered while that holds', () => {
    const routes = { registration: { isAvailable: true, hiddenCountries: ['kz'] } }
    const flags = baseConfig('boolean') as BooleanConfig
    expect(isRouteOffered('registration', { routes, country: 'kz' })).toBe(false)
    expect(isRouteOffered('registration', { routes, country: 'cy', flags })).toBe(true)
    expect(isRouteOffered('registration', { routes, flags: { ...flags, isRegistrationAllowed: false } })).toBe(false)
  })

  test('ROLE-6: an action for players throws access denied for a guest and runs for a player', () => {
    expect(() => asAuthorized(false, () => 1)).toThrow('access denied')
    expect(asAuthorized(true, () => 1)).toBe(1)
  })

  test('ROLE-7: all office routes are for authorized users only', () => {
    const office = ids.filter((id) => id.startsWith('office') || ROUTES[id].path.startsWith('office'))
    expect(office.length).toBeGreaterThan(50)
    expect(office.filter((id) => ROUTES[id].access !== 'authorized')).toEqual([])
  })

  test('ROLE-8: registration and sign-in routes are for guests only', () => {
    for (const id of ['registration', 'login'] as const) expect(ROUTES[id].access).toBe('guests')
  })

  test('REG-1: the identification that follows a registration is for the player whom it has made', () => {
    const requested = buildPath('registrationIdentification', {}, 'en')
    expect(requested).toBe('/en/registration/identification')
    const access = (isSignedIn: boolean) =>
      routeAccess('registrationIdentification', { routes: everyRoute, language: 'en', isSignedIn, requested })
    expect(access(true)).toBe('show')
    expect(access(false)).toEqual({ redirect: `/en/login?returnUrl=${encodeURIComponent(requested)}` })
  })

  test('INFO-4: a path that only looks like a section is not found', () => {
    const request = { language: 'ru', isSignedIn: false }
    expect(routeAccess('main_section', { ...request, requested: '/ru/nonsense' })).toBe('not-found')
    expect(routeAccess('main_section', { ...request, requested: '/ru/live?x=1' })).toBe('show')
    expect(routeAccess('sport_filter', { ...request, requested: '/ru/line/football' })).toBe('not-found')
    expect(routeAccess('sport_filter', { ...request, requested: '/ru/line/1-football/' })).toBe('show')
  })
})
