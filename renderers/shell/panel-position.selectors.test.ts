import { describe, expect, test } from 'vitest'
import { type PanelSituation, panelPosition } from './panel-position.selectors.ts'

const situation: PanelSituation = {
  trigger: { left: 300, top: 100, width: 80, height: 40 },
  panel: { width: 200, height: 150 },
  viewport: { width: 1000, height: 600 },
  alignment: 'start',
  direction: 'ltr',
}

describe('the place of a panel', () => {
  test('under the trigger, at the edge where reading starts', () => {
    expect(panelPosition(situation)).toEqual({ leftPx: 300, topPx: 144 })
    expect(panelPosition({ ...situation, direction: 'rtl' })).toEqual({ leftPx: 180, topPx: 144 })
    expect(panelPosition({ ...situation, alignment: 'end' })).toEqual({ leftPx: 180, topPx: 144 })
  })

  test('over the trigger when there is no room under it', () => {
    const trigger = { ...situation.trigger, top: 520 }
    expect(panelPosition({ ...situation, trigger }).topPx).toBe(366)
  })

  test('never beyond the edges of the screen', () => {
    const atEnd = { ...situation, trigger: { ...situation.trigger, left: 950 } }
    expect(panelPosition(atEnd).leftPx).toBe(792)
    const atStart = { ...situation, trigger: { ...situation.trigger, left: 0 }, alignment: 'end' as const }
    expect(panelPosition(atStart).leftPx).toBe(8)
  })
})
