import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { ownHeaders } from '../providers/own-protocol/own-signature.ts'
import type { WalletAdapter } from '../providers/wallet-adapter.ts'
import { bonusFirst } from './bonus-first.ts'
import type { BuiltInWalletPorts } from './built-in-wallet.ts'
import { builtInWallet } from './built-in-wallet.ts'
import { type JUDGED_ADAPTERS, judgedAdapter } from './judged-adapter.ts'
import { judgeWallet, WALLET_CASES } from './wallet-conformance.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase({ dataDir: null, log: silentLog })
})
afterAll(() => database.close())

function both(name: (typeof JUDGED_ADAPTERS)[number]) {
  const { renderer, ...rest } = judgedAdapter(name)
  return { renderer, target: builtInWallet({ db: database.db, newId: () => crypto.randomUUID(), ...rest }) }
}

describe('the conformance suite of wallets', () => {
  test('CAS-10: it has forty cases, W1 to W40', () => {
    expect(WALLET_CASES.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, at) => `W${at + 1}`))
  })

  test.each([
    ['livery', ['W36']],
    ['hub88', ['W3', 'W6', 'W26', 'W31', 'W32', 'W36']],
    ['swipe', ['W3', 'W6', 'W26', 'W31', 'W32', 'W33', 'W36']],
  ] as const)(
    'CAS-9, CAS-10: the built-in wallet conforms in the words of %s',
    { timeout: 240_000 },
    async (name, left) => {
      const { renderer, target } = both(name)
      const { cases } = await judgeWallet(target, renderer)
      expect(cases.filter(({ verdict }) => verdict === 'failed')).toEqual([])
      expect(cases.filter(({ verdict }) => verdict === 'not_applicable').map(({ id }) => id)).toEqual(left)
    },
  )

  /** A wallet of which something is broken, asked in the own protocol. */
  function spoilt(
    change: (adapter: WalletAdapter) => Partial<WalletAdapter>,
    more: BuiltInWalletPorts['changes'] = {},
  ) {
    const { renderer, adapter, switchesGames } = judgedAdapter('livery')
    const changed = { ...adapter, ...change(adapter) }
    const ports = { db: database.db, newId: () => crypto.randomUUID(), switchesGames, changes: more }
    return { renderer, target: builtInWallet({ ...ports, adapter: changed }) }
  }

  /** Reads calls with a change of each action. */
  const reading =
    (change: (action: NonNullable<ReturnType<typeof readAction>>) => object) => (adapter: WalletAdapter) => ({
      read: (call: Parameters<WalletAdapter['read']>[0]) => {
        const asked = adapter.read(call)
        return 'fault' in asked
          ? asked
          : { ...asked, actions: asked.actions.map((action) => ({ ...action, ...change(action) })) }
      },
    })
  const readAction = (asked: ReturnType<WalletAdapter['read']>) => ('fault' in asked ? undefined : asked.actions[0])
  let calls = 0

  test.each([
    [
      'believes every signature',
      ['W1', 'W2', 'W3'],
      () =>
        spoilt((adapter) => ({
          read: (call) => adapter.read({ ...call, headers: ownHeaders('a secret of the suite', call.body, call.now) }),
        })),
    ],
    [
      'takes every call for a new one',
      ['W9', 'W11'],
      () => spoilt(reading(({ actionId }) => ({ actionId: `${actionId}-${++calls}` }))),
    ],
    [
      'forgets rollbacks of what it does not know',
      ['W13', 'W14', 'W15', 'W28'],
      () => spoilt(reading(({ kind }) => (kind === 'rollback' ? { reference: 'nothing' } : {}))),
    ],
    ['pays wins without bets', ['W19'], () => spoilt(reading(({ kind }) => (kind === 'win' ? { isFree: true } : {})))],
    ['never ends a round', ['W20', 'W22'], () => spoilt(reading(() => ({ endsRound: false })))],
    [
      'tells another balance than there is',
      ['W5', 'W8'],
      () =>
        spoilt((adapter) => ({
          answer: (asked, result) =>
            adapter.answer(asked, { ...result, balanceMinor: result.balanceMinor + asked.actions.length }),
        })),
    ],
    ['does not ask protection', ['W29'], () => spoilt(() => ({}), { guard: async () => null })],
    [
      'stakes cash where bonus is due',
      ['W37'],
      () =>
        spoilt(() => ({}), {
          funding: { ...bonusFirst, fund: async (_tx, { amountMinor }) => ({ funds: { cash: amountMinor } }) },
        }),
    ],
  ] as const)('CAS-10: a wallet that %s is found out', { timeout: 120_000 }, async (_, wrong, make) => {
    const { renderer, target } = make()
    const { cases, isConforming } = await judgeWallet(target, renderer, ['W4', ...wrong])
    expect(isConforming).toBe(false)
    expect(cases.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
      [...['W4'], ...wrong]
        .sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)))
        .map((id) => `${id} ${id === 'W4' ? 'passed' : 'failed'}`),
    )
  })
})
