import environmentSchema from '#schemas/defs/environment.schema.json' with { type: 'json' }

/** The value of an environment variable that a brand names, or undefined. */
export type SecretLookup = (variable: string) => string | undefined

const OWN_VARIABLES: ReadonlySet<string> = new Set(Object.keys(environmentSchema.properties))

/** Reads secrets from an environment, when they are needed. The engine's own variables are not secrets of brands and
 *  are never sent to a provider. */
export function secretsOf(environment: Readonly<Record<string, string | undefined>>): SecretLookup {
  return (variable) => (OWN_VARIABLES.has(variable) ? undefined : environment[variable] || undefined)
}
