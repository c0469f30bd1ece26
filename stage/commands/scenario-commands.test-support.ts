import { scenarioCommands } from './scenario-commands.ts'

/** What a command has said, and its exit code. */
export interface CommandAnswer {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a verb of `livery scenario` in a folder. */
export async function scenarioCommand(
  verb: keyof typeof scenarioCommands,
  args: readonly string[],
  cwd: string,
): Promise<CommandAnswer> {
  const said = { stdout: '', stderr: '' }
  const code = await scenarioCommands[verb](args, {
    stdout: (text) => {
      said.stdout += text
    },
    stderr: (text) => {
      said.stderr += text
    },
    cwd,
  })
  return { code, ...said }
}
