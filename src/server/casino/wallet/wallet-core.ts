import { createHash } from 'node:crypto'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { WalletActionKind, WalletFunds } from '#server/db/tables/casino-tables.ts'
import type { MoneyGuard, MoneyRefusal } from '#server/money/money-guard.ts'
import type {
  WalletAction,
  WalletOutcome,
  WalletReason,
  WalletSession,
  WalletTerms,
  WalletVerdict,
} from './wallet-action.ts'
import { lockWallet, moveFunds, reversed, type WalletAccounts, type WalletMove } from './wallet-money.ts'
import { changeRound, openRound, readRound, type WalletRound } from './wallet-rounds.ts'

/** What the wallet is given. */
export interface WalletPorts {
  readonly guard: MoneyGuard
  /** Splits a stake by the accounts that it comes from: minor units by kind, together the stake. Cash alone where it is left out. */
  readonly fundStake?: (
    tx: BrandTransaction,
    stake: { readonly accountId: number; readonly currency: string; readonly amountMinor: number },
  ) => Promise<WalletFunds>
}

/** An action with all that it is judged by. */
interface Judged {
  readonly tx: BrandTransaction
  readonly ports: WalletPorts
  readonly action: WalletAction
  readonly terms: WalletTerms
  readonly session: WalletSession
  readonly accountId: number
  readonly accounts: WalletAccounts
  readonly round: WalletRound | undefined
  readonly now: Date
}

/** What an action has come to, before it is kept. */
interface Done {
  readonly verdict: Exclude<WalletVerdict, 'replayed'>
  readonly reason?: WalletReason
  readonly refusal?: MoneyRefusal
  readonly roundId?: number
  readonly funds?: WalletFunds
}

/** Verdicts that are kept: asked again, the answer is the same. The others change nothing, and may be another one later. */
const KEPT: ReadonlySet<WalletVerdict> = new Set<WalletVerdict>(['applied', 'insufficient', 'blocked', 'tombstoned'])

/** Applies an action of a provider exactly once, in the caller's transaction: the accounts of the player are locked, then what was done
 *  before is read, then the guard is asked, money is moved and the outcome is kept (CAS-8).
 *  @returns what happened to it; whatever it is but applied has moved nothing */
export async function applyAction(
  tx: BrandTransaction,
  ports: WalletPorts,
  { action, terms, now }: { readonly action: WalletAction; readonly terms: WalletTerms; readonly now: Date },
): Promise<WalletOutcome> {
  const session = await readSession(tx, action)
  const { currency, exponent = 0, account_id: accountId } = session ?? { currency: action.currency, account_id: null }
  const nobody = { transactionId: 0, balanceMinor: 0, currency, exponent }
  if (!session || accountId === null) return { ...nobody, verdict: 'blocked', reason: 'session_unknown' }
  const accounts = await lockWallet(tx, { accountId, currency, now })
  if (!accounts) return { ...nobody, verdict: 'blocked', reason: 'wrong_currency' }
  const known = { currency, exponent, balanceMinor: accounts.cashMinor }
  const former = await formerOutcome(tx, action, accountId)
  if (former) return { ...known, ...former }
  const round = await readRound(tx, action, accountId)
  const judged: Judged = { tx, ports, action, terms, session, accountId, accounts, round, now }
  const done = await decide(judged)
  const balanceMinor = accounts.cashMinor + (done.verdict === 'applied' ? (done.funds?.cash ?? 0) : 0)
  const transactionId = KEPT.has(done.verdict) ? await keepAction(judged, done, balanceMinor) : 0
  const { verdict, reason, refusal } = done
  return {
    ...known,
    balanceMinor,
    transactionId,
    verdict,
    ...(reason ? { reason } : {}),
    ...(refusal ? { refusal } : {}),
  }
}

/** The session that an action names; undefined when the provider has none of that name. */
export function readSession(
  tx: BrandTransaction,
  { sessionId, providerId }: Pick<WalletAction, 'sessionId' | 'providerId'>,
): Promise<WalletSession | undefined> {
  return tx
    .select('casino_session')
    .select(['session_id', 'account_id', 'provider_id', 'game_id', 'currency', 'exponent', 'mode'])
    .select(['launched_at', 'expires_at', 'closed_at'])
    .where('session_id', '=', sessionId)
    .where('provider_id', '=', providerId)
    .where('mode', '=', 'real')
    .executeTakeFirst()
}

/** A hash of what is asked: a repetition has the same. The session is left out, as one may have ended between two tries. */
function fingerprintOf(action: WalletAction, accountId: number): string {
  const { kind, roundId, gameId, currency, amountMinor, reference, isFree, endsRound } = action
  const asked = [
    kind,
    accountId,
    roundId,
    gameId,
    currency,
    amountMinor,
    reference ?? '',
    isFree === true,
    endsRound === true,
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}

async function formerOutcome(
  tx: BrandTransaction,
  action: WalletAction,
  accountId: number,
): Promise<Pick<WalletOutcome, 'verdict' | 'reason' | 'transactionId'> | null> {
  const row = await tx
    .select('wallet_action')
    .select(['outcome', 'reason', 'fingerprint', 'sequence'])
    .where('provider_id', '=', action.providerId)
    .where('action_id', '=', action.actionId)
    // A rollback has taken the place of what was to be done under the name, of whatever kind it is; not that of another rollback.
    .where((where) =>
      action.kind === 'rollback'
        ? where('kind', '=', 'rollback')
        : where.or([where('kind', '=', action.kind), where('outcome', '=', 'tombstoned')]),
    )
    .orderBy('outcome', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const transactionId = row.sequence
  if (row.outcome === 'tombstoned') return { verdict: 'tombstoned', transactionId }
  if (row.fingerprint !== fingerprintOf(action, accountId))
    return { verdict: 'conflict', reason: 'other_action', transactionId }
  if (row.outcome === 'applied') return { verdict: 'replayed', transactionId }
  return { verdict: row.outcome, ...(row.reason ? { reason: row.reason as WalletReason } : {}), transactionId }
}

async function decide(judged: Judged): Promise<Done> {
  const { action, session, terms, round } = judged
  if (action.currency !== session.currency) return { verdict: 'blocked', reason: 'wrong_currency' }
  if (!Number.isSafeInteger(action.amountMinor) || (action.amountMinor < 0 && action.kind !== 'adjustment'))
    return { verdict: 'conflict', reason: 'amount_invalid' }
  if (!terms.switchesGames && action.gameId !== session.game_id && action.kind === 'bet')
    return { verdict: 'blocked', reason: 'wrong_game' }
  switch (action.kind) {
    case 'bet':
      return takeBet(judged)
    case 'win':
      return round || action.isFree ? payOut(judged) : { verdict: 'unknown_reference' }
    case 'promo':
    case 'jackpot':
      return payOut(judged)
    case 'adjustment':
      return adjust(judged)
    case 'end':
      return endRound(judged)
    case 'rollback':
      return undo(judged)
  }
}

async function takeBet(judged: Judged): Promise<Done> {
  const { tx, ports, action, session, terms, accountId, accounts, round, now } = judged
  const blocked = (reason: WalletReason): Done => ({ verdict: 'blocked', reason })
  if (!terms.takesBets) return blocked('provider_off')
  if (session.launched_at === null) return blocked('session_not_launched')
  if (session.closed_at !== null || session.expires_at <= now) return blocked('session_over')
  // One whose stakes were all given back begins again.
  if (round?.state === 'closed') return blocked('round_closed')
  const amountMinor = action.isFree ? 0 : action.amountMinor
  const guarded = { path: 'casino', accountId, currency: action.currency, amountMinor, now } as const
  const refusal = await ports.guard(tx, guarded)
  if (refusal) return { ...blocked(`guard:${refusal.reason}`), refusal }
  if (amountMinor > accounts.cashMinor) return { verdict: 'insufficient' }
  const stake = { accountId, currency: action.currency, amountMinor }
  const parts = ports.fundStake && amountMinor > 0 ? await ports.fundStake(tx, stake) : { cash: amountMinor }
  const funds = reversed(parts)
  const { round_id: roundId } = round ?? (await openRound(tx, action, { session, accountId, now }))
  await moveFunds(tx, accounts, moveOf(judged, 'casino-bet', funds))
  await changeRound(tx, roundId, { stakeMinor: amountMinor, ends: action.endsRound === true, now })
  return { verdict: 'applied', roundId, funds }
}

/** Pays what was won; the guard is never asked, and neither the end of the session nor that of the provider keeps it away (RG-13). */
async function payOut(judged: Judged): Promise<Done> {
  const { tx, action, session, accountId, accounts, now } = judged
  const isFirst = !judged.round
  if (judged.round && judged.round.state !== 'open' && action.kind === 'win' && !action.isFree)
    return { verdict: 'blocked', reason: 'round_closed' }
  const round = judged.round ?? (await openRound(tx, action, { session, accountId, now }))
  const funds = { cash: action.amountMinor }
  await moveFunds(tx, accounts, moveOf(judged, 'casino-win', funds))
  // A prize without a bet is a round of its own.
  const ends = action.endsRound === true || isFirst
  await changeRound(tx, round.round_id, { payoutMinor: action.amountMinor, ends, now })
  return { verdict: 'applied', roundId: round.round_id, funds }
}

/** Corrects the result of a round, to either side. */
async function adjust(judged: Judged): Promise<Done> {
  const { tx, action, accounts, round, now } = judged
  if (!round) return { verdict: 'unknown_reference' }
  const funds = taken(judged, action.amountMinor)
  if (!funds) return { verdict: 'insufficient' }
  await moveFunds(tx, accounts, moveOf(judged, 'casino-adjustment', funds))
  await changeRound(tx, round.round_id, { now })
  return { verdict: 'applied', roundId: round.round_id, funds }
}

/** What the player's accounts gain by an amount: what cash does not cover is owed, where the provider's terms say so. */
function taken({ accounts, terms }: Judged, amountMinor: number): WalletFunds | null {
  const short = Math.max(0, -amountMinor - accounts.cashMinor)
  if (short === 0) return { cash: amountMinor }
  return terms.owesSpentWins ? { cash: amountMinor + short, receivable: -short } : null
}

async function endRound({ tx, round, now }: Judged): Promise<Done> {
  if (!round) return { verdict: 'unknown_reference' }
  await changeRound(tx, round.round_id, { ends: true, now })
  return { verdict: 'applied', roundId: round.round_id, funds: {} }
}

/** Undoes a bet or a win, once, whatever its own name is. One that is not known leaves the place of its bet taken. */
async function undo(judged: Judged): Promise<Done> {
  const { tx, action, accounts, terms, now } = judged
  const target = action.reference ?? ''
  const rows = await tx
    .select('wallet_action')
    .select(['action_id', 'kind', 'outcome', 'amount_minor', 'funds', 'undone_by', 'round_id', 'is_free'])
    .where('provider_id', '=', action.providerId)
    .where('action_id', '=', target)
    .where('account_id', '=', judged.accountId)
    .where('kind', 'in', ['bet', 'win', 'promo', 'jackpot'])
    .execute()
  const [row] = rows
  if (!row) {
    await keepTombstone(judged, target)
    return { verdict: 'applied', funds: {} }
  }
  // What was refused, undone or never taken needs nothing.
  if (row.outcome !== 'applied' || row.undone_by !== null) return { verdict: 'applied', funds: {} }
  const roundId = row.round_id ?? 0
  const isBet = row.kind === 'bet'
  if (!isBet && !terms.undoesWins) return { verdict: 'conflict', reason: 'payout_stands' }
  if (isBet && (await hasPayout(tx, roundId))) return { verdict: 'conflict', reason: 'payout_stands' }
  const back = isBet ? reversed(row.funds) : taken(judged, -row.amount_minor)
  if (!back) return { verdict: 'conflict', reason: 'won_money_spent' }
  await moveFunds(tx, accounts, moveOf(judged, isBet ? 'casino-bet-undone' : 'casino-win-undone', back))
  await tx
    .update('wallet_action', { undone_by: action.actionId })
    .where('provider_id', '=', action.providerId)
    .where('action_id', '=', target)
    .where('kind', '=', row.kind)
    .execute()
  const staked = row.is_free ? 0 : row.amount_minor
  const change = isBet ? { stakeMinor: -staked } : { payoutMinor: -row.amount_minor }
  await changeRound(tx, roundId, { ...change, ends: action.endsRound === true, now })
  return { verdict: 'applied', roundId, funds: back }
}

/** Whether a round has paid something that was not taken back: undoing its bet would pay the player twice. */
async function hasPayout(tx: BrandTransaction, roundId: number): Promise<boolean> {
  const row = await tx
    .select('wallet_action')
    .select('action_id')
    .where('round_id', '=', roundId)
    .where('kind', 'in', ['win', 'promo', 'jackpot'])
    .where('outcome', '=', 'applied')
    .where('undone_by', 'is', null)
    .where('amount_minor', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function moveOf({ action, now }: Judged, kind: WalletMove['kind'], funds: WalletFunds): WalletMove {
  const { providerId, actionId, kind: of, currency } = action
  return { kind, reference: `${providerId}/${of}/${actionId}`, currency, funds, now }
}

async function keepAction(judged: Judged, done: Done, balanceMinor: number): Promise<number> {
  const { tx, action } = judged
  const row = await tx
    .insert('wallet_action', {
      ...rowOf(judged, action.kind, action.actionId),
      ...{ round_id: done.roundId ?? judged.round?.round_id ?? null, amount_minor: action.amountMinor },
      ...{ fingerprint: fingerprintOf(action, judged.accountId), reference: action.reference ?? null },
      ...{ outcome: done.verdict as 'applied', reason: done.reason ?? null, balance_minor: balanceMinor },
      ...{ funds: storableJson(done.funds ?? {}), is_free: action.isFree === true },
    })
    .returning('sequence')
    .executeTakeFirstOrThrow()
  return row.sequence
}

async function keepTombstone(judged: Judged, target: string): Promise<void> {
  const { tx, accounts } = judged
  await tx
    .insert('wallet_action', {
      ...rowOf(judged, 'bet', target),
      ...{ round_id: null, amount_minor: 0, fingerprint: '', reference: judged.action.actionId, outcome: 'tombstoned' },
      ...{ reason: null, balance_minor: accounts.cashMinor, funds: '{}', is_free: false },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function rowOf({ action, accountId, session, now }: Judged, kind: WalletActionKind, actionId: string) {
  const { providerId, gameId, currency } = action
  return {
    ...{
      provider_id: providerId,
      action_id: actionId,
      kind,
      account_id: accountId,
      game_id: gameId,
      currency,
      at: now,
    },
    session_id: session.session_id,
  }
}
