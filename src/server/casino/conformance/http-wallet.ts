import { NotApplicable, type Seat, type SeatWish, type WalletTarget } from './conformance-wallet.ts'

/** How the suite reaches a wallet at an address. */
export interface HttpWallet {
  /** Address that the provider calls, with its id at the end. */
  readonly url: string
  /** A session that was launched for money, with a player who has at least some thousand minor units. */
  readonly seat: Seat
  readonly fetch: typeof fetch
  readonly clock: () => Date
}

const TIMEOUT_MS = 10_000
const MANY = 20

/** A wallet at an address, as the suite drives it: everything is played in one session, and what needs another player, clock or setting is
 *  left out. */
export function httpWallet({ url, seat, fetch, clock }: HttpWallet): WalletTarget {
  const base = url.replace(/\/+$/, '')
  return {
    ...{ now: clock, many: MANY, controls: null, audit: async () => null },
    async send({ method, path, query, headers, body }) {
      const address = [base, path].filter((part) => part !== '').join('/')
      const answer = await fetch(query === '' ? address : `${address}?${query}`, {
        ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) },
        ...(method === 'POST' ? { body } : {}),
      })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
    async open({ cashMinor, isLaunched, isElsewhere }: SeatWish) {
      if (cashMinor !== undefined || isLaunched !== undefined || isElsewhere)
        throw new NotApplicable('needs players of the suite’s own')
      return seat
    },
  }
}
