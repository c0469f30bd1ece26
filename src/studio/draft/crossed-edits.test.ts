import { describe, expect, test } from 'vitest'
import type { StudioEdit, StudioLoggedEdit } from '#schemas'
import { type CrossedEdits, crossedBy, withoutCrossing } from './crossed-edits.ts'

const NOTHING: CrossedEdits = { written: [], crossings: [] }
const PATH = 'config/header.json'
const at = '2026-11-24T10:00:00.000Z'
const write = (pointer: string, value?: unknown): StudioEdit =>
  value === undefined ? { path: PATH, pointer } : { path: PATH, pointer, value }
const ours = (sequence: number, edit: StudioEdit): StudioLoggedEdit => ({
  ...{ sequence, account: 'Anna', editor: 'anna00', at, edit },
})
const theirs = (sequence: number, edit: StudioEdit): StudioLoggedEdit => ({
  ...{ sequence, account: 'Ben', editor: 'ben000', at, edit },
})
const cross = (logged: readonly StudioLoggedEdit[], known = NOTHING, pending: readonly StudioEdit[] = []) =>
  crossedBy(known, logged, pending, 'anna00')

describe('two windows that write at one place', () => {
  test('different keys of one section cross nothing', () => {
    expect(cross([theirs(1, write('/menu/live/order', 5)), ours(2, write('/menu/live/icon', 'x'))]).crossings).toEqual(
      [],
    )
    expect(cross([theirs(1, write('/menu', 5)), ours(2, write('/menuOther', 'x'))]).crossings).toEqual([])
  })

  test('the later one hears what it has replaced', () => {
    expect(cross([theirs(1, write('/indentPx', 5)), ours(2, write('/indentPx', 9))]).crossings).toEqual([
      { account: 'Ben', counts: 'ours', lost: write('/indentPx', 5) },
    ])
  })

  test('the earlier one hears what was replaced, also long after', () => {
    const known = cross([ours(1, write('/indentPx', 9))])
    expect(known.crossings).toEqual([])
    const heard = cross([theirs(2, write('/indentPx', 5))], known)
    expect(heard.crossings).toEqual([{ account: 'Ben', counts: 'theirs', lost: write('/indentPx', 9) }])
    expect(cross([theirs(3, write('/indentPx', 6))], heard).crossings).toEqual(heard.crossings)
  })

  test('an edit that is not with the server yet will count over what comes meanwhile', () => {
    expect(cross([theirs(7, write('/indentPx', 5))], NOTHING, [write('/indentPx', 9)]).crossings).toEqual([
      { account: 'Ben', counts: 'ours', lost: write('/indentPx', 5) },
    ])
  })

  test('the same value is no loss', () => {
    expect(cross([theirs(1, write('/indentPx', 9)), ours(2, write('/indentPx', 9))]).crossings).toEqual([])
    expect(
      cross([theirs(1, write('/menu/a/order', 1)), ours(2, write('/menu', { a: { order: 1 } }))]).crossings,
    ).toEqual([])
  })

  test('of many edits of one field the last one counts', () => {
    const typed = ['L', 'Li', 'Live'].map((text, step) => theirs(step * 2, write('/label', text)))
    expect(cross([...typed, ours(9, write('/label', 'Now'))]).crossings).toEqual([
      { account: 'Ben', counts: 'ours', lost: write('/label', 'Live') },
    ])
  })

  test('an object that is written whole, and a value inside of it', () => {
    const whole = write('/menu/new', { order: 1, icon: 'x' })
    expect(cross([ours(1, whole), theirs(2, write('/menu/new/order', 2))]).crossings).toEqual([
      { account: 'Ben', counts: 'theirs', lost: write('/menu/new/order', 1) },
    ])
    expect(cross([ours(1, whole), theirs(2, write('/menu/new/labelKey', 'a'))]).crossings).toEqual([])
    expect(cross([theirs(1, write('/menu/new/order', 2)), ours(2, write('/menu/new', null))]).crossings).toEqual([
      { account: 'Ben', counts: 'ours', lost: write('/menu/new/order', 2) },
    ])
    expect(cross([theirs(1, write('/menu/new', null)), ours(2, write('/menu/new/order', 2))]).crossings).toEqual([
      { account: 'Ben', counts: 'ours', lost: write('/menu/new', null) },
    ])
  })

  test('what was put aside does not come back', () => {
    const heard = cross([theirs(1, write('/indentPx', 5)), ours(2, write('/indentPx', 9))])
    const aside = withoutCrossing(heard, heard.crossings[0] as never)
    expect(aside.crossings).toEqual([])
    expect(cross([ours(3, write('/indentPx', 10))], aside).crossings).toEqual([])
  })
})
