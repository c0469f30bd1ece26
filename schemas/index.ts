/** The types of every schema of the house; validators are imported one by one from `#schemas/generated/validators/…`. */
export type * from './generated/types.ts'
