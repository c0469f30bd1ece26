import type { StudioNewBrandBody } from '#schemas'

/** What is filled in for a new brand; empty texts are left to the engine. */
export interface BrandWish {
  readonly name: string
  readonly id: string
  readonly from: string
  readonly preset: '' | NonNullable<StudioNewBrandBody['preset']>
  readonly host: string
  readonly language: string
  readonly country: string
  readonly currency: string
  readonly color: string
}

/** Nothing filled in yet. */
export const NO_WISH: BrandWish = {
  name: '',
  id: '',
  from: '',
  preset: 'sports',
  host: '',
  language: '',
  country: '',
  currency: '',
  color: '#2f5bea',
}

/** The body of the call that makes the brand: what was left empty is left out. */
export function bodyOfWish(wish: BrandWish): StudioNewBrandBody {
  const { name, id, ...rest } = wish
  const host = rest.host.trim().toLowerCase()
  const given = Object.entries({ ...rest, host }).filter(([, value]) => value !== '')
  return { id, name: name.trim(), ...Object.fromEntries(given) }
}
