import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#calls/app-error.ts'
import type { Played } from '#machines/casino/games/game-rules.ts'
import { rulesOf } from '#machines/casino/games/games.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { fairDraw } from '#machines/odds/fair-draw.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { GameAct, GameChoice, GameSettings, GameStake } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { type CasinoPorts, type CasinoSections, OWN_PROVIDER } from '../casino-ports.ts'
import { readAward } from '../free-rounds/free-awards.ts'
import { changeRound, openRound } from '../wallet/wallet-rounds.ts'
import { leastRoundMs, type OwnGame, offeredGame, type StakeBounds, stakeBounds } from './game-offers.ts'
import { payRound, takeStake } from './round-money.ts'
import type { RoundPlay } from './round-play.ts'
import { findByName, findOpen, lastBegun, lockRound, type RoundRow } from './round-rows.ts'
import { lockSeed, type SeedRow, seedOwner, takeNonce } from './seeds.ts'
import { isLive, type SessionRow } from './sessions.ts'

/** A round that a page asks for. */
export interface AskedRound {
  /** The page's name of it: asked again under it, it is the same round. */
  readonly guid: string
  readonly stakes: readonly GameStake[]
  readonly choice: GameChoice
}

/** A round with the seeds that it is played by. */
export interface ShownRound {
  readonly round: RoundRow
  readonly settings: GameSettings
  readonly seed: SeedRow
}

interface Playing {
  readonly tx: BrandTransaction
  readonly ports: CasinoPorts
  readonly sections: CasinoSections
  readonly session: SessionRow
  readonly now: Date
}

/** Plays a round of an own game: the stake is taken, the rules decide, and what is over at once is paid, all or nothing of it. The session
 *  is locked by the caller.
 *  @throws AppError casino.* with what is wrong, balance.too_low, or the reason of the guard */
export async function playRound(playing: Playing, asked: AskedRound): Promise<ShownRound> {
  const { tx, session } = playing
  const former = await findByName(tx, asked.guid, session.account_id)
  if (former) return sameRound(tx, former, session, asked)
  const game = checkAsked(playing, asked, await freeBounds(tx, session))
  await checkTurn(playing, game)
  const owner = seedOwner(session)
  const seed = await lockSeed(tx, owner, { newSeed: playing.ports.newSeed, now: playing.now })
  const nonce = await takeNonce(tx, seed)
  const rules = rulesOf(game.settings)
  const draw = fairDraw({ serverSeed: seed.server_seed, clientSeed: seed.client_seed, nonce })
  const settings = game.settings as Parameters<typeof rules.open>[0]
  const state = stateOf(rules.open(settings, { stakes: asked.stakes, choice: asked.choice as never }, draw))
  const reward = await rewardOf(tx, session)
  const played = { stakes: asked.stakes, choice: asked.choice, acts: [], taken: draw.taken(), state }
  const play: RoundPlay = reward === undefined ? played : { ...played, isFree: true }
  const rulesHash = await keepRules(tx, game.settings, playing.now)
  const { round_id: roundId } = await begin(playing, { name: asked.guid, stakeMinor: rules.stakeMinor(state), reward })
  const proof = { seed_id: seed.seed_id, nonce, rules_hash: rulesHash }
  await tx
    .update('casino_round', { ...proof, play: storableJson(play) })
    .where('round_id', '=', roundId)
    .execute()
  if (rules.isOver(state))
    await end(playing, { roundId, name: asked.guid, reward, payoutMinor: rules.payoutMinor(settings, state) })
  return shown(tx, roundId)
}

/** Does what a player asks for in an open round. The step counts what was done before: asked again, it is done once.
 *  @throws AppError casino.* with what is wrong, balance.too_low, or the reason of the guard for what adds to the stake */
export async function actInRound(
  playing: Playing,
  of: { readonly roundId: number; readonly step: number; readonly act: GameAct },
): Promise<ShownRound> {
  const { tx, session } = playing
  const { round, settings, seed } = await shown(tx, of.roundId, session)
  const play = playOf(round)
  const done = play.acts[of.step]
  if (done) {
    if (isDeepStrictEqual(done, of.act)) return { round, settings, seed }
    throw new AppError('casino.out_of_turn')
  }
  if (of.step !== play.acts.length || round.state !== 'open') throw new AppError('casino.out_of_turn')
  const rules = rulesOf(settings)
  const own = settings as Parameters<typeof rules.open>[0]
  const draw = fairDraw(sourceOf(seed, round), play.taken)
  const state = stateOf(rules.act(own, play.state, of.act, draw))
  const added = rules.stakeMinor(state) - rules.stakeMinor(play.state)
  const name = round.external_id
  // A free round has one stake, and no second one of the player's own.
  if (added > 0 && play.isFree) throw new AppError('casino.act_invalid')
  if (added > 0) {
    await takeStake(tx, playing.ports, { ...playing, name, part: of.step + 1, stakeMinor: added })
    if (session.fun_minor !== null)
      await changeRound(tx, of.roundId, { stakeMinor: added, payoutMinor: 0, ends: false, now: playing.now })
  }
  await keepPlay(playing, of.roundId, { ...play, acts: [...play.acts, of.act], taken: draw.taken(), state })
  const reward = await rewardOfRound(tx, round)
  if (rules.isOver(state))
    await end(playing, { roundId: of.roundId, name, reward, payoutMinor: rules.payoutMinor(own, state) })
  return shown(tx, of.roundId)
}

/** Ends an open round for a player who has not come back, by what harms them least (CAS-14). */
export async function finishRound(playing: Playing, roundId: number): Promise<void> {
  const { round, settings, seed } = await shown(playing.tx, roundId, playing.session)
  if (round.state !== 'open') return
  const play = playOf(round)
  const rules = rulesOf(settings)
  const own = settings as Parameters<typeof rules.open>[0]
  const draw = fairDraw(sourceOf(seed, round), play.taken)
  const state = rules.finish(own, play.state, draw)
  await keepPlay(playing, roundId, { ...play, taken: draw.taken(), state, isLeft: true })
  const reward = await rewardOfRound(playing.tx, round)
  await end(playing, { roundId, name: round.external_id, reward, payoutMinor: rules.payoutMinor(own, state) })
}

/** How a round was played. @throws Error when it is none of an own game */
export function playOf({ play, round_id }: RoundRow): RoundPlay {
  if (!play) throw new Error(`round ${round_id} is none of an own game`)
  return play
}

/** What the random numbers of a round follow from. */
export function sourceOf(seed: SeedRow, { nonce }: RoundRow) {
  return { serverSeed: seed.server_seed, clientSeed: seed.client_seed, nonce: nonce ?? 0 }
}

function stateOf(played: Played<unknown>): unknown {
  if ('refusal' in played) throw new AppError(played.refusal)
  return played.state
}

/** @throws AppError casino.other_round when the name was given to another round */
async function sameRound(
  tx: BrandTransaction,
  former: RoundRow,
  session: SessionRow,
  { stakes, choice }: AskedRound,
): Promise<ShownRound> {
  const { play } = former
  const isSame =
    former.game_id === session.game_id &&
    former.mode === session.mode &&
    play !== null &&
    isDeepStrictEqual([play.stakes, play.choice], [stakes, choice])
  if (!isSame) throw new AppError('casino.other_round')
  return shown(tx, former.round_id)
}

function checkAsked(
  { sections, session, now }: Playing,
  { stakes, choice }: AskedRound,
  free: Pick<StakeBounds, 'minimumMinor' | 'maximumMinor'> | null,
): OwnGame {
  if (!isLive(session, now)) throw new AppError('casino.session_over')
  const game = offeredGame(sections, session.game_id, session.country)
  if (choice.kind !== game.settings.kind) throw new AppError('casino.choice_invalid')
  const bounds = free ?? stakeBounds(game, session.currency, sections)
  const total = stakes.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const written = (minor: number) => `${minorToDecimal(minor, session.exponent)} ${session.currency}`
  const params = { minimum: written(bounds.minimumMinor), maximum: written(bounds.maximumMinor) }
  if (stakes.some(({ amountMinor }) => amountMinor < bounds.minimumMinor) || total > bounds.maximumMinor)
    throw new AppError('casino.stake_out_of_bounds', params)
  return game
}

/** @throws AppError casino.round_open, casino.too_fast */
async function checkTurn({ tx, sections, session, now }: Playing, { settings }: OwnGame): Promise<void> {
  const { game_id: gameId, account_id: accountId, session_id: sessionId, mode } = session
  const open = await findOpen(tx, { gameId, accountId, sessionId, mode })
  if (open) throw new AppError('casino.round_open', { round: String(open.round_id) })
  const leastMs = leastRoundMs(sections, settings)
  const last = await lastBegun(tx, sessionId)
  if (last && now.getTime() - last.getTime() < leastMs) throw new AppError('casino.too_fast')
}

/** Takes the stake and opens the round. */
async function begin(
  playing: Playing,
  {
    name,
    stakeMinor,
    reward,
  }: { readonly name: string; readonly stakeMinor: number; readonly reward?: string | undefined },
) {
  const { tx, ports, session, now } = playing
  await takeStake(tx, ports, { ...playing, name, part: 0, stakeMinor, reward })
  const { account_id: accountId, game_id: gameId } = session
  if (session.fun_minor === null) {
    const made = await findByName(tx, name, accountId)
    if (!made) throw new Error(`the wallet has opened no round ${name}`)
    return made
  }
  const action = { providerId: OWN_PROVIDER, roundId: name, gameId }
  const made = await openRound(tx, action, { session, accountId, now })
  await changeRound(tx, made.round_id, { stakeMinor, payoutMinor: 0, ends: false, now })
  return made
}

async function end(
  { tx, ports, session, now }: Playing,
  of: {
    readonly roundId: number
    readonly name: string
    readonly payoutMinor: number
    readonly reward?: string | undefined
  },
): Promise<void> {
  const { roundId, name, payoutMinor, reward } = of
  await payRound(tx, ports, { session, name, now, payoutMinor, reward })
  if (session.fun_minor !== null) await changeRound(tx, roundId, { stakeMinor: 0, payoutMinor, ends: true, now })
}

/** The one stake of a session of free rounds; null of any other session. */
async function freeBounds(tx: BrandTransaction, { free_award_id }: Pick<SessionRow, 'free_award_id'>) {
  const award = free_award_id === null ? undefined : await readAward(tx, free_award_id)
  return award ? { minimumMinor: award.stake_minor, maximumMinor: award.stake_minor } : null
}

/** The name of the award whose free rounds a session plays; undefined of one that plays for money or for fun. */
async function rewardOf(
  tx: BrandTransaction,
  { free_award_id }: Pick<SessionRow, 'free_award_id'>,
): Promise<string | undefined> {
  return free_award_id === null ? undefined : (await readAward(tx, free_award_id))?.reward
}

/** The same of a round that is open: it may be ended in another session. */
async function rewardOfRound(tx: BrandTransaction, round: RoundRow): Promise<string | undefined> {
  if (!round.play?.isFree) return undefined
  const { free_award_id } = await tx
    .select('casino_session')
    .select('free_award_id')
    .where('session_id', '=', round.session_id)
    .executeTakeFirstOrThrow()
  return rewardOf(tx, { free_award_id })
}

async function keepPlay({ tx, now }: Playing, roundId: number, play: RoundPlay): Promise<void> {
  await tx
    .update('casino_round', { play: storableJson(play), changed_at: now })
    .where('round_id', '=', roundId)
    .execute()
}

/** Keeps settings under their hash, so that a round can be explained when the game has others. @returns the hash */
export async function keepRules(tx: BrandTransaction, settings: GameSettings, now: Date): Promise<string> {
  const text = canonicalJson(settings)
  const hash = createHash('sha256').update(text).digest('hex')
  await tx
    .insert('casino_rules', { rules_hash: hash, settings: text, first_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return hash
}

/** A round with its settings and seeds, locked. @throws AppError casino.round_unknown when it is none of the session's player */
export async function shown(tx: BrandTransaction, roundId: number, session?: SessionRow): Promise<ShownRound> {
  const round = await lockRound(tx, roundId)
  if (!round?.rules_hash || (session && !isOf(round, session))) throw new AppError('casino.round_unknown')
  const { settings } = await tx
    .select('casino_rules')
    .select('settings')
    .where('rules_hash', '=', round.rules_hash)
    .executeTakeFirstOrThrow()
  const seed = await tx
    .select('casino_seed')
    .selectAll('casino_seed')
    .where('seed_id', '=', round.seed_id ?? 0)
    .executeTakeFirstOrThrow()
  return { round, settings, seed }
}

/** Whether a round continues in a session: a player's for money does in any session of the game, all others in theirs. */
function isOf(round: RoundRow, session: SessionRow): boolean {
  const isSame =
    round.game_id === session.game_id && round.mode === session.mode && round.account_id === session.account_id
  return isSame && (session.mode === 'real' || round.session_id === session.session_id)
}
