import { expect, test } from 'vitest'
import { contentAddress, fallbackScript, isContentPath } from './content-host.rules.ts'

test('I18N-9: files come from the content-delivery host, and from the site’s own where there is none', () => {
  expect(contentAddress('https://cdn.example', '/assets/entry-1.js')).toBe('https://cdn.example/assets/entry-1.js')
  expect(contentAddress(undefined, '/assets/entry-1.js')).toBe('/assets/entry-1.js')
  expect(contentAddress('https://cdn.example', 'https://games.example/a.png')).toBe('https://games.example/a.png')
})

test('I18N-9: a content-delivery host passes on builds, style sheets, pictures and texts, and no page or call', () => {
  const passed = ['/assets/a.js', '/brand/1/a.svg', '/theme/1.css', '/genfiles/web-app-v2/en/app.1.json']
  expect(passed.every(isContentPath)).toBe(true)
  expect(['/en', '/web-api/user/balance', '/service-worker.js', '/en/assets/a.js'].some(isContentPath)).toBe(false)
})

/** A picture, a style sheet or a script that failed, and what the script of the page did about it. */
function failed(target: Record<string, unknown>, host = 'https://cdn.example') {
  const imported: string[] = []
  let isHeard = true
  const listeners: ((event: object) => void)[] = []
  // `import` is syntax: it is named here so that it can be watched.
  const run = new Function('addEventListener', 'load', fallbackScript(host).replace('import(', 'load('))
  run(
    (_name: string, listener: (event: object) => void) => listeners.push(listener),
    (path: string) => imported.push(path),
  )
  const event = { target, stopImmediatePropagation: () => (isHeard = false) }
  for (const listener of listeners) listener(event)
  return { imported, isHeard }
}

test('I18N-9: what that host does not send is loaded from the site’s own', () => {
  const sheet = { tagName: 'LINK', rel: 'stylesheet', href: 'https://cdn.example/assets/a.css' }
  expect(failed(sheet)).toEqual({ imported: [], isHeard: false })
  expect(sheet.href).toBe('/assets/a.css')
  const picture = {
    tagName: 'IMG',
    src: 'https://cdn.example/brand/1/a.svg',
    parentElement: { querySelectorAll: () => [] },
  }
  expect(failed(picture).isHeard).toBe(false)
  expect(picture.src).toBe('/brand/1/a.svg')
  const script = { tagName: 'SCRIPT', src: 'https://cdn.example/assets/entry-1.js' }
  expect(failed(script).imported).toEqual(['/assets/entry-1.js'])
})

test('a picture of another host, and one that the site itself does not have, are left to who replaces missing pictures', () => {
  for (const src of ['https://games.example/a.png', '/brand/1/a.svg', 'https://cdn.example.evil/a.png']) {
    const picture = { tagName: 'IMG', src, parentElement: { querySelectorAll: () => [] } }
    expect(failed(picture).isHeard).toBe(true)
    expect(picture.src).toBe(src)
  }
})
