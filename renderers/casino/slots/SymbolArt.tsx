import type { Skin } from '../board.ts'
import { useOwnArt } from '../own-art.ts'

/** Picture symbols of each look, drawn on a square of 48: the four that pay most, the wild one and the scatter. */
const PICTURES: Readonly<
  Record<Skin, Readonly<Record<string, readonly [path: string, colour: string, shade: string]>>>
> = {
  harbour: {
    top: [
      'M24 4l4 12h-3v5h8v4h-8v13c6-1 9-5 10-10l4 2c-2 9-8 14-15 14S11 39 9 30l4-2c1 5 4 9 10 10V25h-8v-4h8v-5h-3z',
      '#ffc857',
      '#a8761a',
    ],
    high: ['M24 5l14 30H10zM22 35h4v5h-4zM6 40h36l-5 5H11z', '#f2fbfd', '#7fb3c2'],
    upper: ['M6 24c8-12 22-12 30-2l8-6v18l-8-6c-8 10-22 8-30-4zM14 22a2 2 0 1 0 .1 0z', '#5be3c3', '#1f8d78'],
    middle: ['M24 6l6 12 13 2-9 9 2 13-12-6-12 6 2-13-9-9 13-2z', '#ff7a66', '#a83c2c'],
    wild: [
      'M24 3c12 0 18 8 18 18 0 14-10 24-18 24S6 35 6 21C6 11 12 3 24 3zm0 8c-7 0-10 5-10 10 0 8 5 14 10 14s10-6 10-14c0-5-3-10-10-10z',
      '#ffe49a',
      '#c48a13',
    ],
    scatter: ['M21 4h6v6h5v5h-2l4 22h4v6H10v-6h4l4-22h-2v-5h5zM21 18l-1 7h8l-1-7z', '#ffffff', '#d84f4f'],
  },
  nocturne: {
    top: ['M8 36l-4-22 11 9 9-17 9 17 11-9-4 22zM8 39h32v5H8z', '#f3c969', '#a87a17'],
    high: ['M14 8h20l8 10-18 24L6 18z', '#8fd3ff', '#3a7fb5'],
    upper: ['M24 42C8 30 4 22 8 14c4-7 13-6 16 1 3-7 12-8 16-1 4 8 0 16-16 28z', '#ff6fae', '#a52465'],
    middle: ['M30 5a20 20 0 1 0 13 30A17 17 0 0 1 30 5z', '#e8dcff', '#8a6cc4'],
    wild: ['M24 3l5 15h16L32 28l5 16-13-10-13 10 5-16L3 18h16z', '#ffe49a', '#c48a13'],
    scatter: ['M24 4a20 20 0 1 1-.1 0zM24 11a13 13 0 1 0 .1 0zM24 17a7 7 0 1 1-.1 0z', '#ff8fd0', '#fff'],
  },
  orchard: {
    top: [
      'M24 14c6-5 18-2 18 10 0 11-8 20-13 20-2 0-3-1-5-1s-3 1-5 1c-5 0-13-9-13-20 0-12 12-15 18-10zM24 12c0-5 3-8 8-9-1 5-3 8-8 9z',
      '#ff5d5d',
      '#a52727',
    ],
    high: ['M24 6c4 6 5 10 9 15 6 8 3 22-9 22S9 29 15 21c4-5 5-9 9-15z', '#ffd166', '#b58617'],
    upper: [
      'M16 26a9 9 0 1 1-.1 0zM33 28a8 8 0 1 1-.1 0zM16 26C18 16 24 8 34 4c-2 8-3 14-1 24l-3 0c-1-8-1-12 0-18-6 4-9 9-11 17z',
      '#e0356b',
      '#8a1740',
    ],
    middle: [
      'M24 6c14 0 20 10 20 18S38 42 24 42 4 32 4 24 10 6 24 6zM24 12c-8 0-13 6-13 12h26c0-6-5-12-13-12z',
      '#a6ec6f',
      '#4d9a1e',
    ],
    wild: [
      'M24 4c10 6 18 14 18 24 0 9-8 16-18 16S6 37 6 28C6 18 14 10 24 4zm0 10v22M16 22l8 7 8-7',
      '#ffe49a',
      '#c48a13',
    ],
    scatter: ['M24 4l4 9 10-3-3 10 9 4-9 4 3 10-10-3-4 9-4-9-10 3 3-10-9-4 9-4-3-10 10 3z', '#fff3b0', '#e9a41c'],
  },
}

const LETTERS: Readonly<Record<string, readonly [text: string, colour: string]>> = {
  ace: ['A', '#ff9d8a'],
  king: ['K', '#ffd28a'],
  queen: ['Q', '#8ae0ff'],
  jack: ['J', '#b6f29a'],
}

/** Props of {@link SymbolArt}. */
export interface SymbolArtProps {
  readonly name: string
  readonly skin: Skin
}

/** A symbol of a slot: the brand's own picture, or one in the look of the game. Those that pay least are letters. */
export function SymbolArt({ name, skin }: SymbolArtProps) {
  const own = useOwnArt().symbols[name]
  if (own !== undefined) return <img src={own} alt="" width={48} height={48} decoding="async" draggable={false} />
  const letter = LETTERS[name]
  if (letter)
    return (
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <text
          x="24"
          y="38"
          textAnchor="middle"
          fontSize="42"
          fontWeight="800"
          fontFamily="Georgia, serif"
          fill={letter[1]}
          stroke="#00000055"
          strokeWidth="1.5"
        >
          {letter[0]}
        </text>
      </svg>
    )
  const [path, colour, shade] = PICTURES[skin][name] ?? ['M6 6h36v36H6z', '#999', '#555']
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <path d={path} fill={shade} transform="translate(1.2 2)" fillRule="evenodd" />
      <path d={path} fill={colour} stroke={shade} strokeWidth="1" strokeLinejoin="round" fillRule="evenodd" />
    </svg>
  )
}
