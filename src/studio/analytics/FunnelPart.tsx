import type { EventReportAnswer } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { type EventPlace, MOST_STEPS, WINDOWS } from './event-place.ts'
import styles from './events.module.css'

/** Props of {@link FunnelPart}. */
export interface FunnelPartProps {
  readonly report: EventReportAnswer
  readonly place: EventPlace
  readonly onGo: (change: Partial<EventPlace>) => void
}

/** A funnel of chosen steps: who enters, and how many of them take each step after the one before. */
export function FunnelPart({ report, place: { steps, without, windowHours }, onGo }: FunnelPartProps) {
  const { kinds, funnel, machineFunnels } = report
  const choose = (at: number, number: number) => {
    const next = [...steps]
    if (number === 0) next.splice(at, 1)
    else next[at] = number
    onGo({ steps: next })
  }
  const names = new Map(kinds.map(({ number, name }) => [number, name]))
  const [{ visitors: entered } = { visitors: 0 }] = funnel
  const fields = Array.from({ length: Math.min(steps.length + 1, MOST_STEPS) }, (_, at) => at)
  return (
    <section className={styles.part} aria-label={say('events.funnel')}>
      <h2>{say('events.funnel')}</h2>
      <p>{say('events.funnel_lead')}</p>
      <MachineChoice machineFunnels={machineFunnels} steps={steps} onGo={onGo} />
      <div className={styles.bar}>
        {fields.map((at) => (
          <LabelledSelect
            key={at}
            label={say('events.step', { number: at + 1 })}
            value={steps[at] ?? 0}
            onChange={({ target }) => choose(at, Number(target.value))}
          >
            <option value={0}>{say('events.no_step')}</option>
            {kinds.map(({ number, name }) => (
              <option key={number} value={number}>
                {name}
              </option>
            ))}
          </LabelledSelect>
        ))}
        <LabelledSelect
          label={say('events.without')}
          value={without[0] ?? 0}
          onChange={({ target }) => onGo({ without: [Number(target.value)].filter((number) => number > 0) })}
        >
          <option value={0}>{say('events.without_none')}</option>
          {kinds.map(({ number, name }) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </LabelledSelect>
        <LabelledSelect
          label={say('events.window')}
          value={windowHours}
          onChange={({ target }) => onGo({ windowHours: Number(target.value) })}
        >
          {WINDOWS.map((hours) => (
            <option key={hours} value={hours}>
              {say(`events.window_${hours}`)}
            </option>
          ))}
        </LabelledSelect>
      </div>
      {funnel.length < 2 ? (
        <p>{say('events.funnel_none')}</p>
      ) : (
        <ol className={styles.funnel}>
          {funnel.map(({ number, visitors }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same event may be a step twice
            <li key={at}>
              <span>{names.get(number) ?? number}</span>
              <progress max={Math.max(entered, 1)} value={visitors} aria-hidden="true" />
              <span>{say('events.step_share', { visitors, share: percent(visitors, entered) })}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The funnels of machines, one of which may take the place of the steps. */
function MachineChoice({
  machineFunnels,
  steps,
  onGo,
}: Pick<EventReportAnswer, 'machineFunnels'> & Pick<EventPlace, 'steps'> & Pick<FunnelPartProps, 'onGo'>) {
  return (
    <LabelledSelect
      label={say('events.machine')}
      value={machineFunnels.find((one) => one.steps.join() === steps.join())?.machine ?? ''}
      onChange={({ target }) =>
        onGo({ steps: machineFunnels.find(({ machine }) => machine === target.value)?.steps ?? steps })
      }
    >
      <option value="">{say('events.machine_own')}</option>
      {machineFunnels.map(({ machine }) => (
        <option key={machine} value={machine}>
          {machine}
        </option>
      ))}
    </LabelledSelect>
  )
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((part / whole) * 100).toFixed(1)} %`
}
