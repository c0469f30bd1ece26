import { getGamesActions, getGamesBanner } from '#calls/casino/lobby.calls.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { GamePreview, GamesActionsAnswer, HomeBlock } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { LobbyBanner, LobbyRow, LobbyWins } from './lobby/LobbyParts.tsx'

type Row = GamesActionsAnswer['rows'][number]

/** What a block of the casino shows on the home page. */
export type HomeCasinoData =
  | { readonly kind: 'casino-banner'; readonly game: GamePreview }
  | { readonly kind: 'casino-row'; readonly row: Row }
  | { readonly kind: 'casino-wins'; readonly wins: GamesActionsAnswer['wins'] }

const MOST = 12

/** Loads the blocks by one question for all of them; those with nothing to show are left out, and all where the casino does not answer:
 *  a home page does without. */
export async function loadHomeBlocks(
  app: App,
  blocks: readonly (HomeBlock & { readonly id: string })[],
): Promise<Readonly<Record<string, HomeCasinoData>>> {
  try {
    const [actions, banner] = await Promise.all([
      app.call(getGamesActions, { query: { page: 'casino' } }),
      blocks.some(({ kind }) => kind === 'casino-banner') ? app.call(getGamesBanner, {}) : { games: [] },
    ])
    return Object.fromEntries(
      blocks.flatMap((block) => {
        const data = dataOf(block, actions, banner.games)
        return data ? [[block.id, data]] : []
      }),
    )
  } catch (error) {
    console.warn('the blocks of the casino are not shown:', String(error))
    return {}
  }
}

function dataOf(
  { kind, row: wanted, count = MOST }: HomeBlock,
  { rows, wins }: GamesActionsAnswer,
  [game]: readonly GamePreview[],
): HomeCasinoData | null {
  if (kind === 'casino-banner') return game ? { kind, game } : null
  if (kind === 'casino-wins') return wins.length > 0 ? { kind, wins: wins.slice(0, count) } : null
  const row = rows.find(({ id }) => id === wanted)
  return row ? { kind: 'casino-row', row: { ...row, games: row.games.slice(0, count) } } : null
}

/** Props of {@link HomeCasino}. */
export interface HomeCasinoProps {
  readonly data: HomeCasinoData
  readonly title: string | undefined
}

/** A block of the casino on the home page. */
export function HomeCasino({ data, title }: HomeCasinoProps) {
  const app = useApp()
  const t = useText()
  if (data.kind === 'casino-banner') return <LobbyBanner game={data.game} />
  if (data.kind === 'casino-wins') return <LobbyWins wins={data.wins} title={title} />
  const { id, titleKey, games } = data.row
  return (
    <LobbyRow
      {...{ id, games }}
      title={title ?? t(titleKey as never)}
      allPath={offeredPath(app, 'casino') ?? undefined}
    />
  )
}
