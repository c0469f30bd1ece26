import { type ComponentType, useEffect, useState } from 'react'
import { fetchCode } from '../page/late/late-code.ts'
import { pageAtRest } from '../page/page-rest.ts'
import { report } from '../page/report.ts'
import { shellPort } from '../page/shell-port.ts'

/** The page shows what it is about before anything is laid over it, ms. */
const REST_MS = 800

const loadHost = () => import('./ShellHost.tsx')

/** What lies over the page: modals, notifications and the cookie question. Its code is no part of the first load: it comes
 *  when the page is at rest, or at once when something is to be shown. */
export function ShellLayer() {
  const [Layer, setLayer] = useState<ComponentType | null>(null)
  useEffect(() => {
    document.documentElement.dataset.ready = 'true'
    let isGone = false
    const load = async () => {
      if (isGone) return
      // What sends calls comes along, so that a page whose connection is lost can say so.
      const calls = import('./page-call.ts').catch(() => undefined)
      try {
        const [module] = await Promise.all([fetchCode(loadHost, 'ShellHost'), calls])
        if (!isGone) setLayer(() => module.ShellHost)
      } catch (error) {
        // The next thing to be shown asks for it again.
        report('layer.failed', { error: String(error) })
      }
    }
    const stopWaiting = shellPort.whenAsked(() => void load())
    void pageAtRest(REST_MS).then(load)
    return () => {
      isGone = true
      stopWaiting()
    }
  }, [])
  return Layer ? <Layer /> : null
}
