import { useMatches } from 'react-router'
import { ROUTES } from '#machines/site/routes/routes.ts'
import type { Question } from '#machines/site/seo/json-ld.rules.ts'
import { questionsOfPage } from '#machines/site/seo/questions.rules.ts'
import { Questions } from '#renderers/site/content/Questions.tsx'
import type { RouteId } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'

/** The questions of a page in its language. @param id the route that matched; of a page that is not there none */
export function askedOn(
  { site, texts }: Pick<App, 'site' | 'texts'>,
  id: string | undefined,
  params: Readonly<Record<string, string | undefined>>,
): (Question & { readonly id: string })[] {
  if (id === undefined || !Object.hasOwn(ROUTES, id)) return []
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
  const questions = match?.loaderData ? askedOn(app, match.id, match.params) : []
  return questions.length > 0 ? <Questions title={app.texts.t('site.questions')} questions={questions} /> : null
}
