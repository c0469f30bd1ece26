import styles from './Glyph.module.css'

/** Drawn on a grid of 20, with strokes only. */
const PATHS = {
  back: 'M12 4 6 10l6 6',
  bell: 'M10 3a5 5 0 0 0-5 5v3l-1.5 3h13L15 11V8a5 5 0 0 0-5-5M8.5 17h3',
  brands: 'M3 4h6v6H3zM11 4h6v6h-6zM3 12h6v4H3zM11 12h6v4h-6z',
  check: 'm4 10.5 4 4 8-9',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4l3 2',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  down: 'm5 8 5 5 5-5',
  edit: 'm4 16 1-4 8-8 3 3-8 8zM11 6l3 3',
  external: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  forward: 'm8 4 6 6-6 6',
  grip: 'M7.5 5v.01M12.5 5v.01M7.5 10v.01M12.5 10v.01M7.5 15v.01M12.5 15v.01',
  history: 'M4 10a6 6 0 1 0 2-4.5M3 3.5 6 5.5 4 8.5M10 7v3.5l2.5 1.5',
  inspect: 'M3 8V4h4M13 4h4v4M3 12v4h4M9 9l8 3-3.5 1.5L12 17z',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  log: 'M4 5h12M4 10h12M4 15h8',
  menu: 'M3 5h14M3 10h14M3 15h14',
  moon: 'M16 12A7 7 0 0 1 8 4a6.5 6.5 0 1 0 8 8',
  people:
    'M8 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M2.5 17c0-3 2.5-5 5.5-5s5.5 2 5.5 5M13 4.5a3 3 0 0 1 0 5M15 12.5c1.6.8 2.5 2.4 2.5 4.5',
  picture: 'M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4M13 7.5v.01',
  person: 'M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M3.5 17c0-3 3-5 6.5-5s6.5 2 6.5 5',
  plus: 'M10 4v12M4 10h12',
  redo: 'M15 4v4h-4M15 8a6 6 0 1 0 1 5',
  reload: 'M16 4v4h-4M16 8a6.5 6.5 0 1 0 .5 4',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M13 13l4 4',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1 1M14.7 14.7l1 1M4.3 15.7l1-1M14.7 5.3l1-1',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6M9 9v4M11 9v4',
  undo: 'M5 4v4h4M5 8a6 6 0 1 1-1 5',
  up: 'm5 12 5-5 5 5',
  warning: 'M10 3 2.5 16.5h15zM10 8v4M10 14.5v.01',
} as const

/** Name of a drawing. */
export type GlyphName = keyof typeof PATHS

/** A small drawing beside words; it says nothing by itself. `isMirrored` for those that point along the line of reading. */
export function Glyph({ name, isMirrored = false }: { readonly name: GlyphName; readonly isMirrored?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={isMirrored ? `${styles.glyph} ${styles.mirrored}` : styles.glyph}
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
