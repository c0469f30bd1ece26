import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables/tables.ts'
import { createTotoScene } from './toto.test-support.ts'

const POOL = {
  ...{ events: 3, categories: [3, 2].map((hits) => ({ hits, sharePpm: 400_000 })), unitMinor: 10, isMadeByRule: false },
}

/** Toto whose games have ended: what a process does with a draw of theirs that was left behind. */
export function crashScene(db: Kysely<Database>, brandId: string) {
  const scene = createTotoScene(db, brandId, { pools: { football: POOL } })
  const games = scene.addGames(3)
  const end = () => {
    scene.wait(3 * 3_600_000)
    for (const gameId of games) scene.end(gameId, { home: 1, away: 0 })
  }
  return { ...scene, games, end }
}
