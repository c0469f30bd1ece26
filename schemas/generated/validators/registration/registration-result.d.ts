import type { RegistrationResult } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<RegistrationResult>
