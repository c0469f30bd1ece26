import type { CasinoRound, GameAct, GameChoice, GameKind, GameStake, GameView, LaunchedGame } from '#schemas'
import { totalOf } from '../games/game-rules.ts'
import { isTableGame } from '../tables/table-game.rules.ts'

const FIRST: Readonly<Partial<Record<GameKind, GameChoice>>> = {
  dice: { kind: 'dice', target: 5000, isOver: true },
  mines: { kind: 'mines', mines: 3 },
  plinko: { kind: 'plinko', rows: 12, risk: 'medium' },
}

/** What is chosen when a game is opened: `mines` → 3 mines. */
export function firstChoice(kind: GameKind): GameChoice {
  return FIRST[kind] ?? ({ kind } as GameChoice)
}

/** The amount that is staked at a press when a game is opened, in minor units. */
export function firstChip({ chipsMinor, minimumMinor }: Pick<LaunchedGame, 'chipsMinor' | 'minimumMinor'>): number {
  return chipsMinor[3] ?? chipsMinor[0] ?? minimumMinor
}

const SPOTTED: ReadonlySet<GameKind> = new Set(['roulette', 'blackjack', 'baccarat', 'wheel'])

/** Whether stakes lie on spots of a table; other games have one stake. */
export function takesSpots(kind: GameKind): boolean {
  return SPOTTED.has(kind)
}

/** Whether a game is not played in rounds of its page: one of a provider in its frame, and one at a table that players share. */
export function isElsewhere({ settings }: Pick<LaunchedGame, 'settings'>): boolean {
  return !settings || isTableGame(settings)
}

/** What lies for the next round: chips on spots, or the one stake of a game without spots. */
export function stakesFor(
  kind: GameKind,
  { stakes, chipMinor }: { readonly stakes: readonly GameStake[]; readonly chipMinor: number },
): readonly GameStake[] {
  return takesSpots(kind) ? stakes : [{ on: 'main', amountMinor: chipMinor }]
}

/** Stakes with one chip more on a spot. */
export function withChip(stakes: readonly GameStake[], on: string, chipMinor: number): readonly GameStake[] {
  const former = stakes.find((stake) => stake.on === on)?.amountMinor ?? 0
  return [...stakes.filter((stake) => stake.on !== on), { on, amountMinor: former + chipMinor }]
}

/** Why a round cannot be asked for: nothing is staked, more than a round takes, or more than the player has. */
export type StakeFault = 'none' | 'above' | 'short'

/** What is wrong with stakes; null when a round can be asked for. */
export function stakeFault(
  stakes: readonly GameStake[],
  { maximumMinor, balanceMinor }: { readonly maximumMinor: number; readonly balanceMinor: number },
): StakeFault | null {
  const total = totalOf(stakes)
  if (total <= 0) return 'none'
  if (total > maximumMinor) return 'above'
  return total > balanceMinor ? 'short' : null
}

/** Whether a round lets its player do something now: `hit` while the hand takes cards, a cell that is still closed, a draw before it was
 *  made. The server has the last word. */
export function isActOffered(view: GameView, act: GameAct): boolean {
  if (view.kind === 'blackjack') return view.acts.some((one) => one === act.kind)
  if (view.kind === 'mines') {
    if (view.minesAt.length > 0) return false
    return act.kind === 'reveal' ? !view.opened.includes(act.cell) : act.kind === 'cash_out' && view.opened.length > 0
  }
  if (view.kind !== 'video_poker' || act.kind !== 'hold') return false
  return !view.isDrawn && new Set(act.held).size === act.held.length
}

/** What a failed call says of what was asked:
 *  - pace: too early, nothing was played, and the same may be asked a moment later;
 *  - stale: the page does not know the round that is open;
 *  - over: nothing more can be played in this session;
 *  - refused: nothing was played;
 *  - lost: nobody knows yet whether it was played. */
export type FailureMeaning = 'pace' | 'stale' | 'over' | 'refused' | 'lost'

const MEANINGS: Readonly<Record<string, FailureMeaning>> = {
  'casino.too_fast': 'pace',
  'casino.round_open': 'stale',
  'casino.round_unknown': 'stale',
  'casino.out_of_turn': 'stale',
  'casino.session_over': 'over',
  'casino.session_unknown': 'over',
  'casino.game_unknown': 'over',
  'casino.not_for_country': 'over',
}

/** Statuses by which the server does not say what became of a round. */
const UNTOLD: readonly number[] = [401, 408, 429]

/** What a failure means for what was asked, by its code, or by its status where the code says nothing of it. */
export function meaningOf(error: unknown): FailureMeaning {
  const { code, httpStatus } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown
    readonly httpStatus?: unknown
  }
  const known = typeof code === 'string' && Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined
  if (known) return known
  const status = typeof httpStatus === 'number' ? httpStatus : 0
  return status >= 400 && status < 500 && !UNTOLD.includes(status) ? 'refused' : 'lost'
}

/** What the page may say of the money: while a round is being shown, its win is in neither sum yet. Minor units.
 *  @param round the last one; null before the first */
export function shownMoney(
  round: Pick<CasinoRound, 'balanceMinor' | 'payoutMinor' | 'sessionPayoutMinor' | 'sessionStakeMinor'> | null,
  { isShowing, balanceMinor }: { readonly isShowing: boolean; readonly balanceMinor: number },
): { readonly balanceMinor: number; readonly netMinor: number } {
  if (!round) return { balanceMinor, netMinor: 0 }
  const hidden = isShowing ? round.payoutMinor : 0
  return {
    balanceMinor: round.balanceMinor - hidden,
    netMinor: round.sessionPayoutMinor - round.sessionStakeMinor - hidden,
  }
}
