import { type ConditionGraph, type ConditionPlace, conditionGraph } from '#machines/forms/condition-graph.rules.ts'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import type { FieldDefinition } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { Mark } from '../parts/Mark.tsx'
import styles from './ConditionMap.module.css'
import { fieldName, fieldsInOrder } from './form-fields.ts'

/** Sizes of the drawing, px. */
const BOX = { width: 150, height: 34, across: 200, down: 48, margin: 4 } as const
/** Characters of a name that fit into a box. */
const MOST_LETTERS = 20

/** Which field waits for which: as a drawing, and as a list that says the same and opens the fields. */
export function ConditionMap() {
  const { document, choices, open } = useFormPlace()
  const { definitions } = fieldsInOrder(document.resolved)
  const graph = conditionGraph(definitions)
  if (graph.places.length === 0) return <p className={styles.none}>{say('registration.conditions_none')}</p>
  const nameOf = (id: string) => fieldName(definitions.find((one) => one.id === id) ?? { id }, choices.text)
  const go = (id: string) => open(`/fields/${pointerStep(id)}`)
  return (
    <div className={styles.map}>
      <Drawing graph={graph} nameOf={nameOf} onOpen={go} />
      <ul className={styles.list}>
        {graph.places
          .filter(({ id, unreached }) => unreached !== null || graph.edges.some(({ to }) => to === id))
          .map((place) => (
            <li key={place.id} className={styles.entry}>
              <button type="button" className={styles.name} onClick={() => go(place.id)}>
                {nameOf(place.id)}
              </button>
              <span>{conditionWords(definitions, place.id, nameOf)}</span>
              {place.unreached && <Mark tone="problem">{say(`registration.unreached_${place.unreached}`)}</Mark>}
            </li>
          ))}
      </ul>
    </div>
  )
}

function conditionWords(definitions: readonly FieldDefinition[], id: string, nameOf: (id: string) => string): string {
  const on = definitions.find((one) => one.id === id)?.depends_on
  if (!on) return ''
  const field = nameOf(on.field_id)
  if (on.condition === undefined) return say('registration.shown_else', { field })
  return say('registration.shown_for', { field, values: on.condition.map(String).join(', ') })
}

interface DrawingProps {
  readonly graph: ConditionGraph
  readonly nameOf: (id: string) => string
  readonly onOpen: (id: string) => void
}

/** The fields as boxes and the conditions as arrows. It is for the eyes alone: the list beside it has the same. */
function Drawing({ graph, nameOf, onOpen }: DrawingProps) {
  const at = new Map(graph.places.map((place) => [place.id, place]))
  const width = (graph.columns - 1) * BOX.across + BOX.width + 2 * BOX.margin
  const height = (graph.rows - 1) * BOX.down + BOX.height + 2 * BOX.margin
  return (
    <div className={styles.scroll}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className={styles.drawing}
        aria-hidden="true"
      >
        <defs>
          <marker
            id="condition-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" className={styles.tip} />
          </marker>
        </defs>
        {graph.edges.map(({ from, to }) => {
          const [one, other] = [at.get(from), at.get(to)]
          const isLost = other?.unreached != null
          return (
            one &&
            other && (
              <path
                key={`${from} ${to}`}
                d={arrow(one, other)}
                className={isLost ? `${styles.arrow} ${styles.lost}` : styles.arrow}
                markerEnd="url(#condition-arrow)"
              />
            )
          )
        })}
        {graph.places.map((place) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list opens the same fields, by keys too
          <g
            key={place.id}
            className={place.unreached ? `${styles.box} ${styles.lost}` : styles.box}
            onClick={() => onOpen(place.id)}
          >
            <title>{nameOf(place.id)}</title>
            <rect x={left(place)} y={top(place)} width={BOX.width} height={BOX.height} rx="6" />
            <text
              x={left(place) + BOX.width / 2}
              y={top(place) + BOX.height / 2}
              dominantBaseline="central"
              textAnchor="middle"
            >
              {shortened(nameOf(place.id))}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

function left({ column }: ConditionPlace): number {
  return BOX.margin + column * BOX.across
}

function top({ row }: ConditionPlace): number {
  return BOX.margin + row * BOX.down
}

/** From the end of one box to the beginning of the other; backwards, below both, where they go in a circle. */
function arrow(from: ConditionPlace, to: ConditionPlace): string {
  const [x, y] = [left(from) + BOX.width, top(from) + BOX.height / 2]
  const [toX, toY] = [left(to), top(to) + BOX.height / 2]
  if (toX > x) {
    const middle = (x + toX) / 2
    return `M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`
  }
  const below = Math.max(top(from), top(to)) + BOX.height
  return `M${left(from) + BOX.width / 2} ${below}v5H${left(to) + BOX.width / 2}v-5`
}

function shortened(name: string): string {
  return name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name
}
