import type { PlayerAction } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PlayerAction>
