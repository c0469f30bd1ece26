import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { ThemeTokens } from '#schemas'
import { mergePatch } from '../machines/site/merge-patch.rules.ts'
import { resolveTokens } from '../machines/site/theme/theme.rules.ts'
import { compileTheme } from '../machines/site/theme/theme-css.rules.ts'

const brandsFolder = join(import.meta.dirname, '../brands')
const MODULE = 'virtual:brand-themes'

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** A brand as the stories need it: its style sheet and the variants of composition it chose. */
function readBrand(id: string) {
  const at = (brand: string, file: string) => readJson(join(brandsFolder, brand, file))
  const tokens = mergePatch(at('_base', 'theme.tokens.json'), at(id, 'theme.tokens.json')) as ThemeTokens
  const css = compileTheme(resolveTokens(tokens).theme, { defaultScheme: 'system' })
  const customize = mergePatch(at('_base', 'config/customize.json'), at(id, 'config/customize.json')) as Record<
    string,
    string
  >
  const { headerStyle, cardStyle, buttonStyle, boardStyle } = customize
  return { css, variants: { header: headerStyle, card: cardStyle, button: buttonStyle, board: boardStyle } }
}

/** Gives the stories every brand of the brands folder: `virtual:brand-themes`. */
export function brandThemes(): Plugin {
  return {
    name: 'brand-themes',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined
      const brands = readdirSync(brandsFolder).filter((name) =>
        existsSync(join(brandsFolder, name, 'theme.tokens.json')),
      )
      const looks = JSON.stringify(Object.fromEntries(brands.map((name) => [name, readBrand(name)])))
      return `export const brands = ${looks}\nexport const isEachStoryInEachBrand = ${Boolean(process.env.LIVERY_LONG)}`
    },
  }
}
