import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textWriter } from '#machines/site/text.rules.ts'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'

const TEXTS = JSON.parse(readFileSync(join(ENGINE_BASE, 'locales/en/errors.json'), 'utf8')) as Readonly<
  Record<string, string>
>

/** What a request without a brand reads: the engine's own words, in English. */
export const engineText = textWriter('en', { texts: TEXTS, fallback: null })
