import { AppError } from '#calls/app-error.ts'
import type { SolvedCaptcha } from '#machines/captcha/captcha-setup.machine.ts'
import type { ErrorCode } from '#schemas'
import type { CaptchaProvider, ProviderPorts } from './captcha-provider.ts'
import type { PainPuzzle, PuzzleTexts } from './pain-puzzle.entry.ts'
import { loadScript } from './script-loader.ts'
import { createWorkProvider } from './work.provider.ts'

/** Where the puzzle's script lies (CAP-12). */
const SCRIPT = '/genfiles/puzzle/pain-puzzle.js'

/** The engine's own puzzle: a disc that is turned until the picture fits. Who cannot see it lets the device work instead. */
export function createPuzzleProvider(ports: ProviderPorts & { readonly texts: () => PuzzleTexts }): CaptchaProvider {
  const { action, language, stage, texts } = ports
  const instead = createWorkProvider(ports)
  const script = () => (globalThis as { painPuzzle?: PainPuzzle }).painPuzzle
  return {
    load: () => loadScript(SCRIPT),
    render: async () => undefined,
    isReady: () => script() !== undefined,
    async execute(signal) {
      const puzzle = script()
      if (!puzzle) throw new AppError('captcha.unavailable')
      const host = await stage.open()
      const ended = Promise.withResolvers<SolvedCaptcha>()
      const stop = puzzle.show(host, {
        action,
        language,
        texts: texts(),
        onSolved: ended.resolve,
        onFailed: (code, retryAfterSeconds) => ended.reject(failureOf(code, retryAfterSeconds)),
        onInstead: () => void instead.execute(signal).then(ended.resolve, ended.reject),
      })
      signal.addEventListener('abort', () => ended.reject(signal.reason))
      return ended.promise.finally(() => {
        stop()
        stage.close()
      })
    },
    reset: () => instead.reset(),
    dispose() {
      instead.dispose()
      stage.close()
    },
  }
}

function failureOf(code: string, retryAfterSeconds: number | undefined): AppError {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return new AppError(code as ErrorCode, retryAfterSeconds ? { seconds: retryAfterSeconds } : {}, wait)
}
