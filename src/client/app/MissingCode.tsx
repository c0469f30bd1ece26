import { useState, useSyncExternalStore } from 'react'
import { PartMissing } from '#renderers/shell/PartMissing.tsx'
import { useApp } from '../page/app-context.ts'
import { missingCode } from '../page/late/late-code.ts'
import { reloadPage } from '../page/late/reload.ts'

/** Loads the page again at a press, and says where the site cannot be reached. */
export function useReload() {
  const app = useApp()
  const [state, setState] = useState<'idle' | 'busy' | 'unreached'>('idle')
  const reload = async (): Promise<void> => {
    setState('busy')
    if (!(await reloadPage(app))) setState('unreached')
  }
  return { isBusy: state === 'busy', isUnreached: state === 'unreached', reload: () => void reload() }
}

/** Says over the page that code of one of its parts could not be fetched. It is part of the first load: later code may not come. */
export function MissingCode() {
  const isMissing = useSyncExternalStore(missingCode.listen, missingCode.isAny, () => false)
  const { isBusy, isUnreached, reload } = useReload()
  if (!isMissing) return null
  return <PartMissing isBusy={isBusy} isUnreached={isUnreached} onRetry={reload} onClose={missingCode.forget} />
}
