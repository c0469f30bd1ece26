import type { PasswordResetRequestBody } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PasswordResetRequestBody>
