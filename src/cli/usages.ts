import { type CommandKey, say } from './command-text.ts'

/** How a command is written, with its arguments and options: `livery scenario view [glob…] …`.
 *  @param verb left out for a noun that is a command by itself */
export function commandLine(noun: string, verb?: string): string {
  return say((verb === undefined ? `${noun}.usage` : `${noun}.usage_${verb}`) as CommandKey)
}

/** How a command is written, as its help says it: `usage: livery scenario view [glob…] …`.
 *  @param verb left out for a noun that is a command by itself */
export function usageOf(noun: string, verb?: string): string {
  return say('cli.usage', { usage: commandLine(noun, verb) })
}
