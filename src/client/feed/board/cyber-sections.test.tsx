import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cyberSectionKey, offeredCyberSections } from '#machines/feed/board/game-section.rules.ts'
import { IconsProvider } from '#renderers/site/Icon.tsx'
import { TextsProvider } from '#renderers/site/texts.tsx'
import { CyberSections } from './CyberSections.tsx'

const ITEMS = [
  { id: 'shooters', label: 'Shooters', to: '/en/cyber/shooters', icon: 'gamepad', count: 12, isCurrent: true },
  { id: 'puzzles', label: 'Puzzles', to: '/en/cyber/puzzles', icon: 'gamepad', count: 3, isCurrent: false },
]

function drawn(version: 1 | 2): string {
  return renderToStaticMarkup(
    <TextsProvider t={(key) => key} language="en" direction="ltr">
      <IconsProvider spriteUrl="/icons.svg">
        <CyberSections version={version} items={ITEMS} />
      </IconsProvider>
    </TextsProvider>,
  )
}

test('CFG-19: version 1 of cyber sports lists the sections by name, version 2 as tiles with icons', () => {
  for (const version of [1, 2] as const) {
    const html = drawn(version)
    expect(html.match(/href="\/en[^"]+"/g)).toEqual(['href="/en/cyber/shooters"', 'href="/en/cyber/puzzles"'])
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    expect(html).toMatch(/Shooters.*12.*Puzzles.*3/)
  }
  expect(drawn(1)).not.toContain('/icons.svg#gamepad')
  expect(drawn(2).match(/\/icons\.svg#gamepad/g)).toHaveLength(2)
})

test('CFG-19: sections are shown in their order, where their menu section is, and named by prefix and label', () => {
  const sections = {
    late: { order: 20, menuSection: 1005, type: 'shooters', isAvailable: true },
    first: { order: 10, menuSection: 1009, type: 'puzzles', isAvailable: true },
    off: { order: 5, menuSection: 1005, type: 'shooters', isAvailable: false },
    elsewhere: { order: 6, menuSection: 7, type: 'long', isAvailable: true },
  } as const
  expect(offeredCyberSections({ sections }, { menuSections: [1005, 1009] }).map(({ id }) => id)).toEqual([
    'first',
    'late',
  ])
  const cyber = { sections, typeLabels: { shooters: 'guns' }, labelPrefix: 'site.own_', version: 1 } as const
  expect([cyberSectionKey(cyber, 'shooters'), cyberSectionKey(cyber, 'puzzles')]).toEqual([
    ...['site.own_guns', 'site.own_puzzles'],
  ])
})
