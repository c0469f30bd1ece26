import type { OwnPasswordBody } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<OwnPasswordBody>
