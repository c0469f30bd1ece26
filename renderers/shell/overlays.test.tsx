import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { NOTIFICATION_KINDS } from '#machines/shell/notification-queue.rules.ts'
import { TOOLTIP_HOVER_MS } from '#machines/shell/tooltip.machine.ts'
import { TextsProvider } from '../site/texts.tsx'
import { BottomNavigation } from './BottomNavigation.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { Dropdown } from './Dropdown.tsx'
import { Notifications } from './Notifications.tsx'

function render(children: React.ReactNode): string {
  return renderToStaticMarkup(
    <TextsProvider t={(key) => key} language="en" direction="ltr">
      {children}
    </TextsProvider>,
  )
}

describe('a dialog', () => {
  const props: DialogProps = { isOpen: true, title: 'Title', onClose: () => {}, children: 'Content' }

  test('UI-1: has the buttons OK and Close and the close button by default', () => {
    const html = render(<Dialog {...props} />)
    expect(html).toContain('>shell.ok<')
    expect(html).toContain('>shell.close<')
    expect(html).toContain('aria-label="shell.close"')
  })

  test('UI-1: each of them can be left out', () => {
    const html = render(<Dialog {...props} buttons={['close']} hasCross={false} />)
    expect(html).not.toContain('>shell.ok<')
    expect(html).toContain('>shell.close<')
    expect(html).not.toContain('aria-label="shell.close"')
  })

  test('a closed dialog holds nothing', () => {
    expect(render(<Dialog {...props} isOpen={false} />)).not.toContain('Content')
  })
})

test('UI-12: each of the eight kinds has an icon of its own and a spoken name', () => {
  const items = NOTIFICATION_KINDS.map((kind) => ({ id: kind, kind, text: kind, params: {} }))
  const html = render(<Notifications items={items} onDismiss={() => {}} />)
  const icons = [...html.matchAll(/aria-label="shell\.notification_(\w+)"[^>]*><use href="#([\w-]+)"/g)]
  expect(icons.map(([, kind]) => kind)).toEqual([...NOTIFICATION_KINDS])
  expect(new Set(icons.map(([, , icon]) => icon)).size).toBe(8)
})

test('UI-8: a dropdown starts closed and opens by the browser itself', () => {
  const html = render(<Dropdown trigger={{ children: 'More' }}>Panel</Dropdown>)
  const panelId = /popover="auto"/.test(html) ? /<div id="([^"]+)"/.exec(html)?.[1] : undefined
  expect(panelId).toBeDefined()
  expect(html.toLowerCase()).toContain(`popovertarget="${panelId}"`.toLowerCase())
})

test('UI-14: a tooltip waits 200 ms', () => {
  expect(TOOLTIP_HOVER_MS).toBe(200)
})

test('the bottom navigation has five places at most, and no count for none', () => {
  const places = Array.from({ length: 7 }, (_, index) => ({
    id: `${index}`,
    label: `Place ${index}`,
    icon: 'home',
    to: '/',
    count: 0,
  }))
  const html = render(<BottomNavigation places={places} />)
  expect([...html.matchAll(/Place \d/g)]).toHaveLength(5)
  expect(html).not.toContain('>0<')
})
