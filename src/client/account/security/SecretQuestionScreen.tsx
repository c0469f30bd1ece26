import { useLoaderData } from 'react-router'
import { getSecureQuestions, getUserSecureQuestion } from '#calls/secret-question.calls.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { SecureQuestionsAnswer } from '#schemas'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { SecretQuestionForm } from './SecretQuestionForm.tsx'

interface SecretQuestionData extends SecureQuestionsAnswer {
  /** The question that is set; null when none is. */
  readonly current: string | null
}

/** Loads the questions to choose from, and the one that is set. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<SecretQuestionData>> {
  const [{ questions }, { secure_question: current }] = await Promise.all([
    app.call(getSecureQuestions, {}),
    app.call(getUserSecureQuestion, {}),
  ])
  return {
    meta: () => ({ title: app.texts.t('security.question_title'), isPrivate: true }),
    data: { questions, current },
  }
}

/** The secret question of the player (OFF-9). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<SecretQuestionData>>()
  return (
    <OfficePage title={t('security.question_title')} text={t('security.question_text')}>
      <SecretQuestionForm questions={data.questions} current={data.current} />
    </OfficePage>
  )
}
