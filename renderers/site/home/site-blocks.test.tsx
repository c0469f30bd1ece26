import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CookieConsent } from '../../shell/CookieConsent.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { Footer, type FooterProps } from '../frame/Footer.tsx'
import { Header, type HeaderProps } from '../frame/Header.tsx'
import { Preloader } from '../frame/Preloader.tsx'
import { Icon, IconsProvider } from '../Icon.tsx'
import { type LinkProps, LinkProvider } from '../link.tsx'
import { TextsProvider, useText } from '../texts.tsx'
import { BannerPicture } from './BannerPicture.tsx'
import { BannerWidget } from './BannerWidget.tsx'

/** The page as the server writes it, with each text standing as its key. */
function render(children: ReactNode): string {
  return renderToStaticMarkup(
    <TextsProvider t={(key) => key} language="en" direction="ltr">
      <IconsProvider spriteUrl="/icons.svg">{children}</IconsProvider>
    </TextsProvider>,
  )
}

const count = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length

const header: HeaderProps = {
  brand: { name: 'Brand' },
  homePath: '/en',
  nav: Array.from({ length: 15 }, (_, index) => ({ id: `item-${index}`, label: `Item ${index}`, to: `/en/${index}` })),
  visitor: { kind: 'guest', signIn: { to: '/en/sign-in' }, registration: { to: '/en/registration' } },
}

describe('the header as the server writes it', () => {
  test('LAYOUT-1: of fifteen items nine are in the row and six under "more"', () => {
    const html = render(<Header {...header} />)
    const row = /<ul[^>]*data-fits="unknown".*?<\/ul>/s.exec(html)?.[0] ?? ''
    expect(count(row, /href="\/en\/\d+"/g)).toBe(9)
    const more = html.slice(html.indexOf(row) + row.length)
    expect(count(more, /href="\/en\/\d+"/g)).toBe(6)
  })

  test('an entry that the brand does not allow is not there', () => {
    expect(render(<Header {...header} />)).toContain('/en/registration')
    const closed = render(<Header {...header} visitor={{ kind: 'guest', signIn: { to: '/en/sign-in' } }} />)
    expect(closed).toContain('/en/sign-in')
    expect(closed).not.toContain('/en/registration')
  })

  test('a player sees the balance and no way to sign in', () => {
    const visitor = { kind: 'player', accountPath: '/en/office', balance: '1,250.00 €' } as const
    const html = render(<Header {...header} visitor={visitor} />)
    expect(html).toContain('1,250.00 €')
    expect(html).not.toContain('shell.sign_in')
  })

  test('OPS-26: an entry that the brand highlights is marked, and no other', () => {
    const nav = header.nav.map((item, index) => (index === 2 ? { ...item, isHighlighted: true } : item))
    expect(render(<Header {...header} nav={nav} />)).toMatch(/href="\/en\/2"[^>]*data-highlighted/)
    expect(count(render(<Header {...header} nav={nav} />), /data-highlighted/g)).toBe(1)
    expect(render(<Header {...header} />)).not.toContain('data-highlighted')
  })

  test('OPS-26: the service menu is above the header, and in the menu of a phone', () => {
    const service = [{ id: 'help', label: 'How to bet', to: '/en/how' }]
    const html = render(<Header {...header} service={service} />)
    expect(html.indexOf('shell.service_navigation')).toBeLessThan(html.indexOf('<header'))
    expect(count(html, /href="\/en\/how"/g)).toBe(2)
    expect(render(<Header {...header} />)).not.toContain('shell.service_navigation')
  })

  test('no style attribute is written', () => {
    expect(render(<Header {...header} />)).not.toContain('style=')
  })
})

describe('the footer', () => {
  const footer: FooterProps = { brand: { name: 'Brand' }, columns: [], text: 'Small print', copyright: '© Brand' }

  test('OPS-26: the mark of the age is there with an age alone', () => {
    expect(render(<Footer {...footer} minimumAge={21} />)).toContain('21+')
    expect(render(<Footer {...footer} />)).not.toContain('shell.minimum_age')
  })

  test('OPS-26: a licence is shown with its holder’s address and the seal of the authority', () => {
    const seal = { src: '/seal.svg', name: 'The Authority', width: 96, height: 44 }
    const licence = { text: 'Licence 7.', address: 'Registered at 1 Harbour Street.', seal }
    const html = render(<Footer {...footer} licence={licence} />)
    expect(html.replaceAll(/<\/?bdi>/g, '')).toContain('Licence 7. Registered at 1 Harbour Street.')
    expect(html).toMatch(/<img[^>]*alt="The Authority"[^>]*src="\/seal.svg"/)
  })

  test('OPS-26: the networks of the brand are links', () => {
    const networks = [
      { id: 'a', label: '', value: 'net.example/brand', to: 'https://net.example/brand', icon: 'globe' },
    ]
    expect(render(<Footer {...footer} networks={networks} />)).toMatch(
      /href="https:\/\/net.example\/brand"[^>]*>.*net.example\/brand/,
    )
    expect(render(<Footer {...footer} />)).not.toContain('shell.networks')
  })
})

test('OPS-26: a device in dark colours gets the picture for them', () => {
  const picture = { src: '/day.svg', width: 4, height: 3, alt: '' }
  expect(render(<BannerPicture picture={{ ...picture, darkSrc: '/night.svg' }} />)).toMatch(
    /<source[^>]*media="\(prefers-color-scheme: dark\)"[^>]*srcSet="\/night.svg"/i,
  )
  expect(render(<BannerPicture picture={picture} />)).not.toContain('prefers-color-scheme')
})

test('LAYOUT-10: the preloader shows up to ten letters and five bars, compact one letter and three bars', () => {
  const parts = (html: string) => count(html, /<span class="[^"]*(?:letter|bar)(?!s)[^"]*">/g)
  expect(parts(render(<Preloader word="Extraordinarily" />))).toBe(10 + 5)
  expect(parts(render(<Preloader word="Ex" />))).toBe(2 + 5)
  expect(parts(render(<Preloader word="Extraordinarily" view="compact" />))).toBe(1 + 3)
})

test('a carousel of one banner has nothing to turn', () => {
  const html = render(<BannerWidget layout="carousel" label="Offers" banners={[{ id: 'one', title: 'One' }]} />)
  expect(html).toContain('One')
  expect(html).not.toContain('shell.carousel')
})

test('an error says what happened, offers another try and names the request', () => {
  const html = render(<ErrorState title="The games did not load" onRetry={() => {}} requestId="q7" />)
  expect(html).toContain('The games did not load')
  expect(html).toContain('shell.retry')
  expect(html).toContain('q7')
})

test('STORE-4: the question about cookies explains what is always on and offers both further kinds', () => {
  const html = render(<CookieConsent policyPath="/en/cookies" onChoose={() => {}} />)
  expect(html).toMatch(/<input[^>]*disabled[^>]*name="essential"|<input[^>]*name="essential"[^>]*disabled/)
  expect(html).toContain('shell.consent_essential_text')
  expect(html).toContain('name="functionality"')
  expect(html).toContain('name="marketing"')
})

test('STORE-4: a brand that offers all or nothing asks for no choice of single kinds', () => {
  const html = render(<CookieConsent policyPath="/en/cookies" levels={[0, 3]} onChoose={() => {}} />)
  expect(html).toContain('shell.consent_all')
  expect(html).not.toContain('name="marketing"')
})

test('links are drawn by the component that the page gives', () => {
  const Link = ({ to, ...rest }: LinkProps) => <a data-router="" href={`/base${to}`} {...rest} />
  const html = render(
    <LinkProvider Link={Link}>
      <Header {...header} />
    </LinkProvider>,
  )
  expect(html).toContain('/base/en/registration')
})

test('a text without a dictionary above it says what to do', () => {
  function Lost() {
    return useText()('shell.ok')
  }
  expect(() => renderToStaticMarkup(<Lost />)).toThrow(/TextsProvider/)
})

describe('icons', () => {
  const sprite = readFileSync(new URL('../../../brands/_base/assets/icons.svg', import.meta.url), 'utf8')
  const names = new Set([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name))

  test('an icon without a label is hidden from assistive technology, one with a label is named', () => {
    expect(render(<Icon name="home" />)).toContain('aria-hidden="true"')
    expect(render(<Icon name="home" label="Home" />)).toContain('aria-label="Home"')
  })

  test('every icon of the base configuration is in the sprite', () => {
    const used = ['header', 'customize', 'footer', 'office'].flatMap((section) => {
      const file = new URL(`../../../brands/_base/config/${section}.json`, import.meta.url)
      return [...readFileSync(file, 'utf8').matchAll(/"icon": "([^"]+)"/g)].map(([, name]) => name)
    })
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((name) => !names.has(name ?? ''))).toEqual([])
  })
})
