import { useCallback } from 'react'
import { getEventReport } from '#calls/studio/studio-analytics.calls.ts'
import { useStudio } from '../app/studio-context.tsx'
import { useAnswer } from '../app/use-answer.ts'
import { daysQuery, type EventPlace } from './event-place.ts'

/** The events of a brand in the days of a place. @param funnel the funnel that is counted too; null counts none */
export function useEventReport(
  brand: string,
  { days, until }: Pick<EventPlace, 'days' | 'until'>,
  funnel: Pick<EventPlace, 'steps' | 'without' | 'windowHours'> | null,
) {
  const { call } = useStudio()
  const [steps, without, windowHours] = [funnel?.steps.join(','), funnel?.without.join(','), funnel?.windowHours]
  return useAnswer(
    useCallback(() => {
      const asked = {
        ...(steps ? { steps } : {}),
        ...(without ? { without } : {}),
        ...(windowHours ? { windowHours } : {}),
      }
      return call(getEventReport, { segments: { brand }, query: { ...daysQuery({ days, until }), ...asked } })
    }, [call, brand, days, until, steps, without, windowHours]),
  )
}
