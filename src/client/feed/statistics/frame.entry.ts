import type { StatisticsMessage } from '#schemas'
import { tellParent, watchHeight } from '../../page/frame/parent-window.ts'

/** The only script of statistics in a frame: keeps the page around informed of the height that shows all of them, which is never less
 *  than the brand's least one (WID-7, WID-11). What is shown needs no script. */
function start(): void {
  const content = document.querySelector<HTMLElement>('[data-frame-origins]')
  if (!content || window.parent === window) return
  const { frameOrigins = '', frameMinHeight = '0' } = content.dataset
  const origins = frameOrigins.split(' ').filter(Boolean)
  watchHeight(content, (heightPx) => {
    const message: StatisticsMessage = {
      source: 'livery.statistics',
      kind: 'height',
      heightPx: Math.max(heightPx, Number(frameMinHeight)),
    }
    tellParent(origins, message)
  })
}

start()
