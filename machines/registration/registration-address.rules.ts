import { splitLanguage } from '#machines/site/language.rules.ts'
import { formatQuery, parseQuery } from '#machines/site/routes/query.rules.ts'
import { matchPattern } from '#machines/site/routes/route-pattern.rules.ts'
import { ROUTE_TABLE } from '#machines/site/routes/route-table.ts'

/** Name of the modal that is the registration over a page (REG-4). */
export const REGISTRATION_MODAL = 'REGISTRATION'

/** The query parameter that makes the page of the registration a widget, named as in the call (REG-32). */
export const WIDGET_PARAMETER = 'isWidget'

/** The query parameter that names the type where the path does not. */
export const TYPE_PARAMETER = 'type'

/** Whether an address is that of the registration as a widget: `'/en/registration/fast_reg?isWidget=true'` (REG-4). */
export function isWidgetAddress(address: string): boolean {
  const query = new Map(parseQuery(address.split('?')[1] ?? ''))
  return query.get(WIDGET_PARAMETER) === 'true' && registrationPath(address) !== null
}

/** The address that shows the form of a registration link over the page that one is on: the link's type and query go into
 *  the query of that page, so that a reload shows the form again and going back closes it. Null when the link leads elsewhere,
 *  or when one is on the registration's page already.
 *  @param link `'/en/registration/phone_reg?bonus=sport'`   @param here `'/en?page=2'` */
export function popupAddress(link: string, here: string, modalParameter: string): string | null {
  const params = registrationPath(link)
  if (params === null || registrationPath(here) !== null) return null
  const [path = '/', query = ''] = here.split('?')
  const asked = new Map([
    ...parseQuery(query),
    [modalParameter, REGISTRATION_MODAL] as const,
    ...parseQuery(link.split('?')[1] ?? ''),
    ...(params.type ? [[TYPE_PARAMETER, params.type] as const] : []),
  ])
  return path + formatQuery([...asked])
}

/** The query of a page without its modal: `'?modal=REGISTRATION&type=fast_reg&page=2'` → `'?page=2'`. */
export function withoutModal(search: string, modalParameter: string): string {
  const query = new Map(parseQuery(search))
  if (query.get(modalParameter) === REGISTRATION_MODAL) query.delete(TYPE_PARAMETER)
  query.delete(modalParameter)
  return formatQuery([...query])
}

/** The parameters of the registration's path, or null when an address is another page's. */
function registrationPath(address: string): Readonly<Record<string, string>> | null {
  const path = address.split(/[?#]/)[0] ?? ''
  return matchPattern(ROUTE_TABLE.registration.path, splitLanguage(path).rest)
}
