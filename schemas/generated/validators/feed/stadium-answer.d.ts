import type { StadiumAnswer } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<StadiumAnswer>
