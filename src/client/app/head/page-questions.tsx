import { useMatches } from 'react-router'
import { ROUTES } from '#machines/site/routes/routes.ts'
import type { Question } from '#machines/site/seo/json-ld.rules.ts'
import { questionsOfPage } from '#machines/site/seo/questions.rules.ts'
import { Questions } from '#renderers/site/content/Questions.tsx'
import type { RouteId } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import type { ScreenData } from '../../page/screen.ts'
import type { ShownPage } from './page-head.ts'

/** The questions of a page in its language: those of the service of search texts, where it has any, else the brand's. */
export function askedOn(
  { site, texts }: Pick<App, 'site' | 'texts'>,
  { id, params, data }: ShownPage,
): (Question & { readonly id: string })[] {
  if (id === undefined || !Object.hasOwn(ROUTES, id)) return []
  const told = data?.words?.questions
  if (told) return told.map((one, index) => ({ ...one, id: `service-${index + 1}` }))
  return questionsOfPage(site.config.seo.questions, id as RouteId, params).map(
    ({ questionKey, answerKey, ...one }) => ({
      id: one.id,
      question: texts.t(questionKey),
      answer: texts.t(answerKey),
    }),
  )
}

/** The questions below a page (SEO-10). */
export function PageQuestions() {
  const app = useApp()
  const match = useMatches().at(-1)
  const data = match?.loaderData as ScreenData | undefined
  const questions = match && data ? askedOn(app, { id: match.id, params: match.params, data }) : []
  return questions.length > 0 ? <Questions title={app.texts.t('site.questions')} questions={questions} /> : null
}
