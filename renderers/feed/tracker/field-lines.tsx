import type { ReactNode } from 'react'
import type { PlayingField } from '#machines/feed/board/playing-field.rules.ts'

/** Size of a drawn field, in units of its picture. */
export const FIELD = { width: 320, height: 130 } as const

const { width, height } = FIELD
const middle = width / 2
const centre = height / 2

/** The lines of each field, the home side on the left. */
export const FIELD_LINES: Readonly<Record<PlayingField, ReactNode>> = {
  pitch: (
    <>
      <Half />
      <circle cx={middle} cy={centre} r="20" />
      <path
        d={`M2 28H46V102H2M2 46H18V84H2M${width - 2} 28H${width - 46}V102H${width - 2}M${width - 2} 46H${width - 18}V84H${width - 2}`}
      />
      <path d={`M46 50a20 20 0 0 1 0 30M${width - 46} 50a20 20 0 0 0 0 30`} />
    </>
  ),
  rink: (
    <>
      <Half />
      <circle cx={middle} cy={centre} r="20" />
      <path d={`M110 2V128M210 2V128M24 2V128M${width - 24} 2V128`} />
      {[34, 96].flatMap((y) => [66, width - 66].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="13" />))}
    </>
  ),
  court: (
    <>
      <Half />
      <circle cx={middle} cy={centre} r="16" />
      <path d={`M2 46H60V84H2M${width - 2} 46H${width - 60}V84H${width - 2}`} />
      <path d={`M2 14H34a58 58 0 0 1 0 102H2M${width - 2} 14H${width - 34}a58 58 0 0 0 0 102H${width - 2}`} />
    </>
  ),
  handball: (
    <>
      <Half />
      <path d={`M2 22a66 66 0 0 1 0 86M${width - 2} 22a66 66 0 0 0 0 86`} />
      <path d={`M2 8a96 96 0 0 1 0 114M${width - 2} 8a96 96 0 0 0 0 114`} strokeDasharray="6 5" />
    </>
  ),
  tennis: (
    <>
      <Net />
      <path d={`M2 18H${width - 2}M2 112H${width - 2}M80 18V112M240 18V112M80 ${centre}H240`} />
    </>
  ),
  volleyball: (
    <>
      <Net />
      <path d={`M110 2V128M210 2V128`} />
    </>
  ),
  table: (
    <>
      <Net />
      <path d={`M2 ${centre}H${width - 2}`} />
    </>
  ),
  oval: (
    <>
      <ellipse cx={middle} cy={centre} rx="100" ry="44" />
      <rect x={middle - 36} y={centre - 7} width="72" height="14" />
    </>
  ),
  diamond: (
    <>
      <path d={`M${middle} 118L${middle - 52} 66L${middle} 14L${middle + 52} 66Z`} />
      <path d={`M${middle} 118L${middle - 118} 2M${middle} 118L${middle + 118} 2`} />
      <circle cx={middle} cy={66} r="7" />
    </>
  ),
  gridiron: <path d={Array.from({ length: 11 }, (_, line) => `M${32 + line * 25.6} 2V128`).join('')} />,
}

function Half() {
  return <path d={`M${middle} 2V128`} />
}

function Net() {
  return <path d={`M${middle} 2V128`} strokeWidth="3" strokeDasharray="4 2" />
}
