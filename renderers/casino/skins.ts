import type { CSSProperties } from 'react'
import type { Skin } from './board.ts'

/** The colours of a look; games have their own light, whatever the scheme of the page. */
export interface Palette {
  /** The ground of the board, and its darker edge. */
  readonly ground: string
  readonly edge: string
  /** What lies on the ground: cells, cards' felt, reels. */
  readonly panel: string
  readonly panelRaised: string
  readonly line: string
  /** Text on ground and panel. */
  readonly text: string
  readonly muted: string
  /** What wins, what is chosen, and what was lost. */
  readonly gold: string
  readonly onGold: string
  readonly glow: string
  readonly danger: string
}

const PALETTES: Readonly<Record<Skin, Palette>> = {
  harbour: {
    ground: '#0f3a4a',
    edge: '#072029',
    panel: '#0b2c39',
    panelRaised: '#1a5468',
    line: '#2f7d93',
    text: '#f2fbfd',
    muted: '#a9d3de',
    gold: '#ffc857',
    onGold: '#2b1d00',
    glow: '#5be3c3',
    danger: '#ff7a66',
  },
  nocturne: {
    ground: '#2a1442',
    edge: '#140823',
    panel: '#1d0d30',
    panelRaised: '#43246a',
    line: '#6b459c',
    text: '#faf5ff',
    muted: '#cdb6e8',
    gold: '#f3c969',
    onGold: '#2c1c02',
    glow: '#ff8fd0',
    danger: '#ff7d8a',
  },
  orchard: {
    ground: '#16402b',
    edge: '#082014',
    panel: '#0f3020',
    panelRaised: '#246044',
    line: '#3f8a63',
    text: '#f4fff8',
    muted: '#b4dcc4',
    gold: '#ffd166',
    onGold: '#2c2100',
    glow: '#a6ec6f',
    danger: '#ff8266',
  },
}

/** The palette as custom properties of a board: `--game-ground`, `--game-gold` and so on. */
export function skinStyle(skin: Skin): CSSProperties {
  const entries = Object.entries(PALETTES[skin]).map(([name, colour]) => [
    `--game-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    colour,
  ])
  return Object.fromEntries(entries) as CSSProperties
}
