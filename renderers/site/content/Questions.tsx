import type { Question } from '#machines/site/seo/json-ld.rules.ts'
import { Icon } from '../Icon.tsx'
import styles from './Questions.module.css'

/** Props of {@link Questions}. */
export interface QuestionsProps {
  readonly title: string
  readonly questions: readonly (Question & { readonly id: string })[]
}

/** Questions that players ask, each opened by a press; complete without script (SEO-10). */
export function Questions({ title, questions }: QuestionsProps) {
  return (
    <section className={styles.questions} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {questions.map(({ id, question, answer }) => (
        <details key={id} className={styles.question}>
          <summary className={styles.summary}>
            <span>{question}</span>
            <Icon name="chevron-down" size={16} />
          </summary>
          <p className={styles.answer}>{answer}</p>
        </details>
      ))}
    </section>
  )
}
