import type { Selectable } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { WalletActionKind, WalletActionTable, WalletFunds } from '#server/db/tables/casino-tables.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { IS_STOPPED } from '../desk/provider-stops.ts'
import { fingerprintOf, readBefore } from './former-action.ts'
import type {
  WalletAction,
  WalletOutcome,
  WalletReason,
  WalletSession,
  WalletTerms,
  WalletVerdict,
} from './wallet-action.ts'
import type { FreeAction, WalletFreeRounds } from './wallet-free-rounds.ts'
import type { FundedStake, RoundOfPlayer, StakeRefusal, StakeToFund, WalletFunding } from './wallet-funding.ts'
import type { WalletJackpots } from './wallet-jackpots.ts'
import { lockWallet, moveFunds, reversed, type WalletAccounts, type WalletMove } from './wallet-money.ts'
import { changeRound, openRound, type WalletRound } from './wallet-rounds.ts'

/** What the wallet is given. */
export interface WalletPorts {
  readonly guard: MoneyGuard
  /** Divides stakes and wins between a player's own money and their bonus; all is the player's own where it is left out. */
  readonly funding?: WalletFunding
  /** Jackpots that stakes put into; none where it is left out. */
  readonly jackpots?: WalletJackpots
  /** Free rounds that bets can name; none where it is left out. */
  readonly freeRounds?: WalletFreeRounds
  /** The most minor units that a round of a game may be staked; no bound where it is left out. */
  readonly roundCeiling?: (tx: BrandTransaction, of: Pick<WalletAction, 'gameId' | 'currency'>) => Promise<number>
}

/** An action with all that it is judged by. */
interface Judged {
  readonly tx: BrandTransaction
  readonly ports: WalletPorts
  readonly action: WalletAction
  readonly terms: WalletTerms
  readonly session: ReadSession
  readonly accountId: number
  readonly accounts: WalletAccounts
  /** Minor units that can be staked at the game. */
  readonly spendableMinor: number
  readonly round: WalletRound | undefined
  readonly now: Date
}

/** What an action has come to, before it is kept. */
interface Done {
  readonly verdict: Exclude<WalletVerdict, 'replayed'>
  readonly reason?: WalletReason
  readonly refusal?: StakeRefusal
  readonly roundId?: number
  readonly roundState?: WalletRound['state']
  readonly funds?: WalletFunds
  /** Minor units that the player has won beside it. */
  readonly prizeMinor?: number
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
  const accounts = await lockWallet(tx, { accountId, currency, hasBonuses: ports.funding !== undefined, now })
  if (!accounts) return { ...nobody, verdict: 'blocked', reason: 'wrong_currency' }
  const purse = { accountId, currency, gameId: action.gameId, ...accounts }
  const bonusMinor = (await ports.funding?.held(tx, purse)) ?? 0
  const spendableMinor = accounts.cashMinor + bonusMinor
  const known = { currency, exponent, balanceMinor: spendableMinor }
  const { former, round } = await readBefore(tx, action, accountId)
  if (former) return { ...known, ...former }
  const judged: Judged = { tx, ports, action, terms, session, accountId, accounts, spendableMinor, round, now }
  const done = await decide(judged)
  const { cash = 0, bonus = 0 } = (done.verdict === 'applied' && done.funds) || {}
  const balanceMinor = spendableMinor + cash + bonus + (done.prizeMinor ?? 0)
  const transactionId = KEPT.has(done.verdict) ? await keepAction(judged, done, balanceMinor) : 0
  if (done.roundId !== undefined && (done.roundState === 'closed' || done.roundState === 'cancelled')) {
    await ports.funding?.over(tx, { ...roundOf(judged, done.roundId), isVoid: done.roundState === 'cancelled' })
    const mayBeFree = action.isFree || (action.kind !== 'bet' && action.kind !== 'win')
    if (mayBeFree) await ports.freeRounds?.over(tx, roundOf(judged, done.roundId))
  }
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

/** A session, and whether its provider takes no stakes now. */
type ReadSession = WalletSession & { readonly isStopped: boolean }

/** The session that an action names; undefined when the provider has none of that name. */
export function readSession(
  tx: BrandTransaction,
  { sessionId, providerId }: Pick<WalletAction, 'sessionId' | 'providerId'>,
): Promise<ReadSession | undefined> {
  return tx
    .select('casino_session')
    .select(['session_id', 'account_id', 'provider_id', 'game_id', 'currency', 'exponent', 'mode'])
    .select(['launched_at', 'expires_at', 'closed_at', IS_STOPPED.as('isStopped')])
    .where('session_id', '=', sessionId)
    .where('provider_id', '=', providerId)
    .where('mode', '=', 'real')
    .executeTakeFirst()
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
      return action.isFree || (round && (await namesStake(judged))) ? payOut(judged) : { verdict: 'unknown_reference' }
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

/** Whether the bet that a win names was taken and not given back; true where it names none. */
async function namesStake({ tx, action, accountId }: Judged): Promise<boolean> {
  if (action.reference === undefined) return true
  const row = await tx
    .select('wallet_action')
    .select('action_id')
    .where('provider_id', '=', action.providerId)
    .where('action_id', '=', action.reference)
    .where('kind', '=', 'bet')
    .where('account_id', '=', accountId)
    .where('outcome', '=', 'applied')
    .where('undone_by', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function takeBet(judged: Judged): Promise<Done> {
  const { tx, ports, action, session, terms, accountId, accounts, round, now } = judged
  const blocked = (reason: WalletReason): Done => ({ verdict: 'blocked', reason })
  if (!terms.takesBets || session.isStopped) return blocked('provider_off')
  if (session.launched_at === null) return blocked('session_not_launched')
  if (session.closed_at !== null || session.expires_at <= now) return blocked('session_over')
  // One whose stakes were all given back begins again.
  if (round?.state === 'closed') return blocked('round_closed')
  const amountMinor = action.isFree ? 0 : action.amountMinor
  const ceilingMinor = (await ports.roundCeiling?.(tx, action)) ?? Number.MAX_SAFE_INTEGER
  if ((round?.stake_minor ?? 0) + amountMinor > ceilingMinor) return blocked('slot_stake_limit')
  const guarded = { path: 'casino', accountId, currency: action.currency, amountMinor, now } as const
  const refusal = await ports.guard(tx, guarded)
  if (refusal) return { ...blocked(`guard:${refusal.reason}`), refusal }
  const free = { action, accountId, now }
  if (action.isFree && action.reward !== undefined && (await ports.freeRounds?.used(tx, free)) === false)
    return blocked('free_rounds_over')
  const stake = { accountId, currency: action.currency, gameId: action.gameId, amountMinor, ...accounts }
  const funded = await fundStake(judged, stake)
  if (funded === null) return { verdict: 'insufficient' }
  if ('reason' in funded) return { ...blocked(`guard:${funded.reason}`), refusal: funded }
  const funds = reversed(funded.funds)
  const { roundId, roundState } = await stakeInRound(judged, amountMinor)
  await moveFunds(tx, accounts, moveOf(judged, 'casino-bet', funds))
  const noted = { ...roundOf(judged, roundId), gameId: action.gameId, isFirst: !round, ...funded }
  await ports.funding?.staked(tx, noted)
  const ownMinor = -(funds.cash ?? 0)
  const paid = { action, session, accountId, accounts, roundId, stakeMinor: ownMinor, now }
  const prizeMinor = ownMinor > 0 ? ((await ports.jackpots?.staked(tx, paid)) ?? 0) : 0
  return { verdict: 'applied', roundId, roundState, funds, prizeMinor }
}

/** Opens a round with its first stake, or adds a stake to it. */
async function stakeInRound({ tx, action, session, accountId, round, now }: Judged, stakeMinor: number) {
  const ends = action.endsRound === true
  if (round)
    return { roundId: round.round_id, roundState: await changeRound(tx, round.round_id, { stakeMinor, ends, now }) }
  const made = await openRound(tx, action, { session, accountId, stakeMinor, ends, now })
  return { roundId: made.round_id, roundState: made.state }
}

async function fundStake({ tx, ports }: Judged, stake: StakeToFund): Promise<FundedStake | StakeRefusal | null> {
  const { amountMinor, cashMinor } = stake
  if (ports.funding && amountMinor > 0) return ports.funding.fund(tx, stake)
  return amountMinor > cashMinor ? null : { funds: { cash: amountMinor } }
}

function roundOf({ accountId, action, now }: Judged, roundId: number): RoundOfPlayer {
  return { roundId, accountId, currency: action.currency, now }
}

/** Pays what was won; the guard is never asked, and neither the end of the session nor that of the provider keeps it away (RG-13). */
async function payOut(judged: Judged): Promise<Done> {
  const { tx, action, session, accountId, accounts, now } = judged
  const isFirst = !judged.round
  if (judged.round && judged.round.state !== 'open' && action.kind === 'win' && !action.isFree)
    return { verdict: 'blocked', reason: 'round_closed' }
  const round = judged.round ?? (await openRound(tx, action, { session, accountId, now }))
  const free = { action, accountId, now }
  // A total of rounds that were paid one by one tells what they came to, and pays nothing.
  const isTold = action.kind === 'promo' && ((await judged.ports.freeRounds?.isPaidByRound(tx, free)) ?? false)
  const amountMinor = isTold ? 0 : action.amountMinor
  const isDivided = action.kind === 'win' && !action.isFree
  const divided =
    isDivided && (await judged.ports.funding?.divide(tx, { ...roundOf(judged, round.round_id), amountMinor }))
  const funds = divided || (await freeWin(judged, free, amountMinor))
  await moveFunds(tx, accounts, moveOf(judged, 'casino-win', funds))
  // A prize without a bet is a round of its own.
  const ends = action.endsRound === true || isFirst
  const roundState = await changeRound(tx, round.round_id, { payoutMinor: amountMinor, ends, now })
  return { verdict: 'applied', roundId: round.round_id, roundState, funds }
}

/** What a free round, or a prize without a stake, has won: where it goes, and noted with its award. */
async function freeWin({ tx, ports, action }: Judged, free: FreeAction, amountMinor: number): Promise<WalletFunds> {
  const { freeRounds } = ports
  if (!freeRounds || !(action.isFree || action.kind === 'promo')) return { cash: amountMinor }
  const place = await freeRounds.place(tx, free)
  await freeRounds.won(tx, free, amountMinor)
  return { [place]: amountMinor }
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
  const roundState = await changeRound(tx, round.round_id, { ends: true, now })
  return { verdict: 'applied', roundId: round.round_id, roundState, funds: {} }
}

/** Undoes a bet or a win, once, whatever its own name is. One that is not known leaves the place of its bet taken. */
async function undo(judged: Judged): Promise<Done> {
  const { tx, action, accounts, terms, now } = judged
  const target = action.reference ?? ''
  const rows = await tx
    .select('wallet_action')
    .select(['action_id', 'kind', 'outcome', 'amount_minor', 'funds', 'undone_by', 'round_id', 'is_free', 'reward'])
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
  const stake = { providerId: action.providerId, actionId: target }
  if (isBet && (await judged.ports.jackpots?.undone(tx, { stake, accounts, now })) === false)
    return { verdict: 'conflict', reason: 'payout_stands' }
  if (isBet && row.is_free) await judged.ports.freeRounds?.undone(tx, stake, now)
  const back = isBet ? await stakeBack(judged, roundId, row.funds) : await wonBack(judged, roundId, row)
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
  const roundState = await changeRound(tx, roundId, { ...change, ends: action.endsRound === true, now })
  return { verdict: 'applied', roundId, roundState, funds: back }
}

/** Gives a stake back to the funds that paid it (PROMO-17). */
async function stakeBack(judged: Judged, roundId: number, paid: WalletFunds): Promise<WalletFunds> {
  const { tx, ports, action } = judged
  const funds = reversed(paid)
  if (!ports.funding) return funds
  const round = roundOf(judged, roundId)
  await ports.funding.staked(tx, { ...round, gameId: action.gameId, funds: paid })
  return ports.funding.givenBack(tx, { ...round, funds })
}

type WonRow = Pick<Selectable<WalletActionTable>, 'amount_minor' | 'funds' | 'reward'>

/** Takes a win back; one of a free round from where it is now. @returns null when the player has spent it */
async function wonBack(judged: Judged, roundId: number, row: WonRow): Promise<WalletFunds | null> {
  const { tx, ports, action, accountId, now } = judged
  const { reward, amount_minor: amountMinor } = row
  if (reward === null || !ports.freeRounds) return winBack(judged, roundId, row)
  const free = { action: { ...action, reward, amountMinor }, accountId, now }
  const paidMinor = Object.values(row.funds).reduce((sum, minor) => sum + minor, 0)
  const funds = { [await ports.freeRounds.place(tx, free)]: paidMinor }
  const back = freeBack(judged, { amount_minor: paidMinor, funds })
  if (back) await ports.freeRounds.won(tx, free, -paidMinor)
  return back
}

/** Takes the win of a free round back from where its bonus has it; what that lacks by now is taken from cash. */
function freeBack(judged: Judged, { amount_minor, funds }: Pick<WonRow, 'amount_minor' | 'funds'>): WalletFunds | null {
  const { bonus = 0, promo = 0 } = funds
  const ofBonus = Math.min(bonus, judged.accounts.bonusMinor)
  const own = taken(judged, -(amount_minor - ofBonus - promo))
  return own && withFunds(own, { bonus: -ofBonus, promo: -promo })
}

/** Takes a win back from the funds that it went to, its bonus part by what has happened to the bonus. */
async function winBack(
  judged: Judged,
  roundId: number,
  { amount_minor, funds }: Pick<WonRow, 'amount_minor' | 'funds'>,
): Promise<WalletFunds | null> {
  const { tx, ports, accounts } = judged
  const { bonus: bonusMinor = 0, promo = 0 } = funds
  const own = taken(judged, -(amount_minor - bonusMinor - promo))
  if (!own) return null
  const held = { cash: accounts.cashMinor + (own.cash ?? 0), bonus: accounts.bonusMinor }
  const ofBonus =
    bonusMinor > 0 && (await ports.funding?.takenBack(tx, { ...roundOf(judged, roundId), bonusMinor, held }))
  return [{ promo: -promo }, ofBonus || { bonus: -bonusMinor }].reduce(withFunds, own)
}

/** Two funds together. */
function withFunds(one: WalletFunds, other: WalletFunds): WalletFunds {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof WalletFunds>
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)] as const).filter(([, minor]) => minor !== 0),
  )
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
      ...{ funds: storableJson(done.funds ?? {}), is_free: action.isFree === true, reward: action.reward ?? null },
    })
    .returning('sequence')
    .executeTakeFirstOrThrow()
  return row.sequence
}

async function keepTombstone(judged: Judged, target: string): Promise<void> {
  const { tx } = judged
  await tx
    .insert('wallet_action', {
      ...rowOf(judged, 'bet', target),
      ...{ round_id: null, amount_minor: 0, fingerprint: '', reference: judged.action.actionId, outcome: 'tombstoned' },
      ...{ reason: null, balance_minor: judged.spendableMinor, funds: '{}', is_free: false },
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
