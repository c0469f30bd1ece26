import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ThemeTokens } from '#schemas'
import { proposedColour } from './contrast-proposal.rules.ts'
import { resolveTokens } from './theme.rules.ts'
import { contrastRatio, parseColour, toOklch } from './theme-colour.rules.ts'
import { type ContrastProblem, checkContrast } from './theme-contrast.rules.ts'

const base = JSON.parse(await readFile(join(import.meta.dirname, '../../../brands/_base/theme.tokens.json'), 'utf8'))

function themed(pointer: string, value: string): ThemeTokens {
  const copy = structuredClone(base)
  const keys = pointer.slice(1).split('/')
  let node = copy
  for (const key of keys.slice(0, -1)) node = node[key]
  node[keys.at(-1) as string] = value
  return copy
}

const problemsOf = (tokens: ThemeTokens) => checkContrast(resolveTokens(tokens).theme)
const nameOf = ({ pair }: ContrastProblem) => pair.join(' ')

const places = [
  ...Object.entries(base.palette).flatMap(([hue, ramp]) =>
    Object.keys(ramp as object).map((step) => `/palette/${hue}/${step}/$value`),
  ),
  ...['light', 'dark'].flatMap((scheme) =>
    Object.keys(base.color[scheme]).map((role) => `/color/${scheme}/${role}/$value`),
  ),
].filter((place) => !place.includes('/$type') && !place.includes('/$description'))
const colour = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

describe('a colour proposed for pairs that are too close', () => {
  test('OPS-9: whatever colour stands wherever, what is proposed passes when it is put in, and no hue is lost', () => {
    let proposed = 0
    let whole = 0
    fc.assert(
      fc.property(fc.constantFrom(...places), colour, (place, value) => {
        const tokens = themed(place, value)
        const problems = problemsOf(tokens)
        if (problems.length === 0) return
        const proposal = proposedColour(tokens, place, problems)
        expect(proposal).not.toBeNull()
        const left = problemsOf(themed(place, proposal?.colour ?? '')).map(nameOf)
        const told = problems.map(nameOf).filter((name) => left.includes(name))
        if (proposal?.isEnough) expect(told).toEqual([])
        else expect(told.length).toBeLessThan(problems.length)
        proposed += 1
        if (proposal?.isEnough) whole += 1
        const [from, to] = [value, proposal?.colour ?? ''].map((text) => toOklch(parseColour(text)))
        if (from && to && from.chroma > 0.05 && to.chroma > 0.05)
          expect(Math.cos(((from.hueDegrees - to.hueDegrees) * Math.PI) / 180)).toBeGreaterThan(0.9)
      }),
      { numRuns: 150 },
    )
    expect(proposed).toBeGreaterThan(20)
    expect(whole).toBeGreaterThan(10)
  })

  test('OPS-9: it is the nearest lightness', () => {
    const place = '/color/light/text-muted/$value'
    const tokens = themed(place, '#a0a0a0')
    const proposal = proposedColour(tokens, place, problemsOf(tokens))?.colour ?? ''
    const grounds = ['canvas', 'surface', 'surface-raised', 'surface-sunken']
    const least = (text: string) =>
      Math.min(
        ...grounds.map((role) => {
          const token = resolveTokens(tokens).theme.get(`color.light.${role}`)
          return token?.type === 'color' ? contrastRatio(parseColour(text), token.value) : 0
        }),
      )
    expect(least(proposal)).toBeGreaterThanOrEqual(4.5)
    expect(least(proposal)).toBeLessThan(6.5)
  })

  test('a colour and its lightness, chroma and hue are the same colour', () => {
    fc.assert(
      fc.property(colour, (text) => {
        const { lightness, chroma, hueDegrees } = toOklch(parseColour(text))
        const back = parseColour({ colorSpace: 'oklch', components: [lightness, chroma, hueDegrees] })
        const there = parseColour(text)
        for (const part of ['red', 'green', 'blue'] as const)
          expect(Math.abs(back[part] - there[part])).toBeLessThan(0.01)
      }),
    )
  })
})
