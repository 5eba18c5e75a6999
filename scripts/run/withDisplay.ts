import { ensureBrowser, startDisplay } from './browser.ts';
import { runCommand } from './runCommand.ts';

/** Runs the command in the arguments with an X display and an installed browser. */
async function withDisplay([command, ...args]: string[]): Promise<number> {
  if (!command) throw new Error('Usage: withDisplay COMMAND [ARGUMENT …]');
  ensureBrowser();
  const display = await startDisplay();
  const code = await runCommand(command, args, { DISPLAY: display.name });
  display.stop();
  return code;
}

process.exitCode = await withDisplay(process.argv.slice(2));
