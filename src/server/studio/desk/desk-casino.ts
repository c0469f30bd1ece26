import { type Selectable, sql } from 'kysely'
import type {
  DeskClaim,
  DeskDoubt,
  DeskDoubtAnswer,
  DeskDoubtBody,
  DeskPlayerCard,
  DeskProvider,
  DeskProviderBody,
  DeskRound,
  DeskRoundAnswer,
  DeskRoundFacts,
  DeskRoundsAnswer,
  DeskWalletAction,
} from '#schemas'
import type { GameNames } from '../../casino/casino.service.ts'
import { type DoubtRow, readDoubt, resolveDoubt } from '../../casino/desk/doubts.ts'
import { readStops, startProvider, stopProvider } from '../../casino/desk/provider-stops.ts'
import { canSettle, findRounds, type RoundAction, type RoundFacts, roundFacts } from '../../casino/desk/round-facts.ts'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import type { CasinoRoundTable } from '../../db/tables/casino-tables.ts'
import { StudioFailure } from '../studio-failure.ts'
import { claimOn } from './desk-claims.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'
import { playerCards } from './player-cards.ts'

/** What the functions of `createDeskCasino` share. */
interface DeskCasinoParts {
  readonly ports: Pick<DeskPorts, 'db' | 'clock' | 'casino'>
  readonly doAtDesk: DoAtDesk
}

/** The casino at the desk: rounds and what of them is in doubt, and providers that are stopped and started. */
export function createDeskCasino(ports: Pick<DeskPorts, 'db' | 'clock' | 'casino'>, doAtDesk: DoAtDesk) {
  const parts: DeskCasinoParts = { ports, doAtDesk }
  const { db, casino } = ports
  return {
    /** @throws StudioFailure item.unknown */
    readDoubt: (desk: AtDesk, item: number) => shownDoubtOf(parts, desk, item),

    /** Resolves a doubt: by what the game of the round says, or by marking it, which moves nothing.
     *  @throws StudioFailure item.unknown, item.claimed, item.decided, round.not_own */
    resolveDoubt: (desk: AtDesk, deskDoubtBody: DeskDoubtBody) => decideDoubt(parts, desk, deskDoubtBody),

    /** The rounds that a text may mean. */
    findRounds: async (brand: string, text: string): Promise<DeskRoundsAnswer> => {
      const names = await casino.namesOf(brand)
      const rounds = await forBrand(db, brand).transaction((tx) => findRounds(tx, text))
      return { rounds: rounds.flatMap((round) => shownRound(round, names) ?? []) }
    },

    /** @throws StudioFailure item.unknown */
    readRound: async (brand: string, roundId: number): Promise<DeskRoundAnswer> => {
      const names = await casino.namesOf(brand)
      return forBrand(db, brand).transaction(async (tx) => {
        const facts = await roundFacts(tx, roundId)
        if (!facts) throw new StudioFailure('item.unknown')
        const accountId = facts.round.account_id ?? 0
        const player = (await playerCards(tx, [accountId])).get(accountId)
        return { facts: shownFacts(facts, names), ...shownWith(player) }
      })
    },

    /** The providers of a brand, with those that are stopped. */
    listProviders: (brand: string) => providersShown(parts, brand),

    /** Stops a provider, or lets it continue; it holds for the next launch and the next stake. What was begun comes to its end.
     *  @throws StudioFailure provider.unknown, item.decided when it is so already */
    switchProvider: async (desk: AtDesk, { provider, isStopped, reason }: DeskProviderBody): Promise<void> => {
      if (!(await casino.providersOf(desk.brand)).some(({ id }) => id === provider))
        throw new StudioFailure('provider.unknown')
      const act = isStopped ? 'casino.provider_stopped' : 'casino.provider_started'
      await doAtDesk(desk, { act, details: { provider, reason } }, async (tx, now) => {
        const stop = { provider_id: provider, stopped_at: now, stopped_by: desk.operator.name, reason }
        const isNow = isStopped ? await stopProvider(tx, stop) : await startProvider(tx, provider)
        if (!isNow) throw new StudioFailure('item.decided')
      })
    },
  }
}

async function shownDoubtOf(
  { ports: { casino, db, clock } }: DeskCasinoParts,
  desk: AtDesk,
  item: number,
): Promise<DeskDoubtAnswer> {
  const names = await casino.namesOf(desk.brand)
  return forBrand(db, desk.brand).transaction(async (tx) => {
    const doubt = await requireDoubt(tx, item)
    const facts = doubt.round_id === null ? undefined : await roundFacts(tx, doubt.round_id)
    const player = (await playerCards(tx, [doubt.account_id])).get(doubt.account_id)
    const claim = await tx.inStudio((studio) => claimOn(studio, desk, { kind: 'doubt', item }, clock()))
    return {
      ...{ item, doubt: shownDoubt(doubt), ...shownWith(player, claim) },
      ...(facts ? { facts: shownFacts(facts, names) } : {}),
      canSettle: doubt.kind === 'stuck' && facts !== undefined && canSettle(facts.round),
    }
  })
}

async function decideDoubt(
  { doAtDesk, ports: { casino } }: DeskCasinoParts,
  desk: AtDesk,
  { item, decision, reason }: DeskDoubtBody,
): Promise<void> {
  const act = decision === 'settled' ? 'casino.round_settled' : 'casino.doubt_marked'
  const place = { kind: 'doubt', item } as const
  await doAtDesk(desk, { act, details: { doubt: item, reason }, place }, async (tx, now) => {
    const doubt = await requireDoubt(tx, item)
    const by = desk.operator.name
    const isNow = await resolveDoubt(tx, { doubtId: item, decision, by, note: reason, now })
    if (!isNow) throw new StudioFailure('item.decided')
    if (decision === 'marked') return
    const facts = doubt.round_id === null ? undefined : await roundFacts(tx, doubt.round_id)
    if (doubt.kind !== 'stuck' || !facts || !canSettle(facts.round)) throw new StudioFailure('round.not_own')
    await casino.finishIn(tx, facts.round.round_id, now)
  })
}

async function providersShown(
  { ports: { casino, db, clock } }: DeskCasinoParts,
  brand: string,
): Promise<DeskProvider[]> {
  const providers = await casino.providersOf(brand)
  return forBrand(db, brand).transaction(async (tx) => {
    const [stops, sessions, rounds] = [await readStops(tx), await openSessions(tx, clock()), await openRounds(tx)]
    return providers.map((provider) => {
      const stop = stops.get(provider.id)
      return {
        ...provider,
        ...(stop ? { stop: { at: stop.stopped_at.toISOString(), by: stop.stopped_by, reason: stop.reason } } : {}),
        ...{ sessions: sessions.get(provider.id) ?? 0, openRounds: rounds.get(provider.id) ?? 0 },
      }
    })
  })
}

/** @throws StudioFailure item.unknown */
export async function requireDoubt(tx: BrandTransaction, item: number): Promise<DoubtRow> {
  const found = await readDoubt(tx, item)
  if (!found) throw new StudioFailure('item.unknown')
  return found
}

function shownWith(player: DeskPlayerCard | undefined, claim?: DeskClaim) {
  return { ...(player ? { player } : {}), ...(claim ? { claim } : {}) }
}

function shownDoubt(doubt: DoubtRow): DeskDoubt {
  const { kind, provider_id, subject, action_kind, reason, game_id, currency, exponent, amount_minor, times } = doubt
  const { first_at, last_at, resolved_at, resolved_by, decision, note } = doubt
  return {
    ...{
      kind,
      providerId: provider_id,
      subject,
      gameId: game_id,
      currency,
      exponent,
      amountMinor: amount_minor,
      times,
    },
    ...{ firstAt: first_at.toISOString(), lastAt: last_at.toISOString() },
    ...(action_kind ? { actionKind: action_kind } : {}),
    ...(reason ? { reason } : {}),
    ...(resolved_at ? { resolvedAt: resolved_at.toISOString() } : {}),
    ...(resolved_by ? { resolvedBy: resolved_by } : {}),
    ...(decision ? { decision } : {}),
    ...(note ? { note } : {}),
  }
}

function shownFacts({ round, actions, checks, doing }: RoundFacts, names: GameNames): DeskRoundFacts {
  const shown = shownRound(round, names)
  if (!shown) throw new StudioFailure('item.unknown')
  return {
    ...{ round: shown, actions: actions.map(shownAction), checks: [...checks], isOwn: round.rules_hash !== null },
    doing: doing.map((act) => JSON.stringify(act)),
  }
}

function shownRound(round: Selectable<CasinoRoundTable>, names: GameNames): DeskRound | undefined {
  const { round_id, provider_id, external_id, game_id, account_id, currency, exponent, state } = round
  if (account_id === null) return undefined
  return {
    ...{ roundId: round_id, providerId: provider_id, name: external_id, gameId: game_id, accountId: account_id },
    ...{ game: names(game_id, provider_id).name, currency, exponent, state },
    ...{ stakeMinor: round.stake_minor, payoutMinor: round.payout_minor },
    ...{ openedAt: round.opened_at.toISOString(), changedAt: round.changed_at.toISOString() },
  }
}

function shownAction(action: RoundAction): DeskWalletAction {
  const { sequence, kind, action_id, amount_minor, outcome, reason, reference, undone_by, funds, isBooked, at } = action
  const parts = Object.entries(funds).filter(([, minor]) => minor !== 0)
  return {
    ...{ sequence, kind, action: action_id, amountMinor: amount_minor, outcome, isBooked, at: at.toISOString() },
    funds: parts.map(([account, minor]) => `${account} ${minor > 0 ? '+' : ''}${minor}`).join(', '),
    ...(reason ? { reason } : {}),
    ...(reference ? { reference } : {}),
    ...(undone_by ? { undoneBy: undone_by } : {}),
  }
}

async function openSessions(tx: BrandTransaction, now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select('casino_session')
    .select(['provider_id', sql<number>`count(*)::int8`.as('count')])
    .where('mode', '=', 'real')
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .groupBy('provider_id')
    .execute()
  return new Map(rows.map(({ provider_id, count }) => [provider_id, count]))
}

async function openRounds(tx: BrandTransaction): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select('casino_round')
    .select(['provider_id', sql<number>`count(*)::int8`.as('count')])
    .where('mode', '=', 'real')
    .where('state', '=', 'open')
    .groupBy('provider_id')
    .execute()
  return new Map(rows.map(({ provider_id, count }) => [provider_id, count]))
}
