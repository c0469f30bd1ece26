import { CHART_TEXT, type ChartLine, rowsOf } from '../charts/chart-model.ts'

interface LineProps {
  readonly line: ChartLine
  readonly x: number
  readonly y: number
  readonly isTaken: boolean
  readonly shade: number
  readonly isLooked: boolean
  /** Whether the machine is in the state that the line stands for. */
  readonly isActive?: boolean
  readonly onPlace: (place: string) => void
}

/** A line of text on the chart, its actions on a row below; one of a transition can be pressed. */
export function ChartLineView({
  line: { text, detail, transition, state },
  x,
  y,
  isTaken,
  shade,
  isLooked,
  isActive = false,
  onPlace,
}: LineProps) {
  const place = transition ?? state
  const isCut = Math.max(text.length, detail?.length ?? 0) > CHART_TEXT.maxChars
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the inspector has a list of all transitions for the keyboard
    <text
      className={place === undefined ? 'line' : 'line is-place'}
      x={x}
      y={y}
      data-taken={isTaken}
      data-shade={shade >= 0 ? shade : undefined}
      data-looked={isLooked}
      data-active={isActive}
      onClick={place === undefined ? undefined : () => onPlace(place)}
    >
      {isCut && <title>{[text, detail].join(' ')}</title>}
      <tspan>{shortened(text)}</tspan>
      {detail !== undefined && (
        <tspan className="detail" x={x} dy={CHART_TEXT.rowPx}>
          {shortened(detail)}
        </tspan>
      )}
    </text>
  )
}

/** The rows above each line. */
export function rowsAbove(lines: readonly ChartLine[], index: number): number {
  return rowsOf(lines.slice(0, index)) * CHART_TEXT.rowPx
}

function shortened(text: string): string {
  return text.length > CHART_TEXT.maxChars ? `${text.slice(0, CHART_TEXT.maxChars - 1)}…` : text
}
