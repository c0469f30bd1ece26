import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { newPlayer, setUpAccounts } from '../account.test-support.ts'

const QUESTION = { question: { questionId: 1 }, text: 'What was the name of your first pet?' }

await describeOnQuickestEngine('the answer to a secret question', (database) => {
  async function scene(brandId: string, isGuarded = false) {
    const set = setUpAccounts(database(), { brandId, isGuarded })
    const { userId, password } = await set.accounts.registerAtOnce(set.visitor, newPlayer())
    const answer = { ...QUESTION, answer: ' Bartleby  the CAT', repeated: 'bartleby the cat', password }
    await set.accounts.setSecretQuestion(set.visitor, userId, answer)
    const check = (text: string) => set.accounts.checkSecretAnswer(set.visitor, userId, text)
    return { ...set, userId, password, check }
  }

  test('is right however its capitals and spaces are, and of its own account alone', async () => {
    const { accounts, visitor, check } = await scene('answers')
    expect(await check('BARTLEBY THE CAT ')).toBe('right')
    expect(await check('bartleby')).toBe('wrong')
    const other = await accounts.registerAtOnce(visitor, newPlayer())
    expect(await accounts.checkSecretAnswer(visitor, other.userId, 'bartleby the cat')).toBe('unset')
    expect(await accounts.readSecretQuestion('answers', other.userId)).toBeUndefined()
  })

  test('is refused after a few wrong ones, the right one too, until time has passed', async () => {
    const { check, wait } = await scene('answers-guarded', true)
    for (let tries = 0; tries < 8; tries += 1) expect(await check('bartleby the cat')).toBe('right')
    for (let tries = 0; tries < 5; tries += 1) expect(await check(`guess ${tries}`)).toBe('wrong')
    await expect(check('bartleby the cat')).rejects.toMatchObject({ code: 'rate.limited' })
    wait(15 * 60_000)
    expect(await check('bartleby the cat')).toBe('right')
  })

  test('leaves what was set and what was refused in the audit log, never the answer', async () => {
    const { userId, check } = await scene('answers-audit')
    await check('something else')
    const events = await forBrand(database().db, 'answers-audit').transaction((tx) =>
      tx.select('security_event').selectAll().where('account_id', '=', userId).execute(),
    )
    const kinds = events.map(({ kind }) => kind)
    expect(kinds).toContain('secret_question.set')
    expect(kinds).toContain('secret_question.refused')
    expect(JSON.stringify(events).toLowerCase()).not.toMatch(/bartleby|something else/)
  })
})
