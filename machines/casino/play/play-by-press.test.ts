import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { CasinoRound, LaunchedGame } from '#schemas'
import { gamePlayMachine } from './play.machine.ts'

/** A step of the machine as its definition writes it. */
type Step = string | { readonly target?: string; readonly actions?: unknown } | undefined

/** A state of the machine as its definition writes it. */
interface Part {
  readonly on?: Readonly<Record<string, Step | readonly Step[]>>
  readonly after?: Readonly<Record<string, Step | readonly Step[]>>
  readonly always?: Step | readonly Step[]
  readonly invoke?: { readonly onDone?: Step | readonly Step[]; readonly onError?: Step | readonly Step[] }
  readonly states?: Readonly<Record<string, Part>>
}

/** What leads to each step that names a round or an act: the type of an event, or what happens by itself. */
function causesOf(part: Part): string[] {
  const naming = (cause: string, steps: Step | readonly Step[]) =>
    [steps].flat().some((step) => /"name(Round|Act)"/.test(JSON.stringify(step ?? null))) ? [cause] : []
  return [
    ...Object.entries(part.on ?? {}).flatMap(([event, steps]) => naming(event, steps)),
    ...Object.entries(part.after ?? {}).flatMap(([time, steps]) => naming(`after ${time}`, steps)),
    ...naming('always', part.always),
    ...naming('done', part.invoke?.onDone),
    ...naming('error', part.invoke?.onError),
    ...Object.values(part.states ?? {}).flatMap(causesOf),
  ]
}

test('CAS-14: nothing but a press asks for a round, however long the page stays', async () => {
  expect(causesOf(gamePlayMachine.config as unknown as Part).toSorted()).toEqual(['act.asked', 'round.asked'])

  let asked = 0
  const launched = {
    ...{ sessionId: 's', roundMs: 0, balanceMinor: 1000, minimumMinor: 10, maximumMinor: 100, chipsMinor: [10] },
    ...{ open: [], settings: { kind: 'slot' } },
  } as unknown as LaunchedGame
  const round = { roundId: 1, step: 0, state: 'closed', stakes: [], balanceMinor: 990 } as unknown as CasinoRound
  const actors = {
    launch: fromPromise(async () => launched),
    ask: fromPromise(async () => {
      asked += 1
      return round
    }),
  }
  let nowMs = 0
  const clock = { setTimeout: () => ++nowMs, clearTimeout: () => undefined }
  const game = createActor(gamePlayMachine.provide({ actors: actors as never }), { input: { gameId: 'slot' }, clock })
  game.start()
  game.send({ type: 'game.opened', mode: 'fun' })
  await expect.poll(() => game.getSnapshot().matches({ open: 'ready' })).toBe(true)
  game.send({ type: 'round.asked', guid: 'one' })
  await expect.poll(() => game.getSnapshot().matches({ open: 'showing' })).toBe(true)
  game.send({ type: 'round.shown' })
  expect(game.getSnapshot().matches({ open: 'ready' })).toBe(true)
  // No time is being waited for, so that none can bring another round.
  expect([asked, nowMs]).toEqual([1, 0])
})
