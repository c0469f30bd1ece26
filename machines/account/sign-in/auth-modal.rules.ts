import { splitLanguage } from '#machines/site/language.rules.ts'
import { formatQuery, parseQuery } from '#machines/site/routes/query.rules.ts'
import { ROUTE_TABLE } from '#machines/site/routes/route-table.ts'

/** What the sign-in button opens (AUTH-18). The specification numbers the types without telling which is which: these names are
 *  ours (decision 3), and the place of each is its number, from 1. */
const TYPES = ['login', 'registration', 'choice', 'restore'] as const

/** A type of the sign-in's dialog. */
export type AuthModalType = (typeof TYPES)[number]

/** The modal of each type. */
export const AUTH_MODALS = {
  login: 'LOGIN',
  registration: 'REGISTRATION',
  choice: 'AUTH_CHOICE',
  restore: 'RESTORE_PASSWORD',
} as const satisfies Record<AuthModalType, string>

/** The type that a configuration names, or that a number stands for; what is unknown is the login (decision 3). */
export function authModalType(value: unknown): AuthModalType {
  const named = typeof value === 'number' ? TYPES[value - 1] : TYPES.find((type) => type === value)
  return named ?? 'login'
}

/** Pages on which one signs in, or is about to: nothing is opened over them. */
const ENTRIES: ReadonlySet<string> = new Set(
  [ROUTE_TABLE.login, ROUTE_TABLE.restore_password, ROUTE_TABLE.activation].map(({ path }) => `/${path}`),
)

/** What decides where a sign-in link leads. */
export interface AuthModalPlace {
  /** The page one is on: `'/en?page=2'`. */
  readonly here: string
  readonly type: AuthModalType
  /** Query parameters of the modal, and of the page to return to. */
  readonly modalParameter: string
  readonly returnUrlParameter: string
}

/** The address that opens the dialog of a sign-in link over the current page (AUTH-18): it keeps the link's query,
 *  except for a way back to that same page. Null when the link leads elsewhere, or when the current page is already
 *  one of these.
 *  @param link `'/en/login?returnUrl=%2Fen%3Fpage%3D2'` */
export function authModalAddress(link: string, place: AuthModalPlace): string | null {
  const { here, type, modalParameter, returnUrlParameter } = place
  const [path = '/', query = ''] = here.split('?')
  if (routePath(link) !== `/${ROUTE_TABLE.login.path}`) return null
  if (ENTRIES.has(routePath(here)) || routePath(here).startsWith('/registration')) return null
  const asked = new Map([
    ...parseQuery(query),
    ...parseQuery(link.split('?')[1] ?? ''),
    [modalParameter, AUTH_MODALS[type]] as const,
  ])
  if (asked.get(returnUrlParameter) === here) asked.delete(returnUrlParameter)
  return path + formatQuery([...asked])
}

/** The query of a page without the dialog over it: `'?modal=LOGIN&page=2'` → `'?page=2'`. */
export function withoutAuthModal(search: string, modalParameter: string): string {
  return formatQuery(parseQuery(search).filter(([name]) => name !== modalParameter))
}

function routePath(address: string): string {
  return splitLanguage(address.split(/[?#]/)[0] ?? '').rest
}
