import { expect, test } from 'vitest'
import { drawNumbers } from '#machines/lotteries/draws/draw-result.rules.ts'
import { drawSource, termsHash } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { leafOf, rootOf } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import { sharedSite } from '../test-site.ts'
import { knownVisitor } from '../visitor.ts'
import { axeViolations } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const [SERVER, SECOND] = ['01'.repeat(32), '02'.repeat(32)]
const LEAVES = [leafOf('one'), leafOf('two')]

const { site, browser } = await sharedSite()

/** The receipt of a draw of six numbers. */
function drawReceipt() {
  const terms = { pool: 49, drawn: 6, hasBonusBall: true, secondPool: 0, secondDrawn: 0 }
  const seeds = { serverSeed: SERVER, secondSeed: SECOND, root: rootOf(LEAVES), leaves: LEAVES }
  const numbers = drawNumbers(terms, drawSource({ ...seeds, drawId: 7 }))
  return {
    ...{ ...seeds, commitment: commitmentOf(SERVER), secondCommitment: commitmentOf(SECOND) },
    ...{ terms, rulesHash: termsHash(terms), tickets: 2, result: { drawId: 7, ...numbers } },
  }
}

test('LOT-6: a receipt is pasted into the page that verifies it without the network, and one that was changed is noticed', async () => {
  const { page, faults, close } = await knownVisitor(browser, { viewport: PHONE })
  await page.goto(`${site.origin('aurora')}/verify.html`)
  await page.getByRole('heading', { name: 'Verify a receipt' }).waitFor()
  await page.context().setOffline(true)
  const verdictOf = async (text: string) => {
    await page.getByLabel('Receipt').fill(text)
    await page.getByRole('button', { name: 'Verify' }).click()
    const status = page.getByRole('status')
    return [await status.getAttribute('data-verdict'), await status.textContent()]
  }
  const receipt = drawReceipt()
  expect(await verdictOf(JSON.stringify(receipt, null, 2))).toEqual([
    ...['right', 'Draw: verified. What was shown follows from what was published.'],
  ])
  const swapped = { ...receipt, result: { ...receipt.result, numbers: [...receipt.result.numbers].reverse() } }
  expect((await verdictOf(JSON.stringify(swapped)))[0]).toBe('wrong')
  expect(await verdictOf('hello')).toEqual(['wrong', expect.stringContaining('not a receipt of ours')])
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})
