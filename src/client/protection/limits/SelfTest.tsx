import { type FormEvent, useId, useState } from 'react'
import { sendTestAnswers } from '#calls/limits.calls.ts'
import { SELF_TEST_QUESTIONS } from '#machines/protection/self-test.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TestAnswersAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './limits.module.css'

const ANSWERS = [0, 1, 2, 3] as const
const PLACES: Readonly<Record<TestAnswersAnswer['offers'][number], string>> = {
  limits: 'limits-mine',
  break: 'limits-break',
  exclusion: 'limits-exclude',
  help: 'limits-help',
}

/** Nine questions about the last twelve months, judged by a published scale and not kept; what fits is a press away (RG-18). */
export function SelfTest() {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [answers, setAnswers] = useState<readonly (number | null)[]>(Array(SELF_TEST_QUESTIONS).fill(null))
  const [error, setError] = useState<string | null>(null)
  const [result, setResult] = useState<TestAnswersAnswer | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const given = answers.flatMap((answer) => answer ?? [])
    if (given.length < SELF_TEST_QUESTIONS) return setError(t('limits.test_missing'))
    setError(null)
    try {
      setResult(await call(sendTestAnswers, { body: { answers: given } }))
    } catch (failure) {
      const { code, params } = readFailure(failure)
      setError(t(code, { ...params }))
    }
  }

  return (
    <Panel aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('limits.test_title')}
      </h2>
      <p className={styles.text}>{t('limits.test_text')}</p>
      {result ? <Result result={result} /> : null}
      {!isOpen && !result ? (
        <div>
          <Button onClick={() => setOpen(true)}>{t('limits.test_start')}</Button>
        </div>
      ) : null}
      {isOpen && !result ? (
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          {answers.map((answer, question) => (
            <Question
              // biome-ignore lint/suspicious/noArrayIndexKey: the questions stay in their order
              key={question}
              number={question + 1}
              answer={answer}
              onAnswer={(chosen) =>
                setAnswers((former) => former.map((one, place) => (place === question ? chosen : one)))
              }
            />
          ))}
          {error ? (
            <p className={styles.text} role="alert">
              {error}
            </p>
          ) : null}
          <div>
            <Button kind="primary" type="submit">
              {t('limits.test_submit')}
            </Button>
          </div>
        </form>
      ) : null}
    </Panel>
  )
}

interface QuestionProps {
  readonly number: number
  readonly answer: number | null
  readonly onAnswer: (answer: number) => void
}

function Question({ number, answer, onAnswer }: QuestionProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className={styles.question}>
      <legend>{t(`limits.test_question_${number}`)}</legend>
      {ANSWERS.map((value) => (
        <label key={value} className={styles.answer}>
          <input type="radio" name={name} checked={answer === value} onChange={() => onAnswer(value)} />
          {t(`limits.test_answer_${value}`)}
        </label>
      ))}
    </fieldset>
  )
}

function Result({ result: { level, offers } }: { readonly result: TestAnswersAnswer }) {
  const t = useText()
  return (
    <div role="status" className={styles.section}>
      <p className={styles.name}>{t(`limits.test_level_${level}`)}</p>
      <ul className={styles.helpers}>
        {offers.map((offer) => (
          <li key={offer}>
            <a className={styles.link} href={`#${PLACES[offer]}`}>
              {t(`limits.test_offer_${offer}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
