import type { CallPort } from '#calls/call.ts'
import type { CaptchaAction } from '#schemas'
import { createWorkProvider } from './work.provider.ts'

/** Does the work that an attempt beyond a budget is asked for (SEC-14).
 *  @param times how often the least work   @param signal gives it up   @returns the token that goes out with the attempt
 *  @throws AppError captcha.unavailable, captcha.failed, rate.limited */
export async function workOff(
  call: CallPort,
  action: CaptchaAction,
  times: number,
  signal: AbortSignal,
): Promise<string> {
  const provider = createWorkProvider({ action, call, times })
  try {
    await provider.load(signal)
    return (await provider.execute(signal)).token
  } finally {
    provider.dispose()
  }
}
