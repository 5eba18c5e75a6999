import { spawn } from 'node:child_process';

/**
 * Runs a command with visible output. Rejects if it cannot be started.
 *
 * @param variables are added to the environment
 * @returns its exit code
 */
export function runCommand(
  command: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<number> {
  const env = { ...process.env, ...variables };
  const child = spawn(command, args, { stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
}
