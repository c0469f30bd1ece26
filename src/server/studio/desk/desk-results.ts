import { sql } from 'kysely'
import { footballScore } from '#machines/feed/imports/parsed-file.rules.ts'
import { readNumbers, readOrder, writeOrder } from '#machines/feed/results/finishing-order.rules.ts'
import type { DeskResult, DeskResultAnswer, DeskResultBets, DeskResultBody, GameResult } from '#schemas'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import type { EnteredResult } from '../../feed/feed-ports.ts'
import { StudioFailure } from '../studio-failure.ts'
import { beginAct, endAct } from './desk-acts.ts'
import { claimOn } from './desk-claims.ts'
import { readRows, requireGame } from './desk-games.ts'
import type { AtDesk, DeskPorts, DeskSite } from './desk-ports.ts'

/** The exponent of a currency that the brand has no more. */
const USUAL_EXPONENT = 2

/** What the functions of `createDeskResults` share. */
interface ResultParts {
  readonly ports: Pick<DeskPorts, 'db' | 'clock' | 'results' | 'site'>
}

/** Results of games at the desk. The feed is the same for all brands, and so is what is entered here. */
export function createDeskResults(ports: ResultParts['ports']) {
  const parts: ResultParts = { ports }
  return {
    /** A game with its results and the bets of the brand. @throws StudioFailure item.unknown */
    readResult: (desk: AtDesk, gameId: number) => readResult(parts, desk, gameId),

    /** Enters a result, corrects it, or says that the game is void; rounds of settlement apply it to the bets of all brands.
     *  @throws StudioFailure item.unknown, item.claimed, result.unfit */
    enterResult: (desk: AtDesk, deskResultBody: DeskResultBody) => enterResult(parts, desk, deskResultBody),
  }
}

async function readResult(
  { ports: { db, clock, results, site } }: ResultParts,
  desk: AtDesk,
  gameId: number,
): Promise<Omit<DeskResultAnswer, 'mayAct'>> {
  const { exponents } = await site(desk.brand)
  const [versions, now] = [await results.readResults(gameId), await results.readGame(gameId)]
  return forBrand(db, desk.brand).transaction(async (tx) => {
    const claim = await tx.inStudio((studio) => claimOn(studio, desk, { kind: 'result', item: gameId }, clock()))
    return {
      game: await requireGame(tx, gameId),
      ...(now?.score ? { score: `${now.score.home}:${now.score.away}` } : {}),
      results: (versions ?? []).map(shownResult),
      bets: await betsOn(tx, gameId, exponents),
      ...(claim ? { claim } : {}),
    }
  })
}

async function enterResult(
  { ports: { db, clock, results } }: ResultParts,
  desk: AtDesk,
  body: DeskResultBody,
): Promise<void> {
  const { item, reason } = body
  const entered = { ...endOf(body), gameId: item, reason: `${reason} (${desk.operator.name})` }
  const fault = await results.resultFault(entered)
  if (fault) throw unfit(fault)
  const details = { game: item, result: textOf(entered), reason }
  const act = { act: 'result.entered', details, place: { kind: 'result', item } } as const
  const here = forBrand(db, desk.brand)
  await here.transaction(async (tx) => {
    await beginAct(tx, desk, act, clock())
    await requireGame(tx, item)
  })
  // The feed has a role of its own, which touches no row of a brand, so these are two transactions. The log comes second: it never tells
  // of a result that was not entered, and a result that it lacks tells its author itself.
  await results.enterResult(entered)
  await here.transaction((tx) => endAct(tx, desk, act, clock()))
}

/** How a game ended, as the body says it. @throws StudioFailure result.unfit */
function endOf(body: DeskResultBody): Pick<EnteredResult, 'score' | 'ending'> {
  const { isVoid, home, away, halfHome, halfAway, order, withdrawn } = body
  const told = [isVoid === true, home !== undefined || away !== undefined, order !== undefined].filter(Boolean).length
  if (told !== 1) throw unfit('Say one of three: a score of both sides, an order, or that the game is void.')
  if (isVoid) return {}
  if (order !== undefined) {
    const [places, out] = [readOrder(order), withdrawn === undefined ? [] : readNumbers(withdrawn)]
    if (!places || !out) throw unfit('Write an order as 3,1=7,2.')
    return { ending: { kind: 'field', order: places, ...(withdrawn === undefined ? {} : { withdrawn: [...out] }) } }
  }
  if (home === undefined || away === undefined) throw unfit('Say the points of both sides.')
  const hasHalf = halfHome !== undefined && halfAway !== undefined
  const score = footballScore({ home, away }, hasHalf ? { home: halfHome, away: halfAway } : undefined)
  if ('value' in score) return { score: score.value }
  throw unfit(score.reason)
}

function unfit(fault: string): StudioFailure {
  return new StudioFailure('result.unfit', { fault })
}

function shownResult(result: GameResult): DeskResult {
  const { version, kind, source, reason, at } = result
  return { version, kind, text: kind === 'void' ? '' : textOf(result), source, at, ...(reason ? { reason } : {}) }
}

function textOf({ score, ending }: Pick<GameResult, 'score' | 'ending'>): string {
  if (ending?.kind === 'field') return writeOrder(ending.order)
  const told = score ? `${score.home}:${score.away}` : 'void'
  return ending ? `${told}, ${ending.method} ${ending.round}` : told
}

/** The bets of a brand on a game: those that wait for its result, and those that another result settles again. */
async function betsOn(
  tx: BrandTransaction,
  gameId: number,
  exponents: DeskSite['exponents'],
): Promise<DeskResultBets[]> {
  const rows = await readRows<Omit<DeskResultBets, 'exponent'>>(
    tx,
    sql`select bet.currency,
        count(*) filter (where bet.state = 'open')::int8 as "openBets",
        coalesce(sum(bet.stake_minor - bet.sold_stake_minor) filter (where bet.state = 'open'), 0)::int8 as "openStakeMinor",
        coalesce(sum(bet.possible_minor) filter (where bet.state = 'open'), 0)::int8 as "possibleMinor",
        count(*) filter (where bet.state not in ('open', 'sold'))::int8 as "settledBets",
        coalesce(sum((bet.settlement ->> 'payoutMinor')::int8) filter (where bet.state not in ('open', 'sold')), 0)::int8 as "paidMinor"
      from bet
      where bet.brand_id = ${tx.brandId} and bet.bet_id in (
        select leg.bet_id from bet_leg leg where leg.brand_id = ${tx.brandId} and leg.game_id = ${gameId})
      group by bet.currency order by bet.currency`,
  )
  return rows.map((row) => ({ ...row, exponent: exponents[row.currency] ?? USUAL_EXPONENT }))
}
