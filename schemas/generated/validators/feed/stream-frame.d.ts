import type { StreamFrame } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<StreamFrame>
