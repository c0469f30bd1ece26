import { AppError } from '#calls/app-error.ts'
import { addPushDevice, getPush, removePushDevice, savePushChoice } from '#calls/push/push.calls.ts'
import type { PushDevices } from '#server/push/push-devices.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'

/** The calls of push messages. A brand that offers none has none of them but the removal. */
export function pushHandlers(devices: PushDevices): AnyHandler[] {
  return [
    answer(getPush, async (_input, scope) => {
      requireOffered(scope)
      const { brandId, config } = scope.site
      const { quietFrom, quietUntil } = config.application.push
      const { publicKey } = await devices.keysOf(brandId)
      const standing = await devices.standing(brandId, playerOf(scope).accountId)
      const { timeZone } = config.global
      return { publicKey: publicKey.toString('base64url'), ...standing, quietFrom, quietUntil, timeZone }
    }),
    answer(addPushDevice, async ({ body }, scope) => {
      requireOffered(scope)
      const { accountId, sessionId } = playerOf(scope)
      const { site, language, origin } = scope
      await devices.add({ brandId: site.brandId, accountId, sessionId, language, origin }, body)
      return { success: true as const }
    }),
    answer(removePushDevice, async ({ body }, scope) => {
      await devices.remove(scope.site.brandId, playerOf(scope).accountId, body.endpoint)
      return { success: true as const }
    }),
    answer(savePushChoice, async ({ body }, scope) => {
      requireOffered(scope)
      await devices.choose(scope.site.brandId, playerOf(scope).accountId, body)
      return { success: true as const }
    }),
  ]
}

function requireOffered({ site }: CallScope): void {
  if (!site.config.application.push.isOffered) throw new AppError('service.unavailable')
}
