import type { PhoneMetadataAnswer } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PhoneMetadataAnswer>
