import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPage } from '#calls/content.calls.ts'
import { answer } from '#server/wiring/http/call-scope.ts'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    handlers: [answer(getPage, () => Promise.reject(new Error('a bug')))],
    prepare: ({ write }) =>
      write('pier/config/header.json', {
        notFoundMenu: { results: { order: 5, labelKey: 'site.menu_results', routeId: 'results' }, live: null },
        errorMenu: { faq: { order: 5, labelKey: 'site.page_how_to_bet', routeId: 'how_to_bet' }, contacts: null },
      }),
  })
})
afterAll(() => server.close())

/** Where the page between header and footer leads. */
async function waysOn(path: string) {
  const { statusCode, body } = await server.send(path, { headers: { accept: 'text/html' } })
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  return { statusCode, hrefs: [...main.matchAll(/href="([^"]*)"/g)].map(([, href]) => href), main }
}

describe.skipIf(!HAS_PAGES)('pages of failures', () => {
  test('INFO-3: a page that is not there has a menu of its own', async () => {
    const { statusCode, hrefs } = await waysOn('/en/no-such-page')
    expect(statusCode).toBe(404)
    expect(hrefs).toContain('/en/results')
    expect(hrefs).not.toContain('/en/live')
  })

  test('INFO-3: a page that fails has another, says so, and names its request', async () => {
    const { statusCode, hrefs, main } = await waysOn('/en/information/about')
    expect(statusCode).toBe(500)
    expect(hrefs).toContain('/en/information/how-to-bet')
    expect(hrefs).not.toContain('/en/information/contacts')
    expect(hrefs).not.toContain('/en/results')
    expect(main).toContain('This page did not load')
    expect(main).not.toContain('a bug')
  })
})
