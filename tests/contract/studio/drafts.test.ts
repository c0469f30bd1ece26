import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  discardStudioDraft,
  editStudioDraft,
  getStudioCatalogue,
  getStudioDocument,
  getStudioDraft,
  listStudioBrands,
  searchStudio,
} from '#calls/studio/studio-draft.calls.ts'
import type {
  StudioBrandsAnswer,
  StudioCatalogueAnswer,
  StudioDocumentAnswer,
  StudioDraftAnswer,
  StudioEdit,
  StudioSearchAnswer,
} from '#schemas'
import { faultsOf } from '../scenes/answer-checks.ts'
import {
  claimedStudio,
  expectStudioError,
  joinedColleague,
  STUDIO_HOST,
  type StudioVisitor,
  startStudioServer,
} from '../scenes/studio-scene.ts'
import { HAS_PAGES, HOST, type TestServer } from '../scenes/test-server.ts'

const PIER = { segments: ['pier'] }
const TEXT: StudioEdit = { path: 'locales/en/brand.json', pointer: '/site.menu_live', value: 'On the water' }

let server: TestServer
let owner: StudioVisitor
beforeAll(async () => {
  server = await startStudioServer({ environment: { LIVERY_PREVIEW_DOMAIN: 'draft.operator.example' } })
  owner = await claimedStudio(server)
})
afterAll(() => server.close())

const edit = (edits: readonly StudioEdit[], who = owner) => who.call(editStudioDraft, { edits, editor: 'anna01' }, PIER)
const draftHost = async (): Promise<string> => {
  const { preview } = (await owner.call(getStudioCatalogue, undefined, PIER)).json<StudioCatalogueAnswer>()
  return new URL(preview).host
}

describe('the draft of a brand over HTTP', () => {
  test('is read with its schema, its values and where each comes from', async () => {
    const brands = await owner.call(listStudioBrands)
    expect(await faultsOf('studio/brands-answer', brands.json())).toEqual([])
    expect(brands.json<StudioBrandsAnswer>().brands.map(({ id }) => id)).toContain('pier')
    const catalogue = await owner.call(getStudioCatalogue, undefined, PIER)
    expect(await faultsOf('studio/catalogue-answer', catalogue.json())).toEqual([])
    for (const { path } of catalogue.json<StudioCatalogueAnswer>().documents) {
      const document = await owner.call(getStudioDocument, undefined, { ...PIER, query: { path } })
      expect(document.statusCode, path).toBe(200)
      expect(await faultsOf('studio/document-answer', document.json()), path).toEqual([])
    }
    const query = { path: 'config/header.json' }
    const { origins, own } = (
      await owner.call(getStudioDocument, undefined, { ...PIER, query })
    ).json<StudioDocumentAnswer>()
    expect(own === undefined || typeof own === 'object').toBe(true)
    expect(Object.values(origins)).toContain('_base')
  })

  test('OPS-18: is edited by two people who hear of each other, while the live brand stays as it is', async () => {
    const live = await server.send('/en', { headers: { accept: 'text/html' } })
    const made = await edit([TEXT])
    expect(await faultsOf('studio/draft-answer', made.json())).toEqual([])
    expect(made.json<StudioDraftAnswer>()).toMatchObject({ sequence: 1, problems: [], isBehind: false })
    const ben = await joinedColleague(server, owner, 'ben', [{ role: 'editor', scope: 'pier' }])
    await edit([{ ...TEXT, pointer: '/site.menu_sports', value: 'All sports' }], ben)
    const query = { since: '0', editor: 'anna01', path: TEXT.path, pointer: TEXT.pointer }
    const heard = (await owner.call(getStudioDraft, undefined, { ...PIER, query })).json<StudioDraftAnswer>()
    expect(heard.edits.map(({ account, edit: { value } }) => [account, value])).toEqual([
      ['Anna Lind', 'On the water'],
      ['ben', 'All sports'],
    ])
    const other = { since: '2', editor: 'ben001' }
    const present = (await ben.call(getStudioDraft, undefined, { ...PIER, query: other })).json<StudioDraftAnswer>()
    expect(present.people).toEqual([{ account: 'Anna Lind', editor: 'anna01', path: TEXT.path, pointer: TEXT.pointer }])
    if (HAS_PAGES)
      expect((await server.send('/en', { headers: { accept: 'text/html' } })).body.length).toBe(live.body.length)
  })

  test('says what is wrong with an edit, at its key', async () => {
    const wrong = { path: 'config/header.json', pointer: '/indentPx', value: -3 }
    const { problems } = (await edit([wrong])).json<StudioDraftAnswer>()
    expect(problems).toMatchObject([{ level: 'problem', file: 'pier/config/header.json', path: '/indentPx' }])
    const mended = (await edit([{ path: wrong.path, pointer: wrong.pointer }])).json<StudioDraftAnswer>()
    expect(mended.problems).toEqual([])
  })

  test('refuses who may not edit, and what no brand has', async () => {
    const vera = await joinedColleague(server, owner, 'vera', [{ role: 'viewer', scope: 'pier' }])
    await expectStudioError(await edit([TEXT], vera), 'access.forbidden')
    const mole = await joinedColleague(server, owner, 'mole', [{ role: 'publisher', scope: 'elsewhere' }])
    await expectStudioError(await edit([TEXT], mole), 'brand.unknown')
    expect((await mole.call(listStudioBrands)).json()).toEqual({ brands: [], total: 0, isMore: false })
    await expectStudioError(await edit([{ ...TEXT, path: 'assets/../../x.json' }]), 'document.unknown')
    await expectStudioError(
      await edit([{ path: 'config/header.json', pointer: '/__proto__/x', value: 1 }]),
      'edit.impossible',
    )
    const nobody = { segments: ['nobody'] }
    await expectStudioError(await owner.call(getStudioCatalogue, undefined, nobody), 'brand.unknown')
  })

  test('is found by the words of a text', async () => {
    const query = { text: 'on the water' }
    const { hits } = (await owner.call(searchStudio, undefined, { ...PIER, query })).json<StudioSearchAnswer>()
    expect(hits[0]).toEqual({ path: TEXT.path, pointer: TEXT.pointer, title: 'site.menu_live', value: 'On the water' })
  })
})

describe.runIf(HAS_PAGES)('the preview of a draft', () => {
  test('shows the draft under a host that nobody can guess, in a frame of the studio alone', async () => {
    await edit([TEXT])
    const host = await draftHost()
    expect(host).toMatch(/^pier-[a-z2-7]{16}\.draft\.operator\.example$/)
    const page = await server.send('/en', { host, headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('On the water')
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors http://${STUDIO_HOST};`)
    expect(page.headers['x-frame-options']).toBeUndefined()
    const guessed = host.replace(/-[a-z2-7]{16}/, '-aaaaaaaaaaaaaaaa')
    expect((await server.send('/en', { host: guessed })).statusCode).toBe(404)
    const live = await server.send('/en', { host: HOST, headers: { accept: 'text/html' } })
    expect(live.body).not.toContain('On the water')
    expect(live.headers['x-frame-options']).toBe('DENY')
  })

  test('changes nothing: calls that would are refused', async () => {
    const host = await draftHost()
    const body = { login: 'anna@player.example', password: 'a quiet harbour' }
    const answer = await server.send('/web-api/auth/login', { method: 'POST', host, body })
    expect([403, 404]).toContain(answer.statusCode)
    const agreed = await server.send('/api-v3/v1/user/agreement-with-cookies/log', {
      method: 'POST',
      host,
      body: { level: 'all' },
    })
    expect(agreed.statusCode).toBe(403)
    expect(agreed.json()).toMatchObject({ code: 'preview.read_only' })
  })

  test('is the live site again once the draft is thrown away', async () => {
    await edit([TEXT])
    expect((await owner.call(discardStudioDraft, undefined, PIER)).statusCode).toBe(200)
    const page = await server.send('/en', { host: await draftHost(), headers: { accept: 'text/html' } })
    expect(page.body).not.toContain('On the water')
  })
})
