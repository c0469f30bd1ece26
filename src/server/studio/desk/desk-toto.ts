import type {
  DeskTotoAct,
  DeskTotoAnswer,
  DeskTotoCancelBody,
  DeskTotoDrawAnswer,
  DeskTotoMakeBody,
  DeskTotoResultBody,
} from '#schemas'
import { forBrand } from '../../db/for-brand.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'

const MOST_ACTS = 200

/** Toto at the desk: draws are made, results entered, draws cancelled. What is entered takes effect within seconds, in the steps of the
 *  draw. */
export function createDeskToto({ db, toto }: Pick<DeskPorts, 'db' | 'toto'>, doAtDesk: DoAtDesk) {
  return {
    /** The draws of a brand, the latest first. */
    async listToto(brand: string): Promise<Omit<DeskTotoAnswer, 'mayAct'>> {
      const { draws, pools } = await toto.draws(brand, {})
      return { draws, pools: pools.map(({ pool }) => pool) }
    },

    /** A draw with what operators have done with it. @throws StudioFailure item.unknown */
    async readToto(brand: string, drawId: number): Promise<Omit<DeskTotoDrawAnswer, 'mayAct'>> {
      const shown = await toto.draw(brand, drawId)
      const rows = await forBrand(db, brand).transaction((tx) =>
        tx
          .select('toto_act')
          .select(['act', 'operator', 'at', 'details'])
          .where('draw_id', '=', drawId)
          .orderBy('act_id', 'desc')
          .limit(MOST_ACTS)
          .execute(),
      )
      const { labels } = shown
      return {
        shown,
        acts: rows.map(({ act, operator: by, at, details }) => shownAct({ act, by, at, details }, labels)),
      }
    },

    /** Makes a draw. @throws StudioFailure toto.games_missing */
    makeToto: (desk: AtDesk, { pool, gameIds, reason }: DeskTotoMakeBody): Promise<number> =>
      doAtDesk(desk, { act: 'toto.made', details: { pool, games: gameIds.join(' '), reason } }, (tx) =>
        toto.desk.make(tx, { pool, gameIds, operator: desk.operator.name }),
      ),

    /** Enters a result, or leaves it to the feed again. @throws StudioFailure item.unknown, toto.cannot_change */
    enterToto: (desk: AtDesk, { item, place, outcome, isVoid = false, reason }: DeskTotoResultBody): Promise<void> => {
      const result = isVoid ? ('void' as const) : (outcome ?? null)
      const details = { draw: item, game: place + 1, result: result ?? 'feed', reason }
      return doAtDesk(desk, { act: 'toto.result', details }, (tx, now) =>
        toto.desk.result(tx, { drawId: item, place, result, reason, operator: desk.operator.name, now }),
      )
    },

    /** Cancels a draw. @throws StudioFailure item.unknown, toto.cannot_change */
    cancelToto: (desk: AtDesk, { item, reason }: DeskTotoCancelBody): Promise<void> =>
      doAtDesk(desk, { act: 'toto.cancelled', details: { draw: item, reason } }, (tx, now) =>
        toto.desk.cancel(tx, { drawId: item, reason, operator: desk.operator.name, now }),
      ),
  }
}

interface NotedAct {
  readonly act: DeskTotoAct['act']
  readonly by: string
  readonly at: Date
  readonly details: Readonly<Record<string, unknown>>
}

/** An act in words; a result is called by its label, as players read it. */
function shownAct({ act, by, at, details }: NotedAct, labels: readonly string[]): DeskTotoAct {
  const { reason, place, result } = details
  const end = typeof result === 'number' ? (labels[result] ?? '') : result === 'void' ? 'void' : 'left to the feed'
  const game = typeof place === 'number' ? `Game ${place + 1}: ${end}. ` : ''
  return { act, by, at: at.toISOString(), text: `${game}${typeof reason === 'string' ? reason : ''}` }
}
