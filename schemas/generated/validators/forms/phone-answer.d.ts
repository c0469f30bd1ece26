import type { PhoneAnswer } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PhoneAnswer>
