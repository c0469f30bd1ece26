import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type ModalQueueEmitted, modalQueueMachine } from './modal-queue.machine.ts'
import { type Modals, type ModalsChange, NO_MODALS, settleAll, settleModal, showModal } from './modal-queue.rules.ts'

type Deed = { readonly kind: 'show' | 'over' | 'hide' | 'fail' | 'leave'; readonly index: number }

const deeds = fc.array(
  fc.record({ kind: fc.constantFrom('show', 'over', 'hide', 'fail', 'leave'), index: fc.nat(30) }),
  { maxLength: 200 },
) as fc.Arbitrary<Deed[]>

function act(modals: Modals, { kind, index }: Deed, id: string): ModalsChange {
  const some = [...modals.stack, ...modals.queue].at(index % 7)?.id ?? 'nobody'
  switch (kind) {
    case 'show':
      return showModal(modals, { id, name: 'MESSAGE' })
    case 'over':
      return showModal(modals, { id, name: 'MESSAGE', isOver: true })
    case 'hide':
      return settleModal(modals, some, { state: 'closed', by: 'caller' })
    case 'fail':
      return settleModal(modals, some, { state: 'errored', by: 'failure' })
    case 'leave':
      return settleAll(modals)
  }
}

describe('modal queue', () => {
  test('UI-2, UI-5: whatever happens, every shown modal is settled once and opened at most once, in order', () => {
    fc.assert(
      fc.property(deeds, (list) => {
        let modals: Modals = NO_MODALS
        const shown: string[] = []
        const opened: string[] = []
        const settled: string[] = []
        for (const [index, deed] of [...list, { kind: 'leave', index: 0 } as const].entries()) {
          const id = `modal-${index}`
          if (deed.kind === 'show' || deed.kind === 'over') shown.push(id)
          const change = act(modals, deed, id)
          opened.push(...change.opened.map((modal) => modal.id))
          settled.push(...change.settled.map((settlement) => settlement.id))
          modals = change
        }
        expect(settled.toSorted()).toEqual(shown.toSorted())
        expect(new Set(opened).size).toBe(opened.length)
        const unhurried = opened
          .filter((id) => list[Number(id.slice(6))]?.kind === 'show')
          .map((id) => Number(id.slice(6)))
        expect(unhurried).toEqual(unhurried.toSorted((left, right) => left - right))
      }),
      { numRuns: 500, seed: 8 },
    )
  })

  test('UI-2: of 1,000 modals shown and hidden in random order no promise is lost', async () => {
    const machine = modalQueueMachine.provide({
      actors: { loadModal: fromPromise<void, { readonly name: string }>(() => Promise.resolve()) },
    })
    const actor = createActor(machine, { input: {} }).start()
    const waiting = new Map<string, (settlement: ModalQueueEmitted) => void>()
    actor.on('modal.settled', (settlement) => waiting.get(settlement.id)?.(settlement))
    const [order] = fc.sample(
      fc.shuffledSubarray(
        Array.from({ length: 1000 }, (_, index) => index),
        { minLength: 1000 },
      ),
      { numRuns: 1, seed: 8 },
    )
    const promises = Array.from({ length: 1000 }, (_, index) => {
      const promise = new Promise((resolve) => waiting.set(`m${index}`, resolve))
      actor.send({ type: 'modal.shown', id: `m${index}`, name: 'MESSAGE', isOver: index % 3 === 0 })
      return promise
    })
    for (const index of order ?? []) actor.send({ type: 'modal.hidden', id: `m${index}` })
    expect(await Promise.all(promises)).toHaveLength(1000)
    expect(actor.getSnapshot().context.modals).toEqual(NO_MODALS)
  })

  test('an actor that nobody provided fails by name', async () => {
    const actor = createActor(modalQueueMachine, { input: { initialModal: { id: 'a', name: 'LOGIN' } } })
    const logged = new Promise((resolve) => actor.on('logged', resolve))
    actor.start()
    expect(await logged).toMatchObject({ error: new Error('actor loadModal was not provided') })
  })
})
