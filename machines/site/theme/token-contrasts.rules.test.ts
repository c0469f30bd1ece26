import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ThemeTokens } from '#schemas'
import { proposedColour } from './contrast-proposal.rules.ts'
import { resolveTokens } from './theme.rules.ts'
import { checkContrast } from './theme-contrast.rules.ts'
import { aliasChain, tokenContrasts } from './token-contrasts.rules.ts'

const FILE = join(import.meta.dirname, '../../../brands/_base/theme.tokens.json')
const base = (): ThemeTokens => JSON.parse(readFileSync(FILE, 'utf8')) as ThemeTokens

test('every pair that is drawn with a token is known at the token and at what it refers to', () => {
  const tokens = base()
  const chain = aliasChain(tokens, 'color.light.accent')
  expect(chain.length).toBeGreaterThan(1)
  const contrasts = tokenContrasts(tokens)
  for (const pointer of chain) {
    const pairs = contrasts.get(pointer)?.map(({ pair }) => pair.join(' '))
    expect(pairs, pointer).toContain('color.light.on-accent color.light.accent')
  }
  expect(contrasts.has('/space/4/$value')).toBe(false)
})

test('the closest pair comes first, and a theme that is too close has a proposal that passes', () => {
  const tokens = base()
  const pointer = '/color/light/text-muted/$value'
  const holder = tokens as unknown as { color: { light: { 'text-muted': { $value: unknown } } } }
  holder.color.light['text-muted'].$value = '#c8c8c8'
  const [worst, next] = tokenContrasts(tokens).get(pointer) ?? []
  expect(worst?.ratio).toBeLessThan(worst?.required ?? 0)
  expect((worst?.ratio ?? 0) / (worst?.required ?? 1)).toBeLessThanOrEqual((next?.ratio ?? 0) / (next?.required ?? 1))
  const close = checkContrast(resolveTokens(tokens).theme)
  const proposal = proposedColour(tokens, pointer, close)
  expect(proposal?.isEnough).toBe(true)
  holder.color.light['text-muted'].$value = proposal?.colour
  expect(checkContrast(resolveTokens(tokens).theme)).toEqual([])
})
