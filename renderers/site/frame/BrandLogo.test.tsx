import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BrandLogo } from './BrandLogo.tsx'

const SIZE = { width: 132, height: 32 }
const LIGHT = { src: '/logo.svg', ...SIZE }
const DARK = { src: '/logo-dark.svg', ...SIZE }

/** The wordmarks that wait until they are seen. */
function waiting(markup: string): readonly string[] {
  return [...markup.matchAll(/<img[^>]*>/g)].flatMap(([image]) =>
    image.includes('loading="lazy"') ? (/src="([^"]+)"/.exec(image)?.slice(1) ?? []) : [],
  )
}

test('of two wordmarks the one that the page does not come up with waits until it is seen', () => {
  const drawn = (isDark: boolean) =>
    renderToStaticMarkup(<BrandLogo name="A" logo={LIGHT} logoDark={DARK} isDark={isDark} />)
  expect(waiting(drawn(false))).toEqual([DARK.src])
  expect(waiting(drawn(true))).toEqual([LIGHT.src])
})

test('the only wordmark never waits', () => {
  expect(waiting(renderToStaticMarkup(<BrandLogo name="A" logo={LIGHT} isDark />))).toEqual([])
})
