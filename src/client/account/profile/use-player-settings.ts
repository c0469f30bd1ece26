import { saveSetting } from '#calls/settings.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { PlayerSettings, SettingId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { usePlayer } from '../../page/player.tsx'
import { shellPort } from '../../page/shell-port.ts'

/** What the player has set, and the way to set more. The page follows at once, and goes back when it was not kept. */
export function usePlayerSettings() {
  const { call } = useApp()
  const { player, showSetting } = usePlayer()
  const settings: PlayerSettings = player?.settings ?? {}
  return {
    settings,
    /** @param value the empty one takes the setting back   @returns whether it was kept */
    save: async (id: SettingId, value: string): Promise<boolean> => {
      const before = settings[id] ?? ''
      showSetting(id, value)
      try {
        await call(saveSetting, { body: { setting_id: id, setting_value: value } })
        shellPort.notify({ id: 'setting', kind: 'success', text: 'settings.saved' })
        return true
      } catch (failure) {
        const { code, params } = readFailure(failure)
        showSetting(id, before)
        shellPort.notify({ id: 'setting', kind: 'error', text: code, params })
        return false
      }
    },
  }
}
