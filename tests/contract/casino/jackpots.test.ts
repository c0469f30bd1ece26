import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import type { CasinoRoundProof, CasinoRoundsAnswer, JackpotsAnswer } from '#schemas'
import { proveJackpots } from '#server/casino/jackpots/jackpot-proof.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'
import { launch, onRed } from './casino-contracts.ts'

const JACKPOT = {
  ...{ order: 10, name: 'Pier Grand', kind: 'progressive', contributionPpm: 10_000, reseedPpm: 0, nextPpm: 0 },
  ...{ seedMinor: 5000, capMinor: 100_000, oneInMinor: 300, dropsWithinMs: 0, games: ['roulette'], tags: [] },
  ...{ currencies: ['EUR'], isOffered: true },
}
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('pier/config/casino.json', { jackpots: { grand: JACKPOT }, gameRoundMs: 0 })
    },
  })
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })
const at = async (visitor: Pick<TestServer, 'send'>, query = '') =>
  (await visitor.send(`/web-api/casino/jackpots${query}`)).json<JackpotsAnswer>()

test('CAS-12: a jackpot climbs with stakes, is won, is shown to its player alone, and is explained in the history', async () => {
  const { player } = await playerWithMoney(server)
  const guest = newVisitor(server)
  const first = await at(guest)
  expect(first).toMatchObject({ jackpots: [{ id: 'grand', amountMinor: 5000, run: 1 }], won: [] })
  expect((await at(guest, '?game=dice')).jackpots).toEqual([])
  const { sessionId } = await launch(player, 'roulette', 'real')
  await player.send('/web-api/casino/play', post(onRed(sessionId, 100)))
  await player.send('/web-api/casino/play', post(onRed(sessionId, 300)))
  const { won } = await at(player, '?game=roulette')
  expect(won.length).toBeGreaterThan(0)
  expect((await at(guest)).won).toEqual([])
  const [win] = won
  const { rounds } = (await player.send('/web-api/casino/rounds')).json<CasinoRoundsAnswer>()
  const prize = rounds.find(({ roundId }) => roundId === win?.roundId)
  expect(prize).toMatchObject({ stakeMinor: 0, payoutMinor: win?.amountMinor, state: 'closed' })
  const proofs = await Promise.all(
    won.map(async ({ roundId }) =>
      (await player.send(`/web-api/casino/round?round=${roundId}`)).json<CasinoRoundProof>(),
    ),
  )
  const run = proofs.find(({ jackpot }) => jackpot?.run === 1)?.jackpot
  expect(run?.commitment).toBe(first.jackpots[0]?.commitment)
  expect(commitmentOf(run?.secret ?? '')).toBe(run?.commitment)
  const breaks = await forBrand(server.database.db, 'pier').transaction(async (tx) => [
    ...(await proveLedger(tx)).breaks,
    ...(await proveJackpots(tx)),
  ])
  expect(breaks).toEqual([])
})
