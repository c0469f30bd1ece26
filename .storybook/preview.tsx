import '@fontsource-variable/cairo'
import '@fontsource-variable/inter'
import '@fontsource-variable/manrope'
import '@fontsource-variable/onest'
import '@fontsource-variable/playfair-display'
import '@fontsource-variable/rubik'
import '@fontsource-variable/unbounded'
import '@fontsource-variable/vazirmatn'
import '../renderers/site/base.css'
import './preview.css'
import { brands } from 'virtual:brand-themes'
import type { Decorator, Preview } from '@storybook/react-vite'
import { useLayoutEffect } from 'react'
import { IconsProvider } from '../renderers/site/Icon.tsx'
import spriteUrl from '../renderers/site/icons.svg?no-inline'
import { type TextParams, TextsProvider } from '../renderers/site/texts.tsx'

const dictionaries = import.meta.glob<Record<string, string>>('../brands/_base/locales/en/*.json', {
  eager: true,
  import: 'default',
})
const dictionary: Record<string, string> = Object.assign({}, ...Object.values(dictionaries))

/** The English texts of the engine; a key without a text stands as itself, so that it is noticed. */
function translate(key: string, params: TextParams = {}): string {
  const text = dictionary[key] ?? dictionary[`${key}_${params.count === 1 ? 'one' : 'other'}`] ?? key
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
}

const themeSheet = document.head.appendChild(document.createElement('style'))

const withBrand: Decorator = (Story, { globals }) => {
  const { brand, scheme, direction, header, card, button, board } = globals as Record<string, string>
  useLayoutEffect(() => {
    const theme = brands[brand ?? '_base'] ?? brands._base
    if (theme === undefined) throw new Error('the brands folder has no _base/theme.tokens.json')
    themeSheet.textContent = theme.css
    const root = document.documentElement
    root.dir = direction ?? 'ltr'
    root.lang = direction === 'rtl' ? 'ar' : 'en'
    const variants = { header, card, button, board }
    root.dataset.scheme = scheme ?? 'light'
    for (const name of ['header', 'card', 'button', 'board'] as const) {
      root.dataset[name] = variants[name] || theme.variants[name]
    }
  }, [brand, scheme, direction, header, card, button, board])
  const isRtl = direction === 'rtl'
  return (
    <TextsProvider t={translate} language={isRtl ? 'ar' : 'en'} direction={isRtl ? 'rtl' : 'ltr'}>
      <IconsProvider spriteUrl={spriteUrl}>
        <Story />
      </IconsProvider>
    </TextsProvider>
  )
}

function choice(title: string, items: readonly string[]) {
  return {
    toolbar: { title, items: items.map((value) => ({ value, title: value || 'of the brand' })), dynamicTitle: true },
  }
}

const DEFAULT_GLOBALS = {
  brand: '_base',
  scheme: 'light',
  direction: 'ltr',
  header: '',
  card: '',
  button: '',
  board: '',
}

/** The globals with which every story starts; `VITE_STORY_GLOBALS='{"scheme":"dark"}'` starts, and tests, them all so. */
const preview: Preview = {
  decorators: [withBrand],
  initialGlobals: { ...DEFAULT_GLOBALS, ...JSON.parse(import.meta.env.VITE_STORY_GLOBALS ?? '{}') },
  globalTypes: {
    brand: choice('Brand', Object.keys(brands)),
    scheme: choice('Scheme', ['light', 'dark']),
    direction: choice('Direction', ['ltr', 'rtl']),
    header: choice('Header', ['', 'bar', 'split', 'stacked']),
    card: choice('Cards', ['', 'flat', 'outlined', 'raised']),
    button: choice('Buttons', ['', 'solid', 'soft', 'sharp', 'outline']),
    board: choice('Board', ['', 'rows', 'cards']),
  },
  parameters: { a11y: { test: 'error' }, backgrounds: { disable: true }, controls: { expanded: true } },
}

// biome-ignore lint/style/noDefaultExport: Storybook reads the preview from the default export
export default preview
