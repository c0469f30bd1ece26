import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, and, assign, fromPromise, raise, setup } from 'xstate'
import { outsideNames } from './lint/outside-names.ts'
import { unnamedParts } from './lint/unnamed-parts.ts'
import { machineFaults, machineFiles } from './lint-machines.ts'

test('the machines reach nothing outside, and name every guard, action, actor and delay', async () => {
  expect(machineFiles().length).toBeGreaterThan(10)
  expect(await machineFaults()).toEqual([])
}, 60_000)

describe('what reaches outside', () => {
  const faults = (text: string) => outsideNames('x.machine.ts', text).map(({ line, message }) => `${line}: ${message}`)

  test.each([
    ['const at = Date.now()', 'Date'],
    ['const at = new Date()', 'Date'],
    ['const at = performance.now()', 'performance'],
    ['const id = crypto.randomUUID()', 'crypto'],
    ["const answer = await fetch('/x')", 'fetch'],
    ['setTimeout(() => undefined, 5)', 'setTimeout'],
    ['const isWide = window.innerWidth > 5', 'window'],
    ['const { title } = document', 'document'],
    ["localStorage.setItem('a', 'b')", 'localStorage'],
    ['const language = navigator.language', 'navigator'],
    ['const anything = (globalThis as object)', 'globalThis'],
    ['const facts = { Date }', 'Date'],
    ['for (const one of caches) use(one)\n', 'caches'],
    ['const clock = ({ now = Date.now }) => now()', 'Date'],
    ['function inner() { const fetch = 1; return fetch }\nfetch(1)', 'fetch'],
  ])('is found: %s', (text, name) => {
    const line = text.trim().split('\n').length
    expect(faults(text)).toEqual([`${line}: reaches outside by ${name}`])
  })

  test.each([
    ['const number = Math.random()', 'reaches outside by Math.random'],
    ["const number = Math['random']()", 'reaches outside by Math.random'],
    ["import { readFileSync } from 'node:fs'", 'imports node:fs'],
    ["import { useState } from 'react'", 'imports react'],
    ["const module = await import('./x.ts')", 'imports while it runs'],
    ['const = 5', 'cannot be read'],
  ])('is found: %s', (text, message) => {
    expect(faults(text)).toEqual([expect.stringContaining(`1: ${message}`)])
  })

  test.each([
    ["import { assign } from 'xstate'\nimport type { Site } from '#schemas'"],
    ['interface Leaving { readonly location: string; readonly Date: Date }'],
    ["const leaving = { location: 'x', window: 1 }.location"],
    ['const leave = (params: { location: string }) => params.location'],
    ['const leave = ({ location }: { location: string }) => location'],
    ['for (const document of [1]) { console_(document) }\nfunction console_(x: unknown) { return x }'],
    ["import { history } from './rules.ts'\nconst last = history.at(-1)"],
    ['try { go() } catch (history) { go(history) }\nfunction go(x?: unknown) { return x }'],
    ['const half = Math.floor(5 / 2) // Date.now() would be wrong'],
  ])('is not found where there is nothing: %s', (text) => {
    expect(faults(text)).toEqual([])
  })
})

describe('what has no name', () => {
  const lamp = setup({
    types: { context: {} as { readonly count: number } },
    guards: { isDark: () => true },
    actions: { count: assign({ count: 1 }) },
    actors: { glow: fromPromise(() => Promise.resolve()) },
    delays: { evening: 200 },
  })

  test('is nothing where all is named', () => {
    const machine = lamp.createMachine({
      context: { count: 0 },
      initial: 'off',
      states: {
        off: { entry: 'count', on: { pressed: { guard: and(['isDark', 'isDark']), target: 'on', actions: 'count' } } },
        on: {
          invoke: { src: 'glow', onDone: 'off', onError: 'off' },
          after: { evening: { target: 'off', actions: 'count' } },
        },
      },
    })
    expect(unnamedParts(machine)).toEqual([])
  })

  test('is found at its state and event', () => {
    const config = {
      initial: 'off',
      exit: () => undefined,
      states: {
        off: {
          entry: raise({ type: 'woken' }),
          on: { pressed: { guard: () => true, target: 'on', actions: assign({}) } },
          always: { guard: and([() => true]), target: 'on' },
        },
        on: {
          invoke: { src: fromPromise(() => Promise.resolve()) },
          after: { 200: { target: 'off', actions: () => undefined } },
        },
      },
    }
    const machine = setup({}).createMachine(config as never) as unknown as AnyStateMachine
    expect(unnamedParts(machine)).toEqual([
      '(the machine): an action without a name (exit)',
      'off: an action without a name (xstate.raise)',
      'off, pressed: a guard without a name (guard)',
      'off, pressed: an action without a name (xstate.assign)',
      'off, always: a guard without a name (a function)',
      'on, xstate.after.200.(machine).on: an action without a name (actions)',
      'on: a delay without a name (200 ms)',
      'on: an actor without a name (object)',
    ])
  })

  test('is found where a name stands that the setup does not have', () => {
    const config = {
      initial: 'off',
      states: { off: { entry: 'shine', on: { pressed: { guard: 'isLate', target: 'off' } }, after: { dawn: 'off' } } },
    }
    const machine = setup({}).createMachine(config as never) as unknown as AnyStateMachine
    expect(unnamedParts(machine)).toEqual([
      'off: an action "shine" that setup() does not name',
      'off, pressed: a guard "isLate" that setup() does not name',
      'off: a delay "dawn" that setup() does not name',
    ])
  })
})
