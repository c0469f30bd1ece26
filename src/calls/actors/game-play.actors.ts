import type { GameRequest } from '#machines/casino/play/play.machine.ts'
import type { CasinoRound, ChangedSeed, LaunchedGame } from '#schemas'
import type { CallPort } from '../call.ts'
import { actInGame, changeGameSeed, launchGame, playGame } from '../casino/play.calls.ts'
import { HttpError } from '../http/http-error.ts'

/** The calls of the machine casino/play. */
export const gamePlayActors = {
  /** Opens a session of a game (CAS-7). */
  launch: (
    call: CallPort,
    game: { readonly gameId: string; readonly mode: 'real' | 'fun'; readonly device: 'desktop' | 'mobile' },
  ): Promise<LaunchedGame> => call(launchGame, { body: game }),
  /** Asks for a round under its name, or for an act under its step. @throws with `httpStatus` when the request itself was refused */
  ask: (call: CallPort, request: GameRequest): Promise<CasinoRound> => asked(call, request).catch(withStatus),
  /** Shows the seed of the rounds so far and takes another one (CAS-11). */
  changeSeed: (
    call: CallPort,
    asked: { readonly sessionId: string; readonly clientSeed: string },
  ): Promise<ChangedSeed> => call(changeGameSeed, { body: asked }),
} as const

function asked(call: CallPort, request: GameRequest): Promise<CasinoRound> {
  if (request.kind === 'round') {
    const { kind: _kind, stakes, ...round } = request
    return call(playGame, { body: { ...round, stakes: [...stakes] } }, { idempotencyKey: request.guid })
  }
  const { kind: _kind, ...act } = request
  return call(actInGame, { body: act }, { idempotencyKey: `${act.roundId}/${act.step}` })
}

function withStatus(error: unknown): never {
  if (error instanceof HttpError) throw Object.assign(error, { httpStatus: error.statusCode })
  throw error
}
