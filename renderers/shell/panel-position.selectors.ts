/** A box on the screen in px, as `getBoundingClientRect` gives it. */
export interface ScreenBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Which edge of its trigger a panel keeps to, along the line of reading. */
export type PanelAlignment = 'start' | 'end'

/** What {@link panelPosition} needs to know; all in px. */
export interface PanelSituation {
  readonly trigger: ScreenBox
  readonly panel: Pick<ScreenBox, 'width' | 'height'>
  readonly viewport: Pick<ScreenBox, 'width' | 'height'>
  readonly alignment: PanelAlignment
  readonly direction: 'ltr' | 'rtl'
}

const GAP_PX = 4
const SCREEN_EDGE_PX = 8

/**
 * Where a panel opens for browsers that cannot anchor it by CSS: under its trigger, over it when there is more room
 * above, and always inside the screen.
 */
export function panelPosition({ trigger, panel, viewport, alignment, direction }: PanelSituation) {
  const isLeftAligned = (alignment === 'start') === (direction === 'ltr')
  const wantedLeft = isLeftAligned ? trigger.left : trigger.left + trigger.width - panel.width
  const lastLeft = viewport.width - panel.width - SCREEN_EDGE_PX
  const left = Math.max(SCREEN_EDGE_PX, Math.min(wantedLeft, lastLeft))
  const below = trigger.top + trigger.height + GAP_PX
  const above = trigger.top - GAP_PX - panel.height
  const isRoomBelow = below + panel.height + SCREEN_EDGE_PX <= viewport.height
  const top = isRoomBelow || above < SCREEN_EDGE_PX ? below : above
  return { leftPx: left, topPx: top }
}
