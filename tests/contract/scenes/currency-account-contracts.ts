import type { CallContract } from './call-contract.ts'
import type { TestServer } from './test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })

/** Numeric ids of currencies of the engine: a player of the fixture brand registers with euros. */
export const EUR = 978
export const USD = 840

/** The accounts of a player as the calls carry them. */
export async function accountsOf(player: TestPlayer) {
  const answer = await player.send('/web-api/user/balance', post())
  return answer.json<{ accounts: { id: number; currencyId: number; iso: string; isActive: boolean }[] }>().accounts
}

/** A player with an account in dollars beside the one in use. */
export async function playerWithDollars(server: TestServer): Promise<{ player: TestPlayer; dollars: number }> {
  const player = await newPlayer(server)
  await player.send('/web-api/createCurrencyAccount', post({ currency_id: USD }))
  const dollars = (await accountsOf(player)).find(({ currencyId }) => currencyId === USD)
  if (!dollars) throw new Error('no account in dollars was opened')
  return { player, dollars: dollars.id }
}

/** The contracts of the calls of currency accounts. */
export const CURRENCY_ACCOUNT_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getBalance: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post()),
    refuse: (server, path) => newVisitor(server).send(path, post()),
    refusal: 'access.denied',
  },
  setActiveAccount: {
    succeed: async (server, path) => {
      const { player, dollars } = await playerWithDollars(server)
      return player.send(path, post({ account: dollars }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ account: 1 })),
    refusal: 'currency_account.unknown',
  },
  createCurrencyAccount: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ currency_id: USD })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ currency_id: 9998 })),
    refusal: 'currency_account.currency_unknown',
  },
  deleteCurrencyAccount: {
    succeed: async (server, path) => {
      const { player, dollars } = await playerWithDollars(server)
      return player.send(path, post({ account_id: dollars }))
    },
    refuse: async (server, path) => {
      const player = await newPlayer(server)
      const [only] = await accountsOf(player)
      return player.send(path, post({ account_id: only?.id }))
    },
    refusal: 'currency_account.last',
  },
}
