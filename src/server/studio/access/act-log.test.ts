import { beforeEach, describe, expect, test } from 'vitest'
import type { StudioGrant } from '#schemas'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import { createActChain } from './act-chain.ts'
import { actHash, logAct } from './acts.ts'
import { type StudioScene, setUpStudio } from './studio-access.test-support.ts'

await describeOnQuickestEngine('the log of acts', (database) => {
  let studio: StudioScene
  beforeEach(async () => {
    studio = await setUpStudio(database())
  })
  const log = (brand: string | undefined, times = 1) =>
    studio.door.transaction(async (tx) => {
      const details = { revision: 3, isDraft: false, author: 'Ben' }
      for (let act = 0; act < times; act++)
        await logAct(tx, {
          at: studio.now(),
          account: 'Ben',
          ...(brand ? { brand } : {}),
          act: 'brand.published',
          details,
        })
    })
  const operatorWith = async (grants: readonly StudioGrant[]) => {
    const owner = await studio.operator(await studio.claim())
    return { owner, other: await studio.operator(await studio.join('eve@operator.example', grants, owner)) }
  }
  const brandsSeen = (acts: readonly { brand?: string }[]) =>
    [...new Set(acts.map(({ brand }) => brand ?? 'none'))].sort()

  test('shows an owner of everything all, and others the acts of brands that they may see', async () => {
    const { owner, other } = await operatorWith([{ role: 'support', scope: 'harbour' }])
    await log('harbour')
    await log('breakwater')
    const { acts, isWhole } = await studio.access.listActs(owner, {})
    expect(isWhole).toBe(true)
    expect(brandsSeen(acts)).toEqual(['breakwater', 'harbour', 'none'])
    expect(acts.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1])
    expect(acts[1]).toMatchObject({ brand: 'harbour', details: { revision: 3, isDraft: false, author: 'Ben' } })
    expect(brandsSeen((await studio.access.listActs(other, {})).acts)).toEqual(['harbour'])
    expect(brandsSeen((await studio.access.listActs(owner, { brand: 'breakwater' })).acts)).toEqual(['breakwater'])
    await expect(studio.access.listActs(other, { brand: 'breakwater' })).rejects.toMatchObject({
      code: 'brand.unknown',
    })
  })

  test('shows who may see all brands the acts of brands, and none of accounts', async () => {
    const { other } = await operatorWith([{ role: 'viewer', scope: '*' }])
    await log('harbour')
    expect(brandsSeen((await studio.access.listActs(other, {})).acts)).toEqual(['harbour'])
  })

  test('is read a hundred at a time', async () => {
    const owner = await studio.operator(await studio.claim())
    await log('harbour', 120)
    const first = (await studio.access.listActs(owner, {})).acts
    expect(first.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 100 }, (_, index) => 121 - index))
    const before = first.at(-1)?.sequence ?? 0
    expect((await studio.access.listActs(owner, { before })).acts).toHaveLength(21)
  })

  describe('its chain', () => {
    test.each([
      ['changed', "update studio.act set account = 'Eve' where sequence = 2"],
      ['changed in its details', `update studio.act set details = '{"revision":4}' where sequence = 2`],
      ['moved to another brand', "update studio.act set brand_id = 'breakwater' where sequence = 2"],
      ['moved in time', "update studio.act set at = at + interval '1 millisecond' where sequence = 2"],
      ['taken out', 'delete from studio.act where sequence = 2'],
    ])('is broken when an act is %s', async (_how, statement) => {
      const owner = await studio.operator(await studio.claim())
      await log('harbour', 3)
      expect((await studio.access.listActs(owner, {})).isWhole).toBe(true)
      await studio.tamper(statement)
      expect((await studio.access.listActs(owner, {})).isWhole).toBe(false)
    })

    test('is broken by a gap whose act after it has a right hash', async () => {
      await log('harbour')
      const read = () => studio.door.transaction((tx) => tx.selectFrom('studio.act').selectAll().executeTakeFirst())
      const first = await read()
      const link = { sequence: 3, at: studio.now(), account: 'Eve', brand: null, act: 'brand.published', details: {} }
      const { brand: brand_id, details: _none, ...columns } = link
      const row = { ...columns, brand_id, details: '{}', hash: actHash(link, first?.hash ?? '') }
      await studio.door.transaction((tx) => tx.insertInto('studio.act').values(row).execute())
      expect(await studio.door.transaction(createActChain())).toBe(false)
    })

    test('is broken when its end is cut off that was seen', async () => {
      const owner = await studio.operator(await studio.claim())
      await log('harbour', 3)
      expect((await studio.access.listActs(owner, {})).isWhole).toBe(true)
      await studio.tamper('delete from studio.act where sequence = 4')
      expect((await studio.access.listActs(owner, {})).isWhole).toBe(false)
    })

    test('is looked at in parts when it is long, which come round to every act', async () => {
      await log('harbour', 10)
      const isWhole = createActChain(4)
      const look = () => studio.door.transaction(isWhole)
      for (let looks = 0; looks < 5; looks++) expect(await look()).toBe(true)
      await studio.tamper("update studio.act set account = 'Eve' where sequence = 1")
      const found = [await look(), await look(), await look(), await look()]
      expect(found.at(-1)).toBe(false)
    })

    test('is not to be changed by the studio itself', async () => {
      await log('harbour')
      const change = studio.door.transaction((tx) => tx.updateTable('studio.act').set({ account: 'Eve' }).execute())
      await expect(change).rejects.toThrow(/permission denied/)
    })

    test('continues in order when acts are logged at once', async () => {
      const owner = await studio.operator(await studio.claim())
      await Promise.all(Array.from({ length: 8 }, () => log('harbour')))
      expect(await studio.access.listActs(owner, {})).toMatchObject({ isWhole: true, acts: { length: 9 } })
    })
  })
})
