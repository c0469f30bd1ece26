import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedLineUp, FeedRefusal, RowPlayer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableText } from '#server/db/storable.ts'

type Told = RowPlayer & { readonly side: 'home' | 'away'; readonly place: number }
type Game = { readonly game_id: number; readonly home_id: number; readonly away_id: number }

/** Takes the players of a game into the book, in the place of those who were told before. @returns why they are refused */
export async function takeLineUp(
  tx: FeedTransaction,
  change: FeedLineUp,
  producer: string,
): Promise<Omit<FeedRefusal, 'index'> | null> {
  const code = storableText(change.game)
  const game = await tx
    .selectFrom('feed.game')
    .select(['game_id', 'home_id', 'away_id', 'status'])
    .where('producer', '=', producer)
    .where('source_code', '=', code)
    .executeTakeFirst()
  if (!game) return { code: 'unknown_game', reason: `The game ${code} never appeared: send it as kind game first.` }
  if (game.status === MARKET_STATUS.SETTLED || game.status === MARKET_STATUS.CANCELED)
    return { code: 'game_settled', reason: `The result of the game ${code} is known: its players stay.` }
  const { away_id } = game
  if (away_id === null)
    return { code: 'line_up', reason: `The game ${code} is an event of many: send its entrants as kind field.` }
  const players = toldPlayers(change)
  const twice = players.find(({ code: one }, place) => players.findIndex((other) => other.code === one) !== place)
  if (twice)
    return { code: 'line_up', reason: `The player ${twice.code} is listed twice in the game ${code}: name each once.` }
  const ids = await takePlayers(tx, { game: { ...game, away_id }, players, producer })
  await tx.deleteFrom('feed.line_up').where('game_id', '=', game.game_id).execute()
  if (players.length > 0)
    await tx
      .insertInto('feed.line_up')
      .values(players.map((player, at) => lineUpRow(game.game_id, ids[at] ?? 0, player)))
      .execute()
  const sheet = { is_confirmed: change.isConfirmed }
  await tx
    .insertInto('feed.match_sheet')
    .values({ game_id: game.game_id, ...sheet })
    .onConflict((conflict) => conflict.column('game_id').doUpdateSet(sheet))
    .execute()
  return null
}

function toldPlayers({ home, away }: FeedLineUp): Told[] {
  const sideOf = (side: Told['side'], players: readonly RowPlayer[]) =>
    players.map((player, place) => ({
      ...player,
      code: storableText(player.code),
      name: storableText(player.name),
      side,
      place,
    }))
  return [...sideOf('home', home), ...sideOf('away', away)]
}

/** The ids of players in their order; those who are new to the book are made. */
async function takePlayers(
  tx: FeedTransaction,
  { game, players, producer }: { readonly game: Game; readonly players: readonly Told[]; readonly producer: string },
): Promise<number[]> {
  if (players.length === 0) return []
  const teamOf = ({ side }: Told) => (side === 'home' ? game.home_id : game.away_id)
  const known = await tx
    .selectFrom('feed.player')
    .select(['player_id', 'source_code', 'participant_id', 'name'])
    .where('producer', '=', producer)
    .where(
      'source_code',
      'in',
      players.map(({ code }) => code),
    )
    .execute()
  const byCode = new Map(known.map((player) => [player.source_code, player]))
  const fresh = players.filter((player) => {
    const row = byCode.get(player.code)
    return !row || row.name !== player.name || row.participant_id !== teamOf(player)
  })
  const made = fresh.length === 0 ? [] : await upsertPlayers(tx, fresh, { producer, teamOf })
  const ids = new Map([...known, ...made].map(({ source_code, player_id }) => [source_code, player_id]))
  return players.map(({ code }) => ids.get(code) ?? 0)
}

function upsertPlayers(
  tx: FeedTransaction,
  players: readonly Told[],
  { producer, teamOf }: { readonly producer: string; readonly teamOf: (player: Told) => number },
) {
  return tx
    .insertInto('feed.player')
    .values(
      players.map((player) => ({
        participant_id: teamOf(player),
        producer,
        source_code: player.code,
        name: player.name,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['producer', 'source_code']).doUpdateSet({
        name: (of) => of.ref('excluded.name'),
        participant_id: (of) => of.ref('excluded.participant_id'),
      }),
    )
    .returning(['player_id', 'source_code'])
    .execute()
}

function lineUpRow(gameId: number, playerId: number, { side, place, ...player }: Told) {
  return {
    game_id: gameId,
    player_id: playerId,
    side,
    place,
    number: player.number ?? null,
    position: player.position ?? null,
    is_starting: player.isStarting,
    expected_goals: player.expectedGoals === undefined ? null : String(player.expectedGoals),
  }
}
