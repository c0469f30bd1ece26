import type { PartitionsAnswer } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PartitionsAnswer>
