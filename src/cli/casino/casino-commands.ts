import { catalogueCommand, configuredProviders } from './casino-import.ts'

/** The verbs of `livery casino`. */
export const casinoCommands = { import: catalogueCommand(configuredProviders) } as const
