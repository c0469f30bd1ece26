import { AppError } from '#calls/app-error.ts'
import { getCitiesByRegion, getRegions } from '#calls/forms.calls.ts'
import type { LinkedList } from '#machines/forms/kinds/linked-options.rules.ts'
import type { FieldOption } from '#schemas'
import type { App } from '../page/app-context.ts'
import { report } from '../page/report.ts'

/** Fetches the regions of a country or the cities of a region (OFF-25). A failure is reported.
 *  @throws AppError of the call */
export async function loadPlaces({ call }: Pick<App, 'call'>, list: LinkedList): Promise<readonly FieldOption[]> {
  const { source, of } = list
  try {
    return source === 'regions'
      ? (await call(getRegions, { query: { country_id: Number(of) } })).regions
      : (await call(getCitiesByRegion, { query: { region_id: of } })).cities
  } catch (error) {
    report('options.load_failed', { source, code: error instanceof AppError ? error.code : String(error) })
    throw error
  }
}
