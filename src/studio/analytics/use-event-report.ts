import { useCallback } from 'react'
import { getEventReport, getFunnelReport } from '#calls/studio/studio-analytics.calls.ts'
import { useStudio } from '../app/studio-context.tsx'
import { useAnswer } from '../app/use-answer.ts'
import { daysQuery, type EventPlace } from './event-place.ts'

/** The events of a brand in the days of a place. */
export function useEventReport(brand: string, { days, until }: Pick<EventPlace, 'days' | 'until'>) {
  const { call } = useStudio()
  return useAnswer(
    useCallback(
      () => call(getEventReport, { segments: { brand }, query: daysQuery({ days, until }) }),
      [call, brand, days, until],
    ),
  )
}

/** The funnel of a place. */
export function useFunnelReport(brand: string, place: EventPlace) {
  const { call } = useStudio()
  const { days, until, windowHours } = place
  const [steps, without] = [place.steps.join(','), place.without.join(',')]
  return useAnswer(
    useCallback(() => {
      const asked = { ...(steps ? { steps } : {}), ...(without ? { without } : {}), windowHours }
      return call(getFunnelReport, { segments: { brand }, query: { ...daysQuery({ days, until }), ...asked } })
    }, [call, brand, days, until, steps, without, windowHours]),
  )
}
