import { expect, test } from 'vitest'
import { deskQuery, readDeskPlace } from './desk-place.ts'

const read = (query: string, mayWork = true) => readDeskPlace(new URLSearchParams(query), mayWork)

test('an address of the desk leads back to its place', () => {
  for (const query of [
    'list=support',
    'list=support&queue=german-desk&item=10204080',
    'list=identification&filter=done&item=10204080',
    'list=players&text=kell&item=3',
    'list=rounds&text=b-7712&item=800010',
    'list=doubt&item=60010',
    'list=bonuses&text=sorry-20',
    'list=providers',
    'list=toto&item=60010',
    'list=result&text=arsenal&page=2&item=500123',
    'list=exposure&page=3',
    'list=draws&filter=done&item=60010',
  ])
    expect(new URLSearchParams(deskQuery(read(query))).toString()).toBe(query)
})

test('what an address does not say, or says wrongly, is the first that there is', () => {
  const first = { view: 'support', filter: 'waiting', item: null, text: '', queue: '', page: 1 }
  for (const query of ['', 'list=money&filter=all&item=-1', 'item=x', 'item=1.5', 'queue=a%20b', 'queue='])
    expect(read(query)).toEqual(first)
  expect(read('list=providers', false).view).toBe('providers')
  expect(read('list=support&item=3', false)).toMatchObject({ view: 'players', item: 3 })
})
