import { createContext, use } from 'react'

/** The fields that forms can take, as the draft has them: id → what is said of it. Undefined while they are on their way. */
export const CatalogueContext = createContext<unknown>(undefined)

/** The catalogue of fields of the draft around. */
export function useCatalogue(): unknown {
  return use(CatalogueContext)
}
