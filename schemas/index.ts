/** The types of every schema of Livery; the validator of `Game` is `isGame` of `#schemas/generated/validators/feed.js`. */
export type * from './generated/types.ts'
