import { beforeEach, expect, test } from 'vitest'
import type { StudioAct } from '#schemas'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import { actLines, proveChain, readActs } from './act-export.ts'
import { logAct } from './acts.ts'
import { type StudioScene, setUpStudio } from './studio-access.test-support.ts'

await describeOnQuickestEngine('the exported log', (database) => {
  let studio: StudioScene
  beforeEach(async () => {
    studio = await setUpStudio(database())
  })

  async function* acted(lines: AsyncIterable<string>, change: (act: StudioAct) => StudioAct | null) {
    for await (const line of lines) {
      const act = change(JSON.parse(line) as StudioAct)
      if (act) yield act
    }
  }
  const lines = () => actLines(readActs(studio.door))

  test('is proved by its hashes, and a change, a gap or another order is found at its act', async () => {
    await studio.claim()
    await studio.door.transaction(async (tx) => {
      for (let number = 1; number <= 1005; number += 1) {
        await logAct(tx, {
          at: studio.now(),
          account: 'Anna Lind',
          brand: 'pier',
          act: 'draft.edited',
          details: { number },
        })
      }
    })
    const whole = await proveChain(acted(lines(), (act) => act))
    expect(whole).toMatchObject({ acts: 1006, brokenAt: null })
    const changed = acted(lines(), (act) => (act.sequence === 500 ? { ...act, account: 'Eve' } : act))
    expect(await proveChain(changed)).toMatchObject({ acts: 499, brokenAt: 500 })
    const gap = acted(lines(), (act) => (act.sequence === 3 ? null : act))
    expect(await proveChain(gap)).toMatchObject({ brokenAt: 3 })
    await studio.tamper(`update studio.act set details = '{"number": 7}' where sequence = 1004`)
    expect(await proveChain(readActs(studio.door))).toMatchObject({ brokenAt: 1004 })
  })

  test('is for owners of everything, and taking it out is an act', async () => {
    const owner = await studio.operator(await studio.claim())
    const ben = await studio.join('ben@operator.example', [{ role: 'owner', scope: 'pier' }], owner)
    await expect(studio.access.exportActs(await studio.operator(ben))).rejects.toMatchObject({
      code: 'access.forbidden',
    })
    let last = ''
    for await (const line of await studio.access.exportActs(owner)) last = line
    expect(JSON.parse(last)).toMatchObject({ act: 'log.exported', account: 'Anna Lind' })
  })
})
