import type { PasskeyStepBody } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PasskeyStepBody>
