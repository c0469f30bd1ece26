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

/** The contracts of the calls of the casino (CAS-3 to CAS-6, CAS-11, CAS-14). */
export const CASINO_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getGamesPreviewLight: { succeed: asGuest, refuse: unknownQuery, refusal: 'request.invalid' },
  getGamesActions: { succeed: asGuest, refuse: unknownQuery, refusal: 'request.invalid' },
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
  changeGameSeed: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      return visitor.send(path, post({ sessionId: (await launch(visitor, 'dice')).sessionId, clientSeed: 'mine' }))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ sessionId: NO_SESSION, clientSeed: 'mine' })),
    refusal: 'casino.session_unknown',
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
