import type { CasinoRound, LaunchedGame } from '#schemas'
import type { CallContract } from '../scenes/call-contract.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import type { TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer, type TestVisitor } from '../scenes/test-visitor.ts'

const post = (body: object) => ({ method: 'POST' as const, body })
const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)
const unknownQuery: CallContract['refuse'] = (server, path) => newVisitor(server).send(`${path}?page=cellar`)

const AT = '/web-api/casino'
const NO_SESSION = 'no-such-session'

/** Opens a game. */
export async function launch(
  visitor: TestPlayer | TestVisitor,
  gameId: string,
  mode: 'real' | 'fun' = 'fun',
): Promise<LaunchedGame> {
  return (await visitor.send(`${AT}/launch`, post({ gameId, mode, device: 'desktop' }))).json<LaunchedGame>()
}

/** A stake on red. */
export const onRed = (sessionId: string, amountMinor = 100) => ({
  ...{ sessionId, guid: crypto.randomUUID(), choice: { kind: 'roulette' } },
  stakes: [{ on: 'red', amountMinor }],
})

/** A player who has played a round for money. */
export async function playerWithRound(server: TestServer) {
  const { player } = await playerWithMoney(server)
  const { sessionId } = await launch(player, 'roulette', 'real')
  const round = (await player.send(`${AT}/play`, post(onRed(sessionId)))).json<CasinoRound>()
  return { player, sessionId, round }
}

/** Opens the round of a table on which bets are taken, or continues it. */
export const stepTable = (server: TestServer, tableId = 'crash') =>
  server.casino.tables.tables.step({ brandId: 'pier', tableId, owner: 'contract', isWanted: true })

/** The number of a table's round. */
export async function roundOfTable(server: TestServer, tableId = 'crash'): Promise<number> {
  const { roundId } = await server.casino.tables.tables.view('pier', tableId)
  return roundId
}

/** Lets the round of a table pass, if it has one, and opens bets on the next. @returns its number */
export async function nextBets(server: TestServer, tableId = 'crash'): Promise<number> {
  const former = await roundOfTable(server, tableId)
  for (;;) {
    const { phase, leftMs } = await stepTable(server, tableId)
    const roundId = await roundOfTable(server, tableId)
    if (phase === 'betting' && roundId !== former) return roundId
    server.wait(leftMs)
  }
}

/** A bet on the flight. */
export const onFlight = (sessionId: string, roundId: number, more: object = {}) => ({
  ...{ sessionId, roundId, guid: crypto.randomUUID() },
  stakes: [{ on: 'first', amountMinor: 100, ...more }],
})

/** The contracts of the calls of the casino (CAS-3 to CAS-6, CAS-11, CAS-14). */
export const CASINO_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getGamesPreviewLight: { succeed: asGuest, refuse: unknownQuery, refusal: 'request.invalid' },
  getGamesActions: { succeed: asGuest, refuse: unknownQuery, refusal: 'request.invalid' },
  getJackpots: {
    succeed: asGuest,
    refuse: (server, path) => newVisitor(server).send(`${path}?game=`),
    refusal: 'request.invalid',
  },
  getGamesBanner: {
    succeed: asGuest,
    refuse: (server, path) => newVisitor(server).send(path, { host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  getGamesPreviewByGameIds: {
    succeed: (server, path) => newVisitor(server).send(path, post({ ids: ['roulette', 'blackjack', 'none'] })),
    refuse: (server, path) => newVisitor(server).send(path, post({ ids: [] })),
    refusal: 'request.invalid',
  },
  markGame: {
    succeed: async (server, path) =>
      (await newPlayer(server)).send(path, post({ gameId: 'roulette', isFavorite: true })),
    refuse: (server, path) => newVisitor(server).send(path, post({ gameId: 'roulette', isFavorite: true })),
    refusal: 'access.denied',
  },
  launchGame: {
    succeed: (server, path) => newVisitor(server).send(path, post({ gameId: 'mines', mode: 'fun', device: 'mobile' })),
    refuse: (server, path) => newVisitor(server).send(path, post({ gameId: 'none', mode: 'fun', device: 'mobile' })),
    refusal: 'casino.game_unknown',
  },
  playGame: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      return visitor.send(path, post(onRed((await launch(visitor, 'roulette')).sessionId)))
    },
    refuse: (server, path) => newVisitor(server).send(path, post(onRed(NO_SESSION))),
    refusal: 'casino.session_unknown',
  },
  actInGame: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      const { sessionId } = await launch(visitor, 'jacks-or-better')
      const deal = { ...onRed(sessionId), choice: { kind: 'video_poker' }, stakes: [{ on: 'main', amountMinor: 100 }] }
      const { roundId } = (await visitor.send(`${AT}/play`, post(deal))).json<CasinoRound>()
      return visitor.send(path, post({ sessionId, roundId, step: 0, act: { kind: 'hold', held: [0] } }))
    },
    refuse: async (server, path) => {
      const visitor = newVisitor(server)
      const { sessionId } = await launch(visitor, 'mines')
      return visitor.send(path, post({ sessionId, roundId: 1, step: 0, act: { kind: 'cash_out' } }))
    },
    refusal: 'casino.round_unknown',
  },
  closeGame: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      return visitor.send(path, post({ sessionId: (await launch(visitor, 'dice')).sessionId }))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ sessionId: NO_SESSION })),
    refusal: 'casino.session_unknown',
  },
  getGameSession: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      return visitor.send(path, post({ sessionId: (await launch(visitor, 'dice')).sessionId }))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ sessionId: NO_SESSION })),
    refusal: 'casino.session_unknown',
  },
  changeGameSeed: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      return visitor.send(path, post({ sessionId: (await launch(visitor, 'dice')).sessionId, clientSeed: 'mine' }))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ sessionId: NO_SESSION, clientSeed: 'mine' })),
    refusal: 'casino.session_unknown',
  },
  betAtTable: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      const { sessionId } = await launch(visitor, 'crash')
      return visitor.send(path, post(onFlight(sessionId, await nextBets(server))))
    },
    refuse: (server, path) => newVisitor(server).send(path, post(onFlight(NO_SESSION, 1))),
    refusal: 'casino.session_unknown',
  },
  cashOutAtTable: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      const { sessionId } = await launch(visitor, 'crash')
      for (;;) {
        const roundId = await nextBets(server)
        await visitor.send(`${AT}/table/bet`, post(onFlight(sessionId, roundId)))
        server.wait(8000)
        await stepTable(server)
        server.wait(600)
        const answer = await visitor.send(path, post({ sessionId, roundId, on: 'first' }))
        // One flight of some crashes at once.
        if (answer.statusCode === 200) return answer
      }
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ sessionId: NO_SESSION, roundId: 1, on: 'first' })),
    refusal: 'casino.session_unknown',
  },
  getTableSeat: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      return visitor.send(path, post({ sessionId: (await launch(visitor, 'crash')).sessionId }))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ sessionId: NO_SESSION })),
    refusal: 'casino.session_unknown',
  },
  getTable: {
    succeed: (server, path) => newVisitor(server).send(`${path}?game=live-roulette`),
    refuse: (server, path) => newVisitor(server).send(`${path}?game=dice`),
    refusal: 'casino.game_unknown',
  },
  getCasinoRounds: {
    succeed: async (server, path) => (await playerWithRound(server)).player.send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  getCasinoRound: {
    succeed: async (server, path) => {
      const { player, round } = await playerWithRound(server)
      return player.send(`${path}?round=${round.roundId}`)
    },
    refuse: async (server, path) => (await newPlayer(server)).send(`${path}?round=800009`),
    refusal: 'casino.round_unknown',
  },
}
