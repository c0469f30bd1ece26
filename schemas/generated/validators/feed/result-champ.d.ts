import type { ResultChamp } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<ResultChamp>
