/** The URI of a project file on the language server, such as `file:///lib/noise.slang`. */
export function uriOf(path: string): string {
  return `file:///${path.split('/').map(encodeURIComponent).join('/')}`;
}

export function titleOf(uri: string): string {
  if (uri.startsWith('slang-synth://core/')) return 'Slang’s core library';
  return decodeURIComponent(uri.replace(/^file:\/\/\/|^.*\//, ''));
}
