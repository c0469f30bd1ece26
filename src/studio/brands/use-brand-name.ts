import { useCallback } from 'react'
import { listStudioBrandNames } from '#calls/studio/studio-draft.calls.ts'
import { useStudio } from '../app/studio-context.tsx'
import { useAnswer } from '../app/use-answer.ts'

/** The name by which players know a brand; its id until it is there, and where the list of names cannot be had. */
export function useBrandName(brand: string): string {
  const { call } = useStudio()
  const { value } = useAnswer(useCallback(() => call(listStudioBrandNames, {}), [call]))
  return value?.names.find(({ id }) => id === brand)?.name ?? brand
}
