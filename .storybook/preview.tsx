import '@fontsource-variable/cairo'
import '@fontsource-variable/inter'
import '@fontsource-variable/manrope'
import '@fontsource-variable/onest'
import '@fontsource-variable/playfair-display'
import '@fontsource-variable/rubik'
import '@fontsource-variable/unbounded'
import '@fontsource-variable/vazirmatn'
import '../renderers/site/frame/base.css'
import './preview.css'
import { brands } from 'virtual:brand-themes'
import type { Decorator, Preview } from '@storybook/react-vite'
import { useLayoutEffect } from 'react'
import { configure } from 'storybook/test'
import spriteUrl from '../brands/_base/assets/icons.svg?no-inline'
import { textWriter } from '../machines/site/text.rules.ts'
import { IconsProvider } from '../renderers/site/Icon.tsx'
import { TextsProvider } from '../renderers/site/texts.tsx'
import { applyVariant, type Composition, checkVariants, type Variant } from './check-variants.ts'

// What a story waits for comes soon or never; a machine that does much at once only takes longer over it.
configure({ asyncUtilTimeout: 8000 })

const dictionaries = import.meta.glob<Record<string, string>>('../brands/_base/locales/en/*.json', {
  eager: true,
  import: 'default',
})
const dictionary: Record<string, string> = Object.assign({}, ...Object.values(dictionaries))

/** The English texts of the engine, written as the site writes them; a key without a text stands as itself, so that it is noticed. */
const translate = textWriter('en', { texts: dictionary, fallback: null })

/** What the toolbar chose, or a story for itself; a part of the composition left empty is the brand's own. */
function chosenLook(globals: Readonly<Record<string, string>>): { variant: Variant; composition: Composition } {
  const { brand = '_base', scheme = 'light', direction = 'ltr', header, card, button, board } = globals
  return { variant: { brand, scheme, direction }, composition: { header, card, button, board } }
}

const withBrand: Decorator = (Story, { globals }) => {
  const { direction } = globals as Record<string, string>
  useLayoutEffect(() => {
    const { variant, composition } = chosenLook(globals)
    applyVariant(variant, composition)
  }, [globals])
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

/** As a test a story is mounted once: all of axe judges it as it stands, what depends on looks in every variant too. */
const preview: Preview = {
  decorators: [withBrand],
  /** Each story begins at the top, wherever the one before it left the page, with the margins that it has in Storybook. */
  beforeEach: ({ parameters }) => {
    document.body.classList.toggle('sb-main-padded', (parameters.layout ?? 'padded') === 'padded')
    window.scrollTo({ top: 0, behavior: 'instant' })
  },
  afterEach: async ({ id, globals, parameters }) => {
    if (import.meta.env.VITEST_STORYBOOK === undefined) return
    const { variant, composition } = chosenLook(globals)
    await checkVariants(id, composition, parameters.isBrandless === true)
    applyVariant(variant, composition)
  },
  initialGlobals: DEFAULT_GLOBALS,
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
