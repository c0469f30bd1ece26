import { type ReactNode, useEffect, useState } from 'react'
import type { CallPort } from '#calls/call.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useCall } from '../page/use-call.ts'

/** Lines of the stand-in. */
const LINES = 5

/** Props of {@link Asked}. */
export interface AskedProps<Answer> {
  /** Stays the same while the same is asked. */
  readonly ask: (call: CallPort) => Promise<Answer>
  readonly children: (answer: Answer) => ReactNode
}

/** What came of a question. */
interface Found<Answer> {
  readonly ask: AskedProps<Answer>['ask']
  readonly answer?: Answer
  readonly failure?: string
}

/** What is asked for when it is shown: a stand-in first, then the answer, or why there is none and a button to ask again. */
export function Asked<Answer>({ ask, children }: AskedProps<Answer>) {
  const call = useCall()
  const t = useText()
  const [found, setFound] = useState<Found<Answer> | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    ask(call).then(
      (answer) => isCurrent && setFound({ ask, answer }),
      (error: unknown) => isCurrent && setFound({ ask, failure: readFailure(error).code }),
    )
    return () => {
      isCurrent = false
    }
  }, [ask, call, attempt])
  const retry = () => {
    setFound(null)
    setAttempt(attempt + 1)
  }
  // What was found for another question, such as the table of the page before, is no answer to this one.
  if (found?.ask !== ask) return <AskedSkeleton />
  if (found.failure) return <ErrorState title={t(found.failure)} onRetry={retry} />
  return found.answer === undefined ? <AskedSkeleton /> : children(found.answer)
}

function AskedSkeleton() {
  const t = useText()
  return (
    <div role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      {Array.from({ length: LINES }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stand-ins are all alike and never change places
        <Skeleton key={place} width="most" />
      ))}
    </div>
  )
}
