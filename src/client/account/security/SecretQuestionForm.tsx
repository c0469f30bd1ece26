import { type FormEvent, useId, useState } from 'react'
import { setAnswerToCustomSecureQuestion, setAnswerToSecureQuestion } from '#calls/secret-question.calls.ts'
import { secretQuestionFault } from '#machines/account/sign-in/secret-question.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SecureQuestionsAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { shellPort } from '../../page/shell-port.ts'
import { FormFailure } from '../FormFailure.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { EntryField, EntryInput, EntryLabel, EntryNotice, EntryPanelForm } from '../sign-in/EntryParts.tsx'
import { encodePassword } from '../sign-in/encode-password.ts'
import { useSending } from '../use-sending.ts'

/** Props of {@link SecretQuestionForm}. */
export interface SecretQuestionFormProps extends SecureQuestionsAnswer {
  /** The question that is set; null when none is. */
  readonly current: string | null
}

type Line = 'question' | 'answer' | 'repeated' | 'password'

/** The choice of a question in the player's own words. */
const OWN = 'own'
const NOTHING = { question: '', answer: '', repeated: '', password: '' }
const MAX_LENGTH = 200
const PLACES = {
  'secret_question.question_short': { at: 'question' },
  'secret_question.answer_short': { at: 'answer' },
  'secret_question.answer_obvious': { at: 'answer' },
  'secret_question.not_repeated': { at: 'repeated' },
  'password.wrong': { at: 'password' },
} as const

/** Sets a question of the list, or an own one; the answer is entered twice (ACC-16). */
export function SecretQuestionForm({ questions, current }: SecretQuestionFormProps) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [chosen, setChosen] = useState(String(questions[0]?.id ?? OWN))
  const [typed, setTyped] = useState(NOTHING)
  const [shown, setShown] = useState(current)
  const { isBusy, errorAt, refuse, send } = useSending<Line>(id, PLACES)
  const isOwn = chosen === OWN
  const question = isOwn ? typed.question : (questions.find((one) => String(one.id) === chosen)?.text ?? '')
  const put = (line: Line) => (text: string) => setTyped({ ...typed, [line]: text })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const fault = secretQuestionFault({ question, isOwn, answer: typed.answer, repeated: typed.repeated })
    if (fault) return refuse({ at: fault.at, text: t(fault.code) })
    if (typed.password === '')
      return refuse({ at: 'password', text: t('required', { label: t('security.old_password') }) })
    const { answer, repeated: answer_repeat } = typed
    const body = { answer, answer_repeat, password: encodePassword(typed.password) }
    const isSet = await send(() => saveQuestion(call, body, isOwn ? { question } : { question_id: Number(chosen) }))
    if (!isSet) return
    setTyped(NOTHING)
    setShown(question)
    shellPort.notify({ id: 'secret-question-set', kind: 'success', text: 'security.question_saved' })
  }

  return (
    <EntryPanelForm as="form" noValidate onSubmit={(event) => void submit(event)}>
      {shown === null ? null : <EntryNotice>{t('security.question_now', { question: shown })}</EntryNotice>}
      <QuestionChoice id={`${id}-choice`} questions={questions} value={chosen} onChoose={setChosen} />
      {isOwn ? (
        <FormInput
          keepsNote
          id={`${id}-question`}
          label={t('security.question_own')}
          value={typed.question}
          help={t('security.question_own_help')}
          error={errorAt('question')}
          maxLength={MAX_LENGTH}
          onChange={put('question')}
        />
      ) : null}
      <FormInput
        keepsNote
        id={`${id}-answer`}
        label={t('security.answer')}
        value={typed.answer}
        help={t('security.answer_help')}
        error={errorAt('answer')}
        maxLength={MAX_LENGTH}
        onChange={put('answer')}
      />
      <FormInput
        keepsNote
        id={`${id}-repeated`}
        label={t('security.answer_again')}
        value={typed.repeated}
        error={errorAt('repeated')}
        maxLength={MAX_LENGTH}
        onChange={put('repeated')}
      />
      <PasswordInput
        id={`${id}-password`}
        label={t('security.old_password')}
        value={typed.password}
        error={errorAt('password')}
        onChange={put('password')}
      />
      <FormFailure text={errorAt('form')} />
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('security.question_save')}
      </Button>
    </EntryPanelForm>
  )
}

/** Saves an own question, or one of the list. */
function saveQuestion(
  call: App['call'],
  body: { readonly answer: string; readonly answer_repeat: string; readonly password: string },
  of: { readonly question: string } | { readonly question_id: number },
) {
  return 'question' in of
    ? call(setAnswerToCustomSecureQuestion, { body: { ...body, ...of } })
    : call(setAnswerToSecureQuestion, { body: { ...body, ...of } })
}

interface QuestionChoiceProps extends Pick<SecureQuestionsAnswer, 'questions'> {
  readonly id: string
  readonly value: string
  readonly onChoose: (value: string) => void
}

/** The questions of the list, and one of the player's own. */
function QuestionChoice({ id, questions, value, onChoose }: QuestionChoiceProps) {
  const t = useText()
  return (
    <EntryField>
      <EntryLabel htmlFor={id}>{t('security.question_choice')}</EntryLabel>
      <SelectBox>
        <EntryInput as="select" id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
          {questions.map((question) => (
            <option key={question.id} value={question.id}>
              {question.text}
            </option>
          ))}
          <option value={OWN}>{t('security.question_own_choice')}</option>
        </EntryInput>
      </SelectBox>
    </EntryField>
  )
}
