import type { RegistrationCountryQuery } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<RegistrationCountryQuery>
