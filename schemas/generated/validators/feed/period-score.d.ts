import type { PeriodScore } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PeriodScore>
