import type { PasswordResetState } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PasswordResetState>
