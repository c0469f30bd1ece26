import type { FunnelReportAnswer } from '#schemas'
import { countText, dayText, shareText } from '../app/number-text.ts'
import { say } from '../app/studio-texts.ts'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { type EventPartProps, type EventPlace, MOST_STEPS, WINDOWS } from './event-place.ts'
import styles from './events.module.css'
import { KindOptions } from './KindOptions.tsx'
import { SaveTable } from './SaveTable.tsx'
import { useFunnelReport } from './use-event-report.ts'

/** A funnel of chosen steps: who enters, and how many of them take each step after the one before. */
export function FunnelPart({ brand, place, onGo }: EventPartProps) {
  const loaded = useFunnelReport(brand, place)
  return (
    <section className={styles.part} aria-label={say('events.funnel')}>
      <p>{say('events.funnel_lead')}</p>
      {loaded.isLoading && loaded.value === null && (
        <p className={styles.quiet} role="status">
          {say('events.funnel_counting')}
        </p>
      )}
      <Awaited loaded={loaded}>
        {({ kinds, funnel, summedUntil, machineFunnels }) => (
          <>
            <StepChoice kinds={kinds} machineFunnels={machineFunnels} place={place} onGo={onGo} />
            {funnel.length < 2 ? (
              <p>{say('events.funnel_none')}</p>
            ) : (
              <>
                <Funnel brand={brand} kinds={kinds} funnel={funnel} />
                <p className={styles.quiet}>
                  {loaded.isLoading ? say('events.funnel_counting') : countedText(summedUntil)}
                </p>
              </>
            )}
          </>
        )}
      </Awaited>
    </section>
  )
}

/** Up to when visitors are counted. */
function countedText(summedUntil: string | null): string {
  return summedUntil === null
    ? say('events.funnel_counted')
    : say('events.funnel_summed', { day: dayText(summedUntil) })
}

type ChoiceProps = Pick<FunnelReportAnswer, 'kinds' | 'machineFunnels'> & Pick<EventPartProps, 'place' | 'onGo'>

/** The steps, who is left out, and the time that a visitor has. */
function StepChoice({ kinds, machineFunnels, place: { steps, without, windowHours }, onGo }: ChoiceProps) {
  const choose = (at: number, number: number) => {
    const next = [...steps]
    if (number === 0) next.splice(at, 1)
    else next[at] = number
    onGo({ steps: next })
  }
  const fields = Array.from({ length: Math.min(steps.length + 1, MOST_STEPS) }, (_, at) => at)
  return (
    <div className={styles.choices}>
      <MachineChoice machineFunnels={machineFunnels} steps={steps} onGo={onGo} />
      {fields.map((at) => (
        <LabelledSelect
          key={at}
          label={say('events.step', { number: at + 1 })}
          value={steps[at] ?? 0}
          onChange={({ target }) => choose(at, Number(target.value))}
        >
          <option value={0}>{say('events.no_step')}</option>
          <KindOptions kinds={kinds} />
        </LabelledSelect>
      ))}
      <LabelledSelect
        label={say('events.without')}
        value={without[0] ?? 0}
        onChange={({ target }) => onGo({ without: [Number(target.value)].filter((number) => number > 0) })}
      >
        <option value={0}>{say('events.without_none')}</option>
        <KindOptions kinds={kinds} />
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
  )
}

type FunnelProps = Pick<FunnelReportAnswer, 'kinds' | 'funnel'> & Pick<EventPartProps, 'brand'>

function Funnel({ brand, kinds, funnel }: FunnelProps) {
  const names = new Map(kinds.map(({ number, name }) => [number, name]))
  const [{ visitors: entered } = { visitors: 0 }] = funnel
  return (
    <>
      <ol className={styles.funnel}>
        {funnel.map(({ number, visitors }, at) => {
          const former = funnel[at - 1]?.visitors
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same event may be a step twice
            <li key={at}>
              <span>{names.get(number) ?? number}</span>
              <progress max={Math.max(entered, 1)} value={visitors} aria-hidden="true" />
              <span className={styles.reached}>
                {say('events.step_share', { visitors: countText(visitors), share: shareText(visitors, entered) })}
              </span>
              <span className={styles.change}>
                {former === undefined
                  ? ''
                  : say('events.step_before', {
                      share: shareText(visitors, former),
                      lost: countText(former - visitors),
                    })}
              </span>
            </li>
          )
        })}
      </ol>
      <SaveTable
        name={`${brand}-funnel`}
        rows={[
          ['step', 'number', 'name', 'visitors'],
          ...funnel.map(({ number, visitors }, at) => [at + 1, number, names.get(number) ?? '', visitors]),
        ]}
      />
    </>
  )
}

/** The funnels of machines, one of which may take the place of the steps. */
function MachineChoice({
  machineFunnels,
  steps,
  onGo,
}: Pick<FunnelReportAnswer, 'machineFunnels'> & Pick<EventPlace, 'steps'> & Pick<EventPartProps, 'onGo'>) {
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
