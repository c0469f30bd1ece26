import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ErrorPage, type ErrorPageProps } from '#renderers/site/frame/ErrorPage.tsx'
import { fetchTwice, latePart, missingCode } from '../../page/late/late-code.ts'

/** What a page fetches once it can be used. */
export const loadAtRest = () => import('./at-rest.ts')

const MissingCode = latePart<'MissingCode', object>(loadAtRest, 'MissingCode')
const MissingScreen = lazy(async () => {
  try {
    return { default: (await fetchTwice(loadAtRest, (file) => 'MissingScreen' in file)).MissingScreen }
  } catch {
    return { default: PlainMissingScreen }
  }
})

/** Where a page says that code of one of its parts could not be fetched. */
export function MissingCodePlace() {
  const isMissing = useSyncExternalStore(missingCode.listen, missingCode.isAny, () => false)
  return isMissing ? (
    <Suspense>
      <MissingCode />
    </Suspense>
  ) : null
}

/** The error page of a screen whose code could not be fetched. */
export function MissingScreenPlace(props: ErrorPageProps) {
  return (
    <Suspense>
      <MissingScreen {...props} />
    </Suspense>
  )
}

/** The same while not even the code that deals with it can be had. */
function PlainMissingScreen(props: ErrorPageProps) {
  return <ErrorPage {...props} onRetry={() => window.location.reload()} />
}
