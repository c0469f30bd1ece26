import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestCasino } from '../casino.test-support.ts'
import { countDoubts, doubtsAtDesk, readDoubt, resolveDoubt } from './doubts.ts'

await describeOnQuickestEngine('rounds in doubt', (database) => {
  test('CAS-14: a round of a provider that waits too long is in doubt once, until it ends or is marked', async () => {
    const casino = createTestCasino(database().db, 'doubts')
    const sessionId = await casino.session(await casino.newPlayer(1000))
    const inDoubt = () => casino.door.transaction((tx) => doubtsAtDesk(tx, { isDone: false, most: 10 }))
    for (const roundId of ['one', 'two', 'three'])
      await casino.apply({ sessionId, roundId, actionId: roundId, kind: 'bet', amountMinor: 100 })
    await casino.casino.finishLeft('doubts')
    expect(await inDoubt()).toEqual([])
    casino.wait(casino.sections.casino.leftOpenMs + 1)
    await casino.casino.finishLeft('doubts')
    await casino.casino.finishLeft('doubts')
    const found = await inDoubt()
    expect(found.map(({ kind, subject, amount_minor }) => [kind, subject, amount_minor])).toEqual([
      ['stuck', 'one', 100],
      ['stuck', 'two', 100],
      ['stuck', 'three', 100],
    ])
    await casino.apply({ sessionId, roundId: 'one', actionId: 'w', kind: 'win', amountMinor: 50, endsRound: true })
    const doubtId = found[1]?.doubt_id ?? 0
    const mark = { doubtId, decision: 'marked', by: 'Sam', note: 'They have settled it.', now: casino.now() } as const
    expect(await casino.door.transaction((tx) => resolveDoubt(tx, mark))).toBe(true)
    expect(await casino.door.transaction((tx) => resolveDoubt(tx, mark))).toBe(false)
    await casino.casino.finishLeft('doubts')
    expect((await inDoubt()).map(({ subject }) => subject)).toEqual(['three'])
    expect(await casino.door.transaction(countDoubts)).toBe(1)
    expect(await casino.door.transaction((tx) => readDoubt(tx, doubtId))).toMatchObject({ decision: 'marked' })
    // What was marked is still taken.
    const late = { sessionId, roundId: 'two', actionId: 'late', kind: 'win', amountMinor: 70, endsRound: true } as const
    expect(await casino.apply(late)).toMatchObject({ verdict: 'applied' })
    expect(await casino.breaks()).toEqual([])
  })
})
