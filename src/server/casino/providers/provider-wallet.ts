import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { noteRefusal } from '../desk/doubts.ts'
import { readSpendable } from '../wallet/balance.ts'
import type { WalletOutcome, WalletReason, WalletSession, WalletTerms } from '../wallet/wallet-action.ts'
import { applyAction, type WalletPorts } from '../wallet/wallet-core.ts'
import type { CasinoProvider } from './casino-provider.ts'
import {
  type AskedAction,
  type AskedOfWallet,
  isDone,
  minorOf,
  playerName,
  type RawWalletCall,
  type WalletAdapter,
  type WalletAnswer,
  type WalletResult,
} from './wallet-adapter.ts'

/** A provider with the adapter of its calls; null where it may not ask the wallet. */
export interface ProviderOfWallet {
  readonly provider: Pick<CasinoProvider, 'id' | 'terms'>
  readonly adapter: WalletAdapter | null
}

/** What the wallet of providers is given. */
export interface ProviderWalletPorts extends WalletPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly provider: (brandId: string, id: string) => Promise<ProviderOfWallet | undefined>
  /** The site's id of a game that a provider names by its own code; the code itself where it is left out. */
  readonly gameOf?: (providerId: string, gameCode: string) => string
  readonly log: Pick<Logger, 'warn'>
  /** Counts a call by what has happened to it. */
  readonly count?: (of: { readonly provider: string; readonly outcome: string }) => void
}

/** An answer to a call, and whether it was refused for itself: forged, malformed or unknown. */
export interface TakenCall extends WalletAnswer {
  readonly isFaulty: boolean
}

/** A batch that is undone because one of its actions was not applied. */
class BatchUndone extends Error {
  readonly result: WalletResult
  constructor(result: WalletResult) {
    super('a batch of a provider was undone')
    this.result = result
  }
}

/** Takes calls of providers: each is verified on its raw bytes, read in the provider's words, done by the wallet exactly once and answered
 *  in the provider's words (CAS-8, CAS-9). */
export function createProviderWallet(ports: ProviderWalletPorts) {
  return {
    /** @throws AppError casino.provider_unknown when the brand has no such provider, or it has no wallet here */
    async take(brandId: string, providerId: string, call: Omit<RawWalletCall, 'now'>): Promise<TakenCall> {
      const joined = await ports.provider(brandId, providerId)
      if (!joined?.adapter) throw new AppError('casino.provider_unknown')
      const { adapter, provider } = joined
      const asked = adapter.read({ ...call, now: ports.clock() })
      if ('fault' in asked) {
        ports.log.warn(
          { providerId, fault: asked.fault, found: asked.found },
          'casino: a call of a provider is not taken',
        )
        ports.count?.({ provider: providerId, outcome: asked.fault })
        return { ...adapter.refuse(asked), isFaulty: true }
      }
      const result = await done(ports, brandId, { provider, asked })
      if (!isDone(result)) {
        const { verdict, reason } = result
        const actions = asked.actions.map(({ kind, actionId }) => `${kind} ${actionId}`)
        ports.log.warn({ providerId, verdict, reason, actions }, 'casino: the wallet refused what a provider asked for')
        await keepDoubt(ports, brandId, { providerId, asked, result })
      }
      ports.count?.({ provider: providerId, outcome: result.verdict })
      return { ...adapter.answer(asked, result), isFaulty: false }
    },
  }
}

/** The wallet of providers as routes have it. */
export type ProviderWallet = ReturnType<typeof createProviderWallet>

/** Keeps a refusal that people have to look at. The provider's answer does not wait for its success. */
async function keepDoubt(
  { db, clock, log, gameOf = (_providerId, code) => code }: ProviderWalletPorts,
  brandId: string,
  of: { readonly providerId: string; readonly asked: AskedOfWallet; readonly result: WalletResult },
): Promise<void> {
  const { providerId, asked, result } = of
  const action = asked.actions[result.refusedAt ?? -1]
  if (!action) return
  const { sessionId, areRoundsOfGames = false } = asked
  const gameId = action.gameCode === null ? null : gameOf(providerId, storableText(action.gameCode))
  const refusal = { action, result, providerId, sessionId: storableText(sessionId), gameId, areRoundsOfGames }
  await forBrand(db, brandId)
    .transaction((tx) => noteRefusal(tx, refusal, clock()))
    .catch((error: unknown) => log.warn({ err: error, providerId }, 'casino: a refusal was not kept for the desk'))
}

interface Asking {
  readonly provider: ProviderOfWallet['provider']
  readonly asked: AskedOfWallet
}

async function done(ports: ProviderWalletPorts, brandId: string, asking: Asking): Promise<WalletResult> {
  try {
    return await forBrand(ports.db, brandId).transaction((tx) => doneIn(tx, ports, asking))
  } catch (error) {
    if (error instanceof BatchUndone) return error.result
    throw error
  }
}

type SessionOfCall = WalletSession & { readonly country: string }

async function doneIn(tx: BrandTransaction, ports: ProviderWalletPorts, asking: Asking): Promise<WalletResult> {
  const { asked, provider } = asking
  const session = await sessionOf(tx, provider.id, asked)
  const nobody = { currency: asked.currency ?? '', exponent: 0, balanceMinor: 0, transactionIds: [], country: '' }
  const blocked = (reason: WalletReason) => ({ verdict: 'blocked', reason }) as const
  if (!session || session.account_id === null) return { ...nobody, ...blocked('session_unknown') }
  const { currency, exponent, account_id: accountId, country } = session
  const known = { currency, exponent, country, transactionIds: [] }
  const purse = { accountId, currency, gameId: session.game_id }
  const balance = async () => (await readSpendable(tx, ports.funding, purse)) ?? 0
  if (asked.player !== null && asked.player !== playerName(accountId))
    return { ...nobody, ...blocked('session_unknown') }
  // A rollback of what was sent before the launch has answered moves nothing, and its repetitions end.
  const mayWait = asked.actions.length > 0 && asked.actions.every(({ kind }) => kind === 'rollback')
  if (session.launched_at === null && !mayWait && !asked.isAboutPlayer)
    return { ...nobody, ...blocked('session_not_launched') }
  if (asked.currency !== null && asked.currency !== currency)
    return { ...known, balanceMinor: await balance(), ...blocked('wrong_currency') }
  if (asked.actions.length === 0) {
    const isOver = session.closed_at !== null || session.expires_at <= ports.clock()
    const verdict = isOver && !asked.isAboutPlayer ? blocked('session_over') : ({ verdict: 'applied' } as const)
    return { ...known, balanceMinor: await balance(), ...verdict }
  }
  return applied(tx, ports, { ...asking, session, known })
}

async function applied(
  tx: BrandTransaction,
  ports: ProviderWalletPorts,
  of: Asking & {
    readonly session: SessionOfCall
    readonly known: Pick<WalletResult, 'currency' | 'exponent' | 'country'>
  },
): Promise<WalletResult> {
  const { asked, provider, session, known } = of
  const isBatch = asked.actions.length > 1
  const { account_id, currency, game_id: gameId } = session
  const purse = { accountId: account_id ?? 0, currency, gameId }
  const before = isBatch ? await readSpendable(tx, ports.funding, purse) : null
  const transactionIds: number[] = []
  let outcome: WalletOutcome | undefined
  for (const action of asked.actions) {
    outcome = await applyOne(tx, ports, {
      action: asked.areRoundsOfGames ? roundOf(action, session) : action,
      provider,
      session,
    })
    if (!isDone(outcome)) {
      const { verdict, reason, refusal, balanceMinor } = outcome
      const refused = {
        ...{ ...known, verdict, balanceMinor: before ?? balanceMinor, transactionIds: [] },
        refusedAt: transactionIds.length,
        ...(reason ? { reason } : {}),
        ...(refusal ? { refusal } : {}),
      }
      if (isBatch) throw new BatchUndone(refused)
      return refused
    }
    transactionIds.push(outcome.transactionId)
  }
  const { verdict = 'applied', balanceMinor = 0 } = outcome ?? {}
  return { ...known, verdict, balanceMinor, transactionIds }
}

/** An action whose round has the name of its game as well. */
function roundOf(action: AskedAction, { game_id }: SessionOfCall): AskedAction {
  return { ...action, roundId: `${game_id}/${action.roundId}` }
}

async function applyOne(
  tx: BrandTransaction,
  ports: ProviderWalletPorts,
  of: {
    readonly action: AskedAction
    readonly provider: ProviderOfWallet['provider']
    readonly session: SessionOfCall
  },
): Promise<WalletOutcome> {
  const { action, provider, session } = of
  const { gameCode, amount, ...asked } = action
  const { currency, exponent, session_id: sessionId } = session
  const refused = async (verdict: 'conflict' | 'blocked', reason: WalletReason): Promise<WalletOutcome> => {
    const purse = { accountId: session.account_id ?? 0, currency, gameId: session.game_id }
    const balanceMinor = (await readSpendable(tx, ports.funding, purse)) ?? 0
    return { verdict, reason, transactionId: 0, balanceMinor, currency, exponent }
  }
  const amountMinor = amount === null ? 0 : minorOf(amount, exponent)
  if (amountMinor === null) return refused('conflict', 'amount_invalid')
  const { gameOf = (_providerId, code) => code } = ports
  const gameId = gameCode === null ? session.game_id : gameOf(provider.id, storableText(gameCode))
  const whole = { ...asked, providerId: provider.id, sessionId, gameId, currency, amountMinor }
  const terms: WalletTerms = provider.terms
  return applyAction(tx, ports, { action: whole, terms, now: ports.clock() })
}

/** The session that a call names, or the latest one at the provider of the player whom it asks about. */
function sessionOf(
  tx: BrandTransaction,
  providerId: string,
  { sessionId, isAboutPlayer, player }: AskedOfWallet,
): Promise<SessionOfCall | undefined> {
  const sessions = tx
    .select('casino_session')
    .select(['session_id', 'account_id', 'provider_id', 'game_id', 'currency', 'exponent', 'mode', 'country'])
    .select(['launched_at', 'expires_at', 'closed_at'])
    .where('provider_id', '=', providerId)
    .where('mode', '=', 'real')
  if (!isAboutPlayer) return sessions.where('session_id', '=', storableText(sessionId)).executeTakeFirst()
  const accountId = Number(/^player-(\d{1,15})$/.exec(player ?? '')?.[1] ?? 0)
  return sessions.where('account_id', '=', accountId).orderBy('opened_at', 'desc').limit(1).executeTakeFirst()
}
