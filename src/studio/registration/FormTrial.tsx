import { useEffect, useId, useRef, useState } from 'react'
import { checkStudioRegistration } from '#calls/studio/studio-draft.calls.ts'
import type { Answers, AnswerValue, StudioRegistrationCheckAnswer } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useSessionEnd } from '../app/use-answer.ts'
import type { DraftState } from '../draft/draft-state.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Waiting } from '../parts/Awaited.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './FormTrial.module.css'

interface FormTrialProps {
  readonly type: string
  readonly state: DraftState
  readonly language: string
}

/** How long typing rests before the rules are asked, ms. */
const REST_MS = 250

/** The form filled in with example answers, each with what its rules say. It runs again after each edit of the draft, and after each
 *  answer that is changed here. */
export function FormTrial({ type, state, language }: FormTrialProps) {
  const [country, setCountry] = useState('')
  const [answers, setAnswers] = useState<Answers | null>(null)
  const { answer, error } = useTrial({ type, language, country, answers }, state)
  const countries = Object.entries(state.catalogue.choices.country ?? {})
  const place = (
    <LabelledSelect
      label={say('registration.country')}
      value={country}
      onChange={(event) => {
        setAnswers(null)
        setCountry(event.target.value)
      }}
    >
      <option value="">{say('registration.country_own')}</option>
      {countries
        .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
        .map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </LabelledSelect>
  )
  return (
    <div className={styles.trial}>
      {countries.length > 0 && place}
      {error !== null && <Remark kind="problem">{failureText(error)}</Remark>}
      {answer === null && error === null && <Waiting />}
      {answer && (
        <Verdict
          answer={answer}
          answers={answers ?? answer.answers}
          onAnswer={(id, value) => setAnswers(withAnswer(answers ?? answer.answers, id, value))}
        />
      )}
      {answers !== null && (
        <div>
          <ActionButton kind="quiet" glyph="reload" onClick={() => setAnswers(null)}>
            {say('registration.examples_again')}
          </ActionButton>
        </div>
      )}
    </div>
  )
}

function withAnswer(answers: Answers, id: string, value: AnswerValue | undefined): Answers {
  const { [id]: _former, ...rest } = answers
  return value === undefined ? rest : { ...rest, [id]: value }
}

interface Trial {
  readonly type: string
  readonly language: string
  readonly country: string
  readonly answers: Answers | null
}

/** What the rules of the draft say, asked again after each edit. The last answer stays until the next is there. */
function useTrial({ type, language, country, answers }: Trial, { brand, sequence, saving }: DraftState) {
  const { call } = useStudio()
  const leave = useSessionEnd()
  const [known, setKnown] = useState<{ answer: StudioRegistrationCheckAnswer | null; error: unknown }>({
    answer: null,
    error: null,
  })
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another edit of the draft asks again
  useEffect(() => {
    if (saving === 'saving') return undefined
    let isCurrent = true
    const ask = () => {
      const body = { type, language, ...(country === '' ? {} : { country }), ...(answers ? { answers } : {}) }
      call(checkStudioRegistration, { segments: { brand }, body })
        .then((answer) => isCurrent && setKnown({ answer, error: null }))
        .catch((error: unknown) => isCurrent && !leave(error) && setKnown((former) => ({ ...former, error })))
    }
    const timer = setTimeout(ask, isFirst.current ? 0 : REST_MS)
    isFirst.current = false
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [call, leave, brand, type, language, country, answers, sequence, saving])
  return known
}

interface VerdictProps {
  readonly answer: StudioRegistrationCheckAnswer
  readonly answers: Answers
  readonly onAnswer: (id: string, value: AnswerValue | undefined) => void
}

function Verdict({ answer, answers, onAnswer }: VerdictProps) {
  const shown = answer.fields.filter(({ isShown }) => isShown)
  const hidden = answer.fields.filter(({ isShown }) => !isShown)
  const faulty = answer.fields.filter(({ error }) => error !== undefined).length
  return (
    <>
      <Remark kind={answer.isValid ? 'good' : 'warning'}>
        {answer.isValid ? say('registration.would_send') : say('registration.refused', { count: faulty })}
      </Remark>
      <div className={styles.fields}>
        {shown.map((field) => (
          <TriedField key={field.id} field={field} value={answers[field.id]} onAnswer={onAnswer} />
        ))}
      </div>
      {hidden.length > 0 && (
        <p className={styles.hidden}>
          {say('registration.not_shown', { fields: hidden.map(({ label }) => label).join(', ') })}
        </p>
      )}
      <details className={styles.sent}>
        <summary>{say('registration.sent')}</summary>
        <pre className={styles.payload}>{JSON.stringify(answer.payload, null, 2)}</pre>
      </details>
    </>
  )
}

interface TriedFieldProps {
  readonly field: StudioRegistrationCheckAnswer['fields'][number]
  readonly value: AnswerValue | undefined
  readonly onAnswer: VerdictProps['onAnswer']
}

/** Kinds of fields that hold no answer that could be written here. */
const NO_ANSWER = ['label', 'list', 'button', 'phone_code_button', 'captcha', 'custom_captcha']

function TriedField({ field, value, onAnswer }: TriedFieldProps) {
  const { id, kind, label, isRequired, options, error } = field
  const at = useId()
  if (NO_ANSWER.includes(kind)) return null
  const about = error === undefined ? {} : { 'aria-describedby': `${at}-error`, 'aria-invalid': true }
  const isSwitch = /checkbox$/.test(kind)
  return (
    <div className={styles.field}>
      <label htmlFor={at} className={styles.label}>
        {label}
        {isRequired && <span className={styles.required}>{say('registration.required')}</span>}
      </label>
      {isSwitch ? (
        <input
          {...about}
          id={at}
          type="checkbox"
          className={styles.tick}
          checked={value === true}
          onChange={(event) => onAnswer(id, event.target.checked)}
        />
      ) : options ? (
        <select
          {...about}
          id={at}
          className={styles.input}
          value={String(Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))}
          onChange={(event) => {
            const chosen = options.find((option) => String(option.value) === event.target.value)?.value
            onAnswer(id, chosen !== undefined && kind === 'multiselect' ? [chosen] : chosen)
          }}
        >
          <option value="">{say('field.not_set')}</option>
          {options.map((option) => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.title}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...about}
          id={at}
          type="text"
          className={styles.input}
          value={textOf(value)}
          onChange={(event) => onAnswer(id, event.target.value === '' ? undefined : event.target.value)}
        />
      )}
      {error !== undefined && (
        <p id={`${at}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** An answer as it is written: of a phone number all its digits. */
function textOf(value: AnswerValue | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  return 'fullPhone' in value ? value.fullPhone : JSON.stringify(value)
}
