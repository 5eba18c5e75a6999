import { spawn } from 'node:child_process';
import { ensureBrowser, startDisplay } from './browser.ts';

/** Runs the command in the arguments with an X display and an installed browser. */
async function withDisplay([command, ...args]: string[]): Promise<number> {
  if (!command) throw new Error('Usage: withDisplay COMMAND [ARGUMENT …]');
  ensureBrowser();
  const display = await startDisplay();
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DISPLAY: display.name },
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
  display.stop();
  return code;
}

process.exitCode = await withDisplay(process.argv.slice(2));
