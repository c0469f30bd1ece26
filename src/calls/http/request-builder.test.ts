import { describe, expect, test } from 'vitest'
import { CALLS } from '../catalogue.ts'
import { hasKnownBase, OFFICE_BASES, WEB_API } from './base-paths.ts'
import { buildRequest } from './request-builder.ts'
import type { RequestDeclaration } from './request-declaration.ts'

const path = '/web-api/games'
const build = (declaration: Partial<RequestDeclaration>, values = {}) => buildRequest({ path, ...declaration }, values)

describe('the request builder', () => {
  test('NET-1: sends GET when no method is declared', () => {
    expect(build({})).toEqual({ method: 'GET', address: path, headers: { accept: 'application/json' } })
  })

  test('NET-2: puts a path, a method and declared body, url and query parameters together', () => {
    const declaration: RequestDeclaration = {
      path: '/web-api/limits',
      method: 'POST',
      segments: ['kind'],
      declared: { query: { lng: { kind: 'text' } }, body: { limit: { kind: 'amount' } } },
    }
    const values = { segments: { kind: 'daily' }, query: { lng: 'de' }, body: { limit: { minor: 1250, exponent: 2 } } }
    expect(buildRequest(declaration, values)).toEqual({
      method: 'POST',
      address: '/web-api/limits/daily?lng=de',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"limit":"12.50"}',
    })
  })

  test('NET-3: appends url parameters as segments in their declared order, encoded', () => {
    const declared = { segments: ['language', 'file'] }
    expect(build(declared, { segments: { file: 'a/b ?.json', language: 'en' } }).address).toBe(
      '/web-api/games/en/a%2Fb%20%3F.json',
    )
    expect(() => build(declared, { segments: { language: 'en' } })).toThrow('"file" is missing')
    expect(() => build(declared, { segments: { language: 'en', file: '' } })).toThrow('"file" is missing')
  })

  test.each(['GET', 'HEAD'] as const)('NET-4: %s carries the body in the query', (method) => {
    const built = build({ method }, { query: { lng: 'de', page: 1 }, body: { page: 2, all: true } })
    expect(built.address).toBe('/web-api/games?lng=de&page=2&all=true')
    expect(built).not.toHaveProperty('body')
    expect(built.headers).not.toHaveProperty('content-type')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('NET-5: %s carries the body as such', (method) => {
    const built = build({ method }, { query: { lng: 'de' }, body: { page: 2, none: undefined } })
    expect(built).toMatchObject({ method, address: '/web-api/games?lng=de', body: '{"page":2}' })
    expect(build({ method })).not.toHaveProperty('body')
  })

  test('NET-9: speaks JSON and JSON:API', () => {
    const body = { data: { type: 'token' } }
    expect(build({ method: 'POST' }, { body }).headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
    })
    expect(build({ method: 'POST', content: 'json-api' }, { body }).headers).toEqual({
      accept: 'application/vnd.api+json, application/json',
      'content-type': 'application/vnd.api+json',
    })
  })

  test('NORM-1 to NORM-8: declared parameters are normalised, in the query as in the body', () => {
    const declared = {
      games: { kind: 'id-list' },
      sports: { kind: 'list' },
      live: { kind: 'boolean' },
      gameId: { kind: 'id' },
      partner: { kind: 'id', default: 1 },
      sum: { kind: 'amount' },
      groupId: { kind: 'id' },
      groupMode: { kind: 'id' },
      pinnedGames: { kind: 'id-list' },
      gameTypes: { kind: 'id-list' },
      lng: { kind: 'text' },
    } as const
    const values = {
      games: [30, 4, 30],
      sports: [],
      live: 0,
      gameId: '17',
      partner: 1,
      sum: { minor: 5, exponent: 2 },
      groupId: 5,
      groupMode: 2,
      pinnedGames: [9],
      gameTypes: [2, 1],
      lng: undefined,
    }
    const { address } = build({ declared: { query: declared } }, { query: values })
    expect(decodeURIComponent(address.split('?')[1] ?? '')).toBe(
      'games=4,30&live=false&gameId=17&sum=0.05&gr=5&grMode=2&topGames=9&typeGames=1,2',
    )
    const built = build({ method: 'POST', declared: { body: declared } }, { body: values })
    expect(JSON.parse(built.body ?? '')).toMatchObject({ games: '4,30', live: false, gameId: 17, gr: 5, topGames: '9' })
    expect(() => build({ declared: { query: declared } }, { query: { stranger: 1 } })).toThrow('stranger')
  })
})

test('NET-10, NET-11: each base of the specification is known, and every call of the catalogue lies below one', () => {
  expect(WEB_API).toBe('/web-api')
  const written = ['web-api/officeapi', 'web-api/api/internal/office', 'web-api/api/web/user/v1']
  for (const base of written) expect(OFFICE_BASES).toContain(`/${base}`)
  for (const base of ['/v1', '/v2', '/v3']) expect(OFFICE_BASES).toContain(WEB_API + base)
  for (const base of ['/verification-api', '/service-api', '/limit-service-api']) expect(OFFICE_BASES).toContain(base)
  expect(CALLS.filter((call) => !hasKnownBase(call.path)).map(({ id }) => id)).toEqual([])
  expect(hasKnownBase('/web-apis/x')).toBe(false)
})
