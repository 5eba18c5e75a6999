import { execFileSync, spawnSync } from 'node:child_process';

export function hasCommand(command: string): boolean {
  return spawnSync('which', [command], { stdio: 'ignore' }).status === 0;
}

/** Installs Debian packages with `apt-get` if run as root. Returns whether they are installed. */
export function installPackages(packages: readonly string[]): boolean {
  if (packages.length === 0) return true;
  const isRootOnDebian = process.getuid?.() === 0 && hasCommand('apt-get');
  if (!isRootOnDebian) return false;
  console.log(`Installing ${packages.join(' and ')} for the tests`);
  const options = {
    stdio: 'inherit' as const,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    options,
  );
  return true;
}

export function installCommand(packages: readonly string[]): string {
  return `sudo apt-get install -y ${packages.join(' ')}`;
}

/** Tools that check generated code, by Debian package. */
const CODE_CHECKERS = { 'spirv-tools': 'spirv-val', 'glslang-tools': 'glslangValidator' };

/**
 * Ensures that the tools that check generated code are installed, or reports how to install them.
 */
export function ensureCodeCheckers(): void {
  const missing = Object.entries(CODE_CHECKERS)
    .filter(([, command]) => !hasCommand(command))
    .map(([name]) => name);
  if (!installPackages(missing)) {
    console.warn(
      `Tests that check code with real tools are skipped. To run them: ${installCommand(missing)}`,
    );
  }
}
