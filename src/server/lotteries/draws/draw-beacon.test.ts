import { expect, test } from 'vitest'
import { drawNumbers } from '#machines/lotteries/draws/draw-result.rules.ts'
import { randomnessOf, timeOfRound } from '#machines/lotteries/fairness/drand.rules.ts'
import { drawSource } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { BeaconAnswer } from '../beacon/drand-client.ts'
import { createTestDraws } from './draws.test-support.ts'

const KENO = 'keno-20-80'
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

await describeOnQuickestEngine('draws with a beacon', (database) => {
  async function scene(brandId: string) {
    let answer: BeaconAnswer = { outcome: 'silent' }
    const asked: number[] = []
    const made = createTestDraws(database().db, brandId, [KENO], {
      beacon: async (_urls, round) => {
        asked.push(round)
        return answer
      },
    })
    Object.assign(made.sections.lotteries.beacon, { isUsed: true, waitSeconds: 60 })
    await made.keep()
    const [first] = (await made.draws.game(brandId, KENO)).draws
    if (!first) throw new Error('no draw')
    await made.buy(await made.newPlayer(1000), KENO, [made.line(KENO, 5)])
    made.waitUntil(first.draws_at)
    return {
      ...{ ...made, first, asked },
      answerWith: (next: BeaconAnswer) => {
        answer = next
      },
      draw: async () => (await made.draws.proof(brandId, first.draw_id)).draw,
    }
  }

  test('LOT-6: a draw names a round after the end of its sale, and its numbers follow from it', async () => {
    const { keep, first, draw, asked, answerWith } = await scene('beacon-used')
    const published = timeOfRound(first.beacon_round ?? 0)
    expect(published).toBeGreaterThanOrEqual(first.closes_at.getTime() + 10_000)
    expect(published).toBeLessThan(first.closes_at.getTime() + 13_000)
    answerWith({ outcome: 'used', signature: SIGNATURE })
    await keep()
    const drawn = await draw()
    expect(asked).toEqual([first.beacon_round])
    expect(drawn).toMatchObject({ state: 'paid', beacon: { outcome: 'used', signature: SIGNATURE } })
    const { terms, server_seed: serverSeed, second_seed: secondSeed, root, draw_id: drawId } = drawn
    const source = { serverSeed, secondSeed, root: root ?? '', drawId }
    const withBeacon = drawSource({ ...source, randomness: randomnessOf(SIGNATURE) })
    expect(drawn.drawn).toEqual(drawNumbers(terms, withBeacon))
    expect(drawn.drawn).not.toEqual(drawNumbers(terms, drawSource(source)))
  })

  test('LOT-6: a beacon that is silent is waited for, then the draw goes by its second secret and says so', async () => {
    for (const outcome of ['silent', 'forged'] as const) {
      const { keep, draw, wait, answerWith, proveBooks } = await scene(`beacon-${outcome}`)
      answerWith({ outcome })
      await keep()
      expect(await draw()).toMatchObject({ state: 'closed', beacon: null })
      wait(61_000)
      await keep()
      expect(await draw()).toMatchObject({ state: 'paid', beacon: { outcome } })
      answerWith({ outcome: 'used', signature: SIGNATURE })
      await keep()
      expect((await draw()).beacon).toEqual({ outcome })
      expect((await proveBooks()).breaks).toEqual([])
    }
  })
})
