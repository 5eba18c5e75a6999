import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser, findChromium } from './browser.ts';
import { runCommand } from './runCommand.ts';

/** Where Debian's Chromium has a Vulkan driver that runs on the processor, and the Vulkan loader. */
const DRIVER_FOLDERS = ['/usr/lib/chromium', '/usr/lib/chromium-browser'];
const DRIVER = 'vk_swiftshader_icd.json';

/** The environment in which Dawn, the WebGPU of Chromium, finds the driver that tests use. */
function softwareDriver(): NodeJS.ProcessEnv {
  ensureBrowser();
  const chromium = findChromium();
  const folders = [...DRIVER_FOLDERS, ...(chromium ? [path.dirname(chromium)] : [])];
  const folder = folders.find((each) => existsSync(path.join(each, DRIVER)));
  if (!folder) {
    throw new Error(
      `The GPU tests need the driver ${DRIVER} of Debian's chromium package, which is in none of: ${folders.join(', ')}.`,
    );
  }
  const libraries = [folder, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return { VK_ICD_FILENAMES: path.join(folder, DRIVER), LD_LIBRARY_PATH: libraries };
}

/**
 * Runs the command in the arguments where WebGPU works in Node: with Chromium's software driver, or
 * after `--best` with the best graphics adapter of this machine.
 */
async function withGpu(words: readonly string[]): Promise<number> {
  const isBest = words[0] === '--best';
  const [command, ...args] = isBest ? words.slice(1) : words;
  if (!command) throw new Error('Usage: withGpu [--best] COMMAND [ARGUMENT …]');
  return runCommand(command, args, isBest ? {} : softwareDriver());
}

process.exitCode = await withGpu(process.argv.slice(2));
