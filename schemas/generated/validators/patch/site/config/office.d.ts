import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<Record<string, unknown>>
