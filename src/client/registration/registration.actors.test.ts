import { expect, test } from 'vitest'
import { createActor, type PromiseActorLogic, toPromise } from 'xstate'
import type { App } from '../page/app-context.ts'
import type { RegistrationStart } from './registration.actors.ts'
import { registrationFor } from './registration.actors.ts'

/** What the welcome-bonuses call is asked when the page's address names this bonus. */
async function bonusQueryOf(bonus: string | null): Promise<unknown> {
  const asked: unknown[] = []
  const app = {
    site: { config: { registration: { fieldsCall: 'new' } } },
    call: async (_call: unknown, input: { readonly query?: unknown }) => {
      asked.push(input.query)
      return { data: [{ id: 'sport' }] }
    },
  } as unknown as App
  const start = { types: ['full_reg'], bonus, variant: 'page', fields: null } as unknown as RegistrationStart
  const { loadBonuses } = registrationFor(app, start).implementations.actors
  if (!loadBonuses) throw new Error('the machine has no actor that loads bonuses')
  const actor = createActor(loadBonuses as unknown as PromiseActorLogic<unknown>)
  const loaded = toPromise(actor)
  actor.start()
  expect(await loaded).toEqual([{ id: 'sport' }])
  return asked[0]
}

test('REG-37: the bonus of the address goes with the welcome-bonuses call', async () => {
  expect(await bonusQueryOf('sport')).toEqual({ bonus: 'sport' })
})

test('REG-38: an address without a bonus sends none', async () => {
  expect(await bonusQueryOf(null)).toEqual({})
  expect(await bonusQueryOf('')).toEqual({})
})
