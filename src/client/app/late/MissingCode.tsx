import { useEffect, useState } from 'react'
import { PartMissing } from '#renderers/shell/PartMissing.tsx'
import { ErrorPage, type ErrorPageProps } from '#renderers/site/frame/ErrorPage.tsx'
import { isBetOpen } from '../../betting/open-bet.ts'
import { useApp } from '../../page/app-context.ts'
import { missingCode } from '../../page/late/late-code.ts'
import { reloadOutdated, reloadPage } from '../../page/late/reload.ts'

/** Loads the page again at a press, and says where the site cannot be reached. */
function useReload() {
  const app = useApp()
  const [state, setState] = useState<'idle' | 'busy' | 'unreached'>('idle')
  const reload = async (): Promise<void> => {
    setState('busy')
    if (!(await reloadPage(app))) setState('unreached')
  }
  return { isBusy: state === 'busy', isUnreached: state === 'unreached', reload: () => void reload() }
}

/** Says over the page that code of one of its parts could not be fetched. */
export function MissingCode() {
  const { isBusy, isUnreached, reload } = useReload()
  return <PartMissing isBusy={isBusy} isUnreached={isUnreached} onRetry={reload} onClose={missingCode.forget} />
}

/** The error page where it is the screen's code that could not be fetched. A page whose build the site no longer has is loaded again by
 *  itself, once, and never while a bet is open in it. */
export function MissingScreen(props: ErrorPageProps) {
  const app = useApp()
  const { isBusy, isUnreached, reload } = useReload()
  useEffect(() => {
    if (!isBetOpen()) void reloadOutdated(app)
  }, [app])
  return <ErrorPage {...props} isRetrying={isBusy} isUnreached={isUnreached} onRetry={reload} />
}
